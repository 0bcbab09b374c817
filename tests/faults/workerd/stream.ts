import { wordOf } from '#tests/testkit/engine/engine.ts'
import { between, chosen, type Random, randomFrom } from '../random.ts'
import { type Device, FRAME_SECONDS, pause } from './device.ts'
import { inConsultation, type Scenario } from './scenario.ts'
import type { Consultation } from './stage.ts'

const FRAMES = 30 * 60 * 4
const FAULTS = 60
/** Ten times as fast as a person: the backlog goes through the engine's batch endpoint, as after an outage. */
const SPEED = 10
/** And here and there as a person speaks, so that the live socket keeps up. */
const HUMAN_FRAMES = 24
const HUMAN_SPEED = 1.1

type StreamFault = { name: string; strike(consultation: Consultation, device: Device, random: Random): Promise<void> }

const faults: StreamFault[] = [
  {
    name: 'cut',
    async strike(_, device, random) {
      device.proxy.cut()
      await pause(between(random, 200, 3_000))
      device.proxy.heal()
    },
  },
  {
    name: 'half open',
    async strike(_, device, random) {
      device.proxy.swallow()
      await pause(between(random, 1_000, 6_000))
      device.proxy.heal()
    },
  },
  {
    name: 'slow network',
    async strike(_, device, random) {
      device.proxy.delayMs = between(random, 50, 400)
      await pause(2_000)
      device.proxy.delayMs = 0
      // A delayed message may not be overtaken.
      device.proxy.reset()
    },
  },
  { name: 'kill -9', strike: ({ clinic }) => clinic.workerd.kill() },
  { name: 'deploy', strike: async ({ clinic, id }) => void (await clinic.workerd.control(`abort/${id}`)) },
  {
    name: 'engine dies',
    async strike({ clinic: { engine } }, _, random) {
      engine.mood = 'away'
      engine.die()
      await pause(between(random, 500, 4_000))
      engine.mood = 'well'
    },
  },
  { name: 'engine dies and is back', strike: async ({ clinic }) => clinic.engine.die() },
  {
    name: 'engine says garbage',
    async strike({ clinic: { engine } }, _, random) {
      engine.mood = 'garbage'
      await pause(between(random, 500, 3_000))
      engine.mood = 'well'
    },
  },
  {
    name: 'D1 fails',
    async strike({ clinic: { workerd } }, device, random) {
      await workerd.control('database', { share: 0.3, seed: Math.floor(random() * 2 ** 31) })
      device.proxy.reset()
      await pause(2_000)
      await workerd.control('database', { share: 0, seed: 0 })
    },
  },
  {
    name: 'page crash',
    async strike(_, device) {
      device.crash()
      device.open()
    },
  },
]

/** Half an hour with faults at random: every word stands once, in order. */
export const stream: Scenario = inConsultation(async (consultation, { seed, short }) => {
  const random = randomFrom(seed)
  const frames = short ? FRAMES / 10 : FRAMES
  const strikes = short ? FAULTS / 10 : FAULTS
  const device = await consultation.recorder()
  const struck: string[] = []
  for (let i = 0; i < strikes; i++) {
    const end = Math.round((frames * (i + 1)) / strikes)
    const until = () => device.recorded.length >= end
    if (i % 6 === 5) await speak(device, Math.min(end, device.recorded.length + HUMAN_FRAMES), HUMAN_SPEED)
    const fault = chosen(random, faults)
    struck.push(fault.name)
    const striking = retried(() => fault.strike(consultation, device, random))
    while (!until()) await speak(device, end, SPEED)
    await striking
  }
  await device.drained(120_000)
  await consultation.compareStored()
  const words = await consultation.finish(240_000)
  const measure = consultation.measure(words)
  const died = device.diedInHand.filter(({ n }) => !words.includes(wordOf(n))).length
  // The bound of a page that crashes is a frame each.
  measure.lu -= died * FRAME_SECONDS
  if (words.length !== frames - died) measure.faults.push(`${words.length} words of ${frames}, ${died} died in hand`)
  measure.faults.push(...(device.recorded.length === frames ? [] : [`${device.recorded.length} frames were recorded`]))
  if (measure.faults.length > 0) measure.faults.push(`struck by: ${struck.join(', ')}`, consultation.look())
  return { ...measure, runs: strikes }
})

/** Speaks until so many words are recorded; whenever the page could record and does not, the doctor presses. */
async function speak(device: Device, end: number, speed: number): Promise<void> {
  while (device.recorded.length < end) {
    const { page } = device
    const idle = page.recorder.name === 'ready' || page.recorder.name === 'idle' || page.recorder.name === 'error'
    if (idle && page.view.connection === 'connected' && page.view.known) page.press()
    if (!page.capturing) await pause(20)
    else await device.speak(Math.min(8, end - device.recorded.length), speed)
  }
}

/** The tests' own door may be shut by the fault before. */
async function retried(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 40) throw error
      await pause(100)
    }
  }
}
