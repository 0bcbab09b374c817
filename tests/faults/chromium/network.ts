import { pause } from '../workerd/device.ts'
import { atDesk, type Scenario } from './scenario.ts'

const OFFLINE = /^Offline: áudio guardado neste aparelho/

type Cut = {
  kind: 'cut' | 'swallow'
  /** By the wall clock. */
  ms: number
  /** Audio for each second of it: what the cut is shortened by. */
  speed: number
  /** A half-open connection is recognised by what does not come back. */
  noticedMs?: number
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
      await screen.speed(speed)
      await pause(ms)
      online()
      await screen.speed(1)
      network.heal()
      await screen.recovered()
    }
    await screen.caughtUp()
    return screen.finished()
  })

export const cutForASecond = cutting(
  { kind: 'cut', ms: 1_000, speed: 1 },
  { kind: 'cut', ms: 1_000, speed: 1 },
  { kind: 'cut', ms: 1_000, speed: 1 },
)
/** Five times shorter, with as much audio; long enough that the page asks every five seconds only. */
export const cutForAMinute = cutting({ kind: 'cut', ms: 12_000, speed: 5 })
/** Forty times shorter, with as much audio. */
export const cutForTenMinutes = cutting({ kind: 'cut', ms: 15_000, speed: 40 })
/** Answers fail to come for five seconds until the page believes it; a second more for the next look. */
export const halfOpen = cutting({ kind: 'swallow', ms: 15_000, speed: 4, noticedMs: 8_000 })

/** kill -9 while the page records, and again. */
export const serverKilled: Scenario = atDesk(async (desk, { short }) => {
  const screen = await desk.recorder()
  for (let kill = 0; kill < (short ? 1 : 3); kill++) {
    await screen.hears(8)
    const gone = screen.mustSay('the server is dead', OFFLINE)
    await desk.clinic.killServer(gone)
    await screen.recovered()
  }
  await screen.caughtUp()
  return screen.finished()
})
