import { pause } from '../workerd/device.ts'
import { atDesk, type Scenario } from './scenario.ts'

const OFFLINE = /^Offline: áudio guardado neste aparelho/

/** Two seconds of audio count as a backlog; and the time to draw it on a busy machine. */
const UNANSWERED_MS = 4_000

const DRAIN_MS = 150_000

type Cut = {
  kind: 'cut' | 'swallow'
  /** By the wall clock. */
  ms: number
  /** Audio for each second of it: what the cut is shortened by. */
  speed: number
  /** How long the page may take to know and say it. */
  noticedMs: number
}

const cutting = (...cuts: Cut[]): Scenario =>
  atDesk(async (desk) => {
    const { network } = desk.clinic
    const screen = await desk.recorder()
    await screen.hears(12)
    for (const { kind, ms, speed, noticedMs } of cuts) {
      await screen.says(/^Gravando e protegido$/)
      network[kind]()
      const online = screen.mustSay('offline', OFFLINE, noticedMs)
      // However the connection looks: what does not come back is not claimed.
      const answered = screen.mustSay('nothing comes back', /^(Offline|Enviando)/, Math.min(noticedMs, UNANSWERED_MS))
      await screen.speed(speed)
      await pause(ms)
      online()
      answered()
      await screen.speed(1)
      network.heal()
      await screen.recovered()
    }
    // Ten minutes of audio: a busy machine sends it at ten times real time.
    await screen.caughtUp(4, DRAIN_MS)
    return screen.finished()
  })

const second: Cut = { kind: 'cut', ms: 1_000, speed: 1, noticedMs: 500 }
export const cutForASecond = cutting(second, second, second)
/** Five times shorter, with as much audio; long enough that the page asks every five seconds only. */
export const cutForAMinute = cutting({ kind: 'cut', ms: 12_000, speed: 5, noticedMs: 1_500 })
/** Forty times shorter, with as much audio. */
export const cutForTenMinutes = cutting({ kind: 'cut', ms: 15_000, speed: 40, noticedMs: 1_500 })
/** The page takes a connection for dead when nothing has come back for five seconds. */
export const halfOpen = cutting({ kind: 'swallow', ms: 15_000, speed: 1, noticedMs: 8_000 })

/** kill -9 while the page records, and again. */
export const serverKilled: Scenario = atDesk(async (desk, { short }) => {
  const screen = await desk.recorder()
  for (let kill = 0; kill < (short ? 1 : 3); kill++) {
    await screen.hears(8)
    const offlineShown = screen.mustSay('the server is dead', OFFLINE)
    await desk.clinic.killServer(offlineShown)
    await screen.recovered()
  }
  await screen.caughtUp()
  return screen.finished()
})
