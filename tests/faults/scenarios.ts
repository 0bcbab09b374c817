// The faults that a browser and its imitation in Node both go through.
import { randomFrom } from '#tests/testkit/random.ts'
import { pause, until } from '#tests/testkit/until.ts'
import type { Consultation, Screen } from './consultation.ts'
import { HANDED_OVER, type Measure, type RunOptions } from './fault.ts'
import type { RecogniserFault } from './recogniser.ts'

export type Scenario<C extends Consultation = Consultation> = (consultation: C, options: RunOptions) => Promise<Measure>

export const OFFLINE = /^Offline: áudio guardado neste aparelho/
const PROTECTED = /^Gravando e protegido$/
const FULL = /^Sem proteção: o aparelho está sem espaço$/
/** Two seconds of audio count as a backlog; and the time to draw it on a busy machine. */
const UNANSWERED_MS = 4_000

type Cut = {
  kind: 'cut' | 'swallow'
  /** By the wall clock. */
  ms: number
  /** Seconds of audio in each of them. */
  speed: number
  /** How long the page may take to know and say it. */
  noticedMs: number
}

const cutting =
  (...cuts: Cut[]): Scenario =>
  async (consultation) => {
    const screen = await consultation.recorder(12)
    for (const { kind, ms, speed, noticedMs } of cuts) {
      await screen.says(PROTECTED)
      consultation.network[kind]()
      const online = screen.mustSay('offline', OFFLINE, noticedMs)
      // However the connection looks: what does not come back is not claimed.
      const answered = screen.mustSay('nothing comes back', /^(Offline|Enviando)/, Math.min(noticedMs, UNANSWERED_MS))
      await screen.speed(speed)
      await pause(ms)
      online()
      answered()
      await screen.speed(1)
      consultation.network.heal()
      await screen.recovered()
    }
    await screen.caughtUp()
    return screen.finished()
  }

const second: Cut = { kind: 'cut', ms: 1_000, speed: 1, noticedMs: 500 }
export const cutForASecond = cutting(second, second, second)
/** Five times shorter, with as much audio; long enough that the page asks every five seconds only. */
export const cutForAMinute = cutting({ kind: 'cut', ms: 12_000, speed: 5, noticedMs: 1_500 })
/** Forty times shorter, with as much audio. */
export const cutForTenMinutes = cutting({ kind: 'cut', ms: 15_000, speed: 40, noticedMs: 1_500 })
/** The page takes a connection for dead when nothing has come back for five seconds. */
export const halfOpen = cutting({ kind: 'swallow', ms: 15_000, speed: 1, noticedMs: 8_000 })

/** kill -9 in the middle of the stream, again and again. */
export const serverKilled =
  (kills: number, speed = 1): Scenario =>
  async (consultation, { seed }) => {
    const random = randomFrom(seed)
    const screen = await consultation.recorder()
    for (let kill = 0; kill < kills; kill++) {
      await screen.speed(speed)
      await screen.hears(1 + Math.floor(random() * 8))
      const back = screen.mustSay('the server is dead', OFFLINE)
      await consultation.killServer(back)
      await screen.recovered()
      if (kill % 10 === 9) await consultation.compareStored()
    }
    await screen.caughtUp()
    return { ...(await screen.finished()), runs: kills }
  }

/** Online and offline, the page and at last the whole browser die; what is on the device goes up first. */
export const crashes =
  (times: number): Scenario =>
  async (consultation) => {
    let screen = await consultation.recorder()
    const faults: string[] = []
    for (let crash = 0; crash < times; crash++) {
      await screen.hears(10)
      consultation.network.cut()
      screen.mustSay('offline', OFFLINE)
      await screen.hears(10)
      const takes = [...screen.ledger.sent.keys()].map((place) => Number(place.split(':')[0]))
      await consultation.crash(screen, crash === 2)
      consultation.network.heal()
      screen = await consultation.resume()
      await screen.record()
      await screen.hears(4)
      const [first] = screen.ledger.sent.keys()
      if (Number(first?.split(':')[0]) !== Math.max(...takes))
        faults.push(`new audio went up before what was on the device: ${first}`)
      await screen.caughtUp()
    }
    const measure = await screen.finished()
    return { ...measure, runs: times, faults: [...measure.faults, ...faults] }
  }

/** One page records and the other reads; it takes over, and the two audio streams never mix. */
export const twoTabs: Scenario = async (consultation) => {
  const first = await consultation.recorder(8)
  const second = await consultation.screen()
  await second.says(/^Gravando em outra tela$/)
  const reads = second.mustSay('another tab records', /^Gravando em outra tela$/)
  await first.hears(8)
  const isRefused = !(await second.canRecord())
  reads()
  await second.takeOver()
  await until('the second records', () => second.isRecording(), 10_000)
  await until('the first stops', async () => !(await first.isRecording()), 10_000)
  const lost = first.mustSay('the other tab records', /^(Gravando em outra tela|Enviando)/)
  await second.hears(12)
  lost()
  await first.caughtUp(0)
  const takesOf = ({ ledger }: Screen) => new Set([...ledger.sent.keys()].map((place) => place.split(':')[0]))
  const measure = await second.finished()
  if (!isRefused) measure.faults.push('two tabs could record at once')
  if ([...takesOf(first)].some((take) => takesOf(second).has(take))) measure.faults.push('both tabs sent the same take')
  return measure
}

/** 'Finalizar' without a network: it ends when the last frame is there, and not before. */
export const finishOffline: Scenario = async (consultation) => {
  const screen = await consultation.recorder(8)
  consultation.network.cut()
  await screen.says(/^Offline/)
  await screen.speed(5)
  await screen.hears(60)
  await screen.speed(1)
  await screen.askFinish()
  await screen.says(/^Finalizando… aguardando conexão/)
  const waits = screen.mustSay('it waits for the network', /^Finalizando… aguardando conexão, áudio guardado/)
  await pause(2_000)
  const isEarly = (await consultation.transcript()) !== null
  const body = { consultation_id: consultation.id, specialty: 'general' }
  const { status } = await consultation.doctor.call('POST', '/api/v1/transcription/structure', body)
  waits()
  consultation.network.heal()
  const measure = await consultation.measure()
  if (isEarly) measure.faults.push('it was complete before its audio came')
  if (status !== 409) measure.faults.push(`partial text was accepted for structuring: ${status}`)
  return measure
}

/** The session ends while it records; the doctor signs in again in place. */
export const sessionEnds: Scenario = async (consultation) => {
  await consultation.signIn()
  const screen = await consultation.recorder(8)
  await consultation.doctor.call('POST', '/api/auth/sign-out', {})
  await screen.says(screen.signedOutLine)
  const ended = screen.mustSay('the session has ended', screen.signedOutLine)
  await screen.hears(16)
  ended()
  await screen.signInAgain()
  await screen.recovered()
  await screen.caughtUp()
  return screen.finished()
}

/** The page says so at once, the timer stops, and it continues as `again` says. */
export const microphoneLost =
  (strike: (screen: Screen) => Promise<void>, again: (screen: Screen) => Promise<void>): Scenario =>
  async (consultation) => {
    const screen = await consultation.recorder(8)
    const silent = screen.mustSay('the microphone is silent', /^Microfone parou$/, 1_000)
    await strike(screen)
    await screen.says(/^Microfone parou$/, 2_000)
    await pause(600)
    const shown = await screen.timer()
    await pause(2_500)
    const isStopped = (await screen.timer()) === shown
    silent()
    await again(screen)
    await screen.hears(8)
    const measure = await screen.finished()
    if (!isStopped) measure.faults.push(`the timer went on from ${shown}`)
    return measure
  }
export const microphone = microphoneLost(
  (screen) => screen.unplugMicrophone(),
  (screen) => screen.changeMicrophone(),
)

/** No space on the device: it says so, audio is still sent, and it is protected again once there is space. */
export const storageFull: Scenario = async (consultation) => {
  const screen = await consultation.recorder(8)
  await screen.fillDisk(true)
  await screen.says(FULL)
  const full = screen.mustSay(
    'the device is full',
    /^Sem proteção: o aparelho está sem espaço$|^Offline e sem proteção/,
  )
  const before = screen.acknowledged
  await until('audio is still acknowledged', () => screen.acknowledged > before + 8 * 4_000, 20_000)
  consultation.network.cut()
  await pause(2_500)
  consultation.network.heal()
  await screen.recovered()
  full()
  await screen.fillDisk(false)
  await screen.says(PROTECTED)
  return screen.finished()
}

/**
 * The page's recogniser hears, breaks in this way, and is well again; where it is broken for good, a new page records.
 * `frames`: for so long it is broken.
 */
export const deviceEngine =
  (fault: RecogniserFault, frames: number, opensNewPage = false): Scenario =>
  async (consultation, { seed }) => {
    await consultation.giveRecogniser(seed)
    let screen = await consultation.recorder(16)
    await screen.recogniserBecomes(fault)
    await screen.hears(frames)
    await screen.recogniserBecomes('well')
    if (opensNewPage) {
      await screen.settled()
      await screen.noteRecogniser()
      await consultation.crash(screen, false)
      screen = await consultation.resume()
      await screen.record()
    }
    await screen.hears(16)
    await screen.settled()
    await screen.noteRecogniser()
    await screen.askFinish()
    const measure = await consultation.measure()
    if (!measure.struck[fault]) measure.faults.push(`the recogniser was never '${fault}'`)
    if (opensNewPage && !measure.struck[HANDED_OVER]) measure.faults.push('no other engine wrote between')
    return measure
  }
