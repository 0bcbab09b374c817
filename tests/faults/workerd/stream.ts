import { between, chosen, type Random, randomFrom } from '#tests/testkit/random.ts'
import { pause, until } from '#tests/testkit/until.ts'
import type { NodeConsultation, NodeScreen } from './clinic.ts'
import type { NodeScenario } from './scenarios.ts'

const FRAMES = 30 * 60 * 4
const FAULTS = 60
/** Ten times as fast as a person: the backlog goes through the engine's batch endpoint, as after an outage. */
const SPEED = 10
/** And here and there as a person speaks, so that the live socket keeps up. */
const HUMAN_FRAMES = 24
const HUMAN_SPEED = 1.1

type Strike = (consultation: NodeConsultation, screen: NodeScreen, random: Random) => Promise<unknown> | unknown

const strikes: Record<string, Strike> = {
  async cut(_, { device: { network } }, random) {
    network.cut()
    await pause(between(random, 200, 3_000))
    network.heal()
  },
  async 'half open'(_, { device: { network } }, random) {
    network.swallow()
    await pause(between(random, 1_000, 6_000))
    network.heal()
  },
  async 'slow network'(_, { device: { network } }, random) {
    network.delayMs = between(random, 50, 400)
    await pause(2_000)
    network.delayMs = 0
    // A delayed message may not be overtaken.
    network.reset()
  },
  'kill -9': ({ clinic }) => clinic.workerd.kill(),
  deploy: ({ clinic, id }) => clinic.workerd.control(`abort/${id}`),
  async 'engine dies'({ engine }, _, random) {
    engine.mood = 'away'
    engine.die()
    await pause(between(random, 500, 4_000))
    engine.mood = 'well'
  },
  'engine dies and is back': ({ engine }) => engine.die(),
  async 'engine says garbage'({ engine }, _, random) {
    engine.mood = 'garbage'
    await pause(between(random, 500, 3_000))
    engine.mood = 'well'
  },
  async 'D1 fails'({ clinic: { workerd } }, { device }, random) {
    await workerd.control('database', { share: 0.3, seed: Math.floor(random() * 2 ** 31) })
    device.network.reset()
    await pause(2_000)
    await workerd.control('database', { share: 0, seed: 0 })
  },
  async 'page crash'(consultation, screen) {
    await consultation.crash(screen)
    await consultation.resume()
  },
}

/** Half an hour with faults at random: every word is there once, in order. */
export const stream: NodeScenario = async (consultation, { seed }) => {
  const random = randomFrom(seed)
  const { device } = await consultation.recorder()
  const struck: string[] = []
  const captured = () => consultation.screens.reduce((sum, one) => sum + one.captured.length, 0)
  const speak = async (end: number, speed: number) => {
    device.speed = speed
    await until(`${end} frames are captured`, () => pressIfIdle(device.screen) || captured() >= end, 180_000)
  }
  for (let i = 0; i < FAULTS; i++) {
    const end = Math.round((FRAMES * (i + 1)) / FAULTS)
    if (i % 6 === 5) await speak(Math.min(end, captured() + HUMAN_FRAMES), HUMAN_SPEED)
    const name = chosen(random, Object.keys(strikes))
    struck.push(name)
    const striking = retried(() => strikes[name]?.(consultation, device.screen, random))
    await speak(end, SPEED)
    await striking
  }
  const measure = await device.screen.finished(240_000)
  if (measure.faults.length > 0) measure.faults.push(`struck by: ${struck.join(', ')}`, consultation.look())
  return { ...measure, runs: FAULTS }
}

/** Whenever the page could record and does not, the doctor presses. */
function pressIfIdle({ page }: NodeScreen): false {
  const isIdle = ['ready', 'idle', 'error'].includes(page.recorder.name)
  if (isIdle && page.view.connection === 'connected' && page.view.hasWelcome) page.press()
  return false
}

/** The fault before may have shut the tests' own door. */
async function retried(work: () => unknown): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return void (await work())
    } catch (error) {
      if (attempt === 40) throw error
      await pause(100)
    }
  }
}
