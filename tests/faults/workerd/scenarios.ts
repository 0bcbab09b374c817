// Faults that only Node's imitation of a browser goes through.
import type { WebSocket } from 'ws'
import { BROKEN_KINDS, breakFrame } from '#tests/testkit/broken-frames.ts'
import type { Mood } from '#tests/testkit/engine/engine.ts'
import { between, randomFrom } from '#tests/testkit/random.ts'
import { pause, until } from '#tests/testkit/until.ts'
import type { Scenario } from '../scenarios.ts'
import { mangleSockets, type NodeConsultation, type NodeScreen } from './clinic.ts'

export type NodeScenario = Scenario<NodeConsultation>

type Strike = (consultation: NodeConsultation, screen: NodeScreen, round: number) => unknown
/** Strikes so many times while the recorder speaks, and waits for each recovery. */
async function struck(consultation: NodeConsultation, seed: number, times: number, strike: Strike) {
  const random = randomFrom(seed)
  const screen = await consultation.recorder()
  await screen.speed(10)
  for (let i = 0; i < times; i++) {
    await pause(between(random, 100, 1_500))
    await strike(consultation, screen, i)
    await screen.recovered()
  }
  return screen
}

/** A deploy ends every object: memory gone, sockets broken. */
export const deployed: NodeScenario = async (consultation, { seed }) => {
  const screen = await struck(consultation, seed, 10, ({ clinic, id }) => clinic.workerd.control(`abort/${id}`))
  return { ...(await screen.finished()), runs: 10 }
}

/** This release and the one before take turns on the same data, and what each stored the other reads. */
export const switched: NodeScenario = async (consultation, { seed }) => {
  const screen = await struck(consultation, seed, 10, ({ clinic }) => clinic.workerd.switchRelease())
  return { ...(await screen.finished()), runs: 10 }
}

/** A device whose clock is ten minutes off, either way, and jumps in the middle. */
export const clockSkew: NodeScenario = async (consultation, { seed }) => {
  const real = Date.now
  const jump: Strike = (_, { device }, round) => {
    const minutes = [10, -10, 0][round] ?? 0
    Date.now = () => real() + minutes * 60_000
    device.network.reset()
  }
  try {
    const screen = await struck(consultation, seed, 3, jump)
    return await screen.finished()
  } finally {
    Date.now = real
  }
}

/** First three of ten questions to D1 fail, at the door too; then all of them, just when the consultation ends. */
export const databaseFails: NodeScenario = async (consultation, { seed }) => {
  const { workerd } = consultation.clinic
  const fail = (share: number) => workerd.control('database', { share, seed })
  const strike: Strike = async (_, { device }) => {
    await fail(0.3)
    device.network.reset()
  }
  const screen = await struck(consultation, seed, 3, strike)
  await screen.settled()
  await fail(1)
  await screen.askFinish()
  await pause(60_000)
  const isHalf = (await consultation.words()).length > 0 && (await consultation.transcript()) === null
  await fail(0)
  const measure = await consultation.measure(180_000)
  if (isHalf) measure.faults.push('half a record was in D1')
  return measure
}

/** In a pause the engine's socket closes after a minute, and the room sleeps; then everything goes on. */
export const asleep: NodeScenario = async (consultation) => {
  const screen = await consultation.recorder(20)
  screen.page.press()
  const before = consultation.engine.handshakes.length
  await pause(75_000)
  screen.page.press()
  await screen.recovered()
  const measure = await screen.finished()
  if (consultation.engine.handshakes.length <= before) measure.faults.push('the engine was not opened again')
  return measure
}

/** A records without a network, B takes over, A comes back: both are kept. */
export const offlineTakeOver: NodeScenario = async (consultation) => {
  const first = await consultation.recorder()
  const second = await consultation.screen()
  await first.hears(12)
  first.device.network.cut()
  await first.hears(10)
  await until('the room misses the first', () => second.page.view.recorder === 'none', 15_000)
  await second.record()
  await second.hears(30)
  first.device.network.heal()
  await first.caughtUp(0)
  return second.finished()
}

/** The same short sentence twice is two lines. */
export const sameSentence: NodeScenario = async (consultation) => {
  const screen = await consultation.recorder()
  for (let times = 0; times < 3; times++) {
    screen.device.nextWord = screen.captured[0]?.word ?? screen.device.nextWord
    await screen.hears(8)
  }
  const measure = await screen.finished()
  const words = await consultation.words()
  // Here repeating is right.
  const missing = screen.captured.length - words.length
  const faults = measure.faults.filter((one) => one !== 'words are out of order')
  return { ...measure, dv: Math.max(0, -missing), lu: Math.max(0, missing) / 4, faults }
}

/** Frames come twice, out of order, and between them what is no frame. */
export const badFrames: NodeScenario = async (consultation, { seed }) => {
  const random = randomFrom(seed)
  const sent = new Set<number>()
  mangleSockets((send, socket) => mangled(send, socket, random, sent))
  try {
    const screen = await consultation.recorder()
    await screen.speed(20)
    await screen.hears(300)
    const measure = await screen.finished()
    if (sent.size < BROKEN_KINDS) measure.faults.push('not every kind of bad frame was sent')
    return measure
  } finally {
    mangleSockets(null)
  }
}

function mangled(send: (data: unknown) => void, socket: WebSocket, random: () => number, sent: Set<number>) {
  let held: unknown = null
  const flush = () => {
    if (held !== null && socket.readyState === socket.OPEN) send(held)
    held = null
  }
  return (data: unknown) => {
    if (typeof data === 'string') return send(data)
    const chance = random()
    if (chance < 0.1) {
      // The next one overtakes it.
      flush()
      held = data
      setTimeout(flush, between(random, 1, 40))
      return
    }
    send(data)
    if (chance < 0.25) send(data)
    else if (chance < 0.4) {
      const { kind, data: bad } = breakFrame(data as ArrayBuffer, random)
      sent.add(kind)
      send(bad)
    }
    flush()
  }
}

/** From recovery on the text must be complete in a minute. */
const COMPLETE_WITHIN_S = 60
const FRAMES_PER_FINAL = 4

const engineIs =
  (mood: Mood, seconds: number, dies: boolean): NodeScenario =>
  async (consultation) => {
    const { engine } = consultation
    const screen = await consultation.recorder()
    await screen.speed(1.2)
    await screen.hears(16)
    engine.mood = mood
    if (dies) engine.die()
    await screen.speed(1)
    await screen.hears(seconds * 4)
    const { state } = screen.page.view.engine
    const { text } = screen.page.status
    engine.mood = 'well'
    const since = performance.now()
    await screen.speed(1.2)
    await screen.hears(16)
    // An engine that still works off a backlog at the pause keeps the words of an unfinished sentence for a minute.
    await until('the sentence is whole', () => screen.captured.length % FRAMES_PER_FINAL === 0, 2_000)
    await screen.settled()
    const behind = () => screen.page.view.takes.filter((one) => one.transcribed < one.stored).length
    await until('all audio is transcribed', () => behind() === 0, 90_000)
    const elapsedSeconds = (performance.now() - since) / 1_000
    await screen.askFinish()
    const measure = await consultation.measure()
    if (elapsedSeconds > COMPLETE_WITHIN_S)
      measure.faults.push(`the text was complete after ${elapsedSeconds.toFixed(0)} s`)
    // [SIL] The banner: audio is stored without an engine.
    if (state !== 'lost' && state !== 'connecting' && !/atrasada/i.test(text)) measure.sil++
    return measure
  }

export const engineDies = engineIs('away', 10, true)
export const engineStalls = engineIs('stalled', 30, false)
export const engineGarbage = engineIs('garbage', 20, false)
/** Finals without words: the audio is kept, and recognised again before the end. */
export const engineEmpty: NodeScenario = async (consultation) => {
  const screen = await consultation.recorder()
  await screen.speed(1.2)
  await screen.hears(16)
  consultation.engine.mood = 'empty'
  await screen.hears(50)
  consultation.engine.mood = 'well'
  await screen.hears(16)
  return screen.finished()
}
