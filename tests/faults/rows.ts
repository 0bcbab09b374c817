import '#tests/testkit/device/browser.ts'
import type { Clinic } from './consultation.ts'
import { type Bound, type Fault, failure, type Measure, together } from './fault.ts'
import * as both from './scenarios.ts'
import { simulatedFaults } from './simulation/faults.ts'

// The modules of a rung load when its first fault is run; its server is built and started once.
const workerd = async () => (await import('./workerd/clinic.ts')).NodeClinic.open()
const absentMinded = async () => (await import('./workerd/clinic.ts')).NodeClinic.open({ room: 'AbsentMindedRoom' })
/** `RELEASE_BEFORE` names the commit that takes turns with this one. */
const twoReleases = async () =>
  (await import('./workerd/clinic.ts')).NodeClinic.open({ releaseBefore: process.env.RELEASE_BEFORE ?? 'HEAD^' })
const chromium = async () => (await import('./chromium/clinic.ts')).BrowserClinic.open()
const node = () => import('./workerd/scenarios.ts')
const browser = () => import('./chromium/scenarios.ts')

let current: { open: () => Promise<Clinic>; clinic: Promise<Clinic> } | undefined
export async function closeClinic(): Promise<void> {
  await (await current?.clinic)?.close()
  current = undefined
}
async function clinicOf(open: () => Promise<Clinic>): Promise<Clinic> {
  if (current?.open !== open) {
    await closeClinic()
    current = { open, clinic: open() }
  }
  return current.clinic
}

type Row = {
  open: () => Promise<Clinic>
  // biome-ignore lint/suspicious/noExplicitAny: a scenario of a rung gets this rung's consultations.
  load: () => both.Scenario<any> | Promise<both.Scenario<any>>
  bound?: Bound
  times?: number
  note?: string
  script?: () => Promise<string>
  knownBad?: true
}

/** One consultation for each run; it is closed even on failure, and a failure keeps the measurements. */
const rowOf = (rung: 2 | 3, name: string, { open, load, bound = {}, times = 1, script, ...row }: Row): Fault => ({
  name,
  rung,
  bound,
  ...row,
  async run(options) {
    const [clinic, scenario] = [await clinicOf(open), await load()]
    const measures: Measure[] = []
    for (let run = 0; run < times; run++) {
      await clinic.restore()
      const consultation = await clinic.consultation(await script?.())
      try {
        measures.push(await scenario(consultation, options))
      } catch (error) {
        const words = await consultation.transcript().catch(() => null)
        const measure = consultation.judge(words ?? [])
        measures.push({ ...measure, faults: [...measure.faults, failure(error), consultation.look()] })
      } finally {
        await clinic.restore()
        await consultation.close()
      }
    }
    return { ...together(measures), lu: Math.max(...measures.map(({ lu }) => lu)) }
  },
})
const on2 = (name: string, load: Row['load'], row: Partial<Row> = {}) => rowOf(2, name, { open: workerd, load, ...row })
const on3 = (name: string, load: Row['load'], row: Partial<Row> = {}) =>
  rowOf(3, name, { open: chromium, load, ...row })

/** The page's own recogniser. After a withdrawal a new page of the device begins with it again. */
const deviceRows = (on: typeof on2 | typeof on3): Fault[] => [
  on('device-dies', () => both.deviceEngine('dies', 40)),
  on('device-stalls', () => both.deviceEngine('stalled', 100)),
  on('device-repeats', () => both.deviceEngine('repeats', 40)),
  on('device-late', () => both.deviceEngine('late', 60)),
  on('device-garbage', () => both.deviceEngine('garbage', 40)),
  on('device-withdrawn', () => both.deviceEngine('withdrawn', 30)),
  on('device-server-device', () => both.deviceEngine('withdrawn', 30, true)),
]

/** A page that dies may take the frame in hand with it. */
const inHand: Bound = { lu: 0.25 }
// Five seconds between attempts, and the handshake.
const attempts: Bound = { rt: 5.5 }

/** The fault table of the design (trust), rung by rung. */
export const faults: readonly Fault[] = [
  ...simulatedFaults,

  on2('cut-1s', () => both.cutForASecond, { bound: { rt: 3 }, times: 2 }),
  on2('cut-60s', () => both.cutForAMinute, { bound: attempts, times: 3 }),
  on2('cut-10min', () => both.cutForTenMinutes, { bound: attempts }),
  on2('half-open', () => both.halfOpen, { bound: { rt: 5 }, times: 2 }),
  on2('bad-frames', async () => (await node()).badFrames, { times: 3 }),
  on2('page-crash', () => both.crashes(2), { bound: inHand, times: 3 }),
  on2('two-tabs', () => both.twoTabs, { times: 3 }),
  on2('offline-take-over', async () => (await node()).offlineTakeOver, { times: 3 }),
  on2('finish-offline', () => both.finishOffline, { times: 3 }),
  on2('session-ends', () => both.sessionEnds, { times: 2 }),
  on2('microphone', () => both.microphone, { times: 3 }),
  on2('storage-full', () => both.storageFull),
  on2('clock-skew', async () => (await node()).clockSkew),
  on2('same-sentence', async () => (await node()).sameSentence),
  on2('server-killed', () => both.serverKilled(100, 3), { bound: { rt: 5 } }),
  on2('deployed', async () => (await node()).deployed, { bound: { rt: 5 } }),
  on2('pause-asleep', async () => (await node()).asleep, { bound: { rt: 5 } }),
  on2('d1-fails', async () => (await node()).databaseFails, { times: 2 }),
  on2('job-kills-worker', async () => (await import('./workerd/jobs.ts')).jobKillsWorker),
  on2('jobs', async () => (await import('./workerd/jobs.ts')).jobsRungTwice),
  on2('engine-dies', async () => (await node()).engineDies, { times: 2 }),
  on2('engine-stalls', async () => (await node()).engineStalls),
  on2('engine-garbage', async () => (await node()).engineGarbage),
  on2('engine-empty', async () => (await node()).engineEmpty),
  ...deviceRows(on2),
  on2('stream', async () => (await import('./workerd/stream.ts')).stream, { bound: inHand }),
  on2('two-releases', async () => (await node()).switched, {
    open: twoReleases,
    bound: attempts,
    times: 5,
    note: 'in each run ten switches between this commit and the one before',
  }),
  on2('absent-minded-room', () => both.serverKilled(10, 3), { open: absentMinded, knownBad: true }),

  on3('renderer-killed', () => both.crashes(4), {
    bound: inHand,
    note: 'three times the renderer, once the whole browser; LU is that of the worst',
  }),
  on3('cut-1s', () => both.cutForASecond, { bound: { rt: 3 } }),
  on3('cut-60s', () => both.cutForAMinute, { bound: attempts, note: '12 s by the wall with 60 s of audio' }),
  on3('cut-10min', () => both.cutForTenMinutes, { bound: attempts, note: '15 s by the wall with 10 min of audio' }),
  on3('half-open', () => both.halfOpen, { bound: attempts, note: '15 s, in real time' }),
  on3('server-killed', () => both.serverKilled(3), { bound: { rt: 5 } }),
  on3('asleep', async () => (await browser()).asleep, { note: 'all processes of the browser stopped for 6 s' }),
  on3('reloaded-offline', async () => (await browser()).reloadedOffline, {
    note: 'two reloads in the middle of a take; no frame in hand',
  }),
  on3('storage-full', () => both.storageFull),
  on3('microphone-unplugged', () => both.microphone),
  on3('microphone-muted', async () => (await browser()).muted, {
    note: 'the event of a mute is given to the track: a call and a switch look the same to a page',
  }),
  on3('two-tabs', () => both.twoTabs),
  on3('finish-offline', () => both.finishOffline),
  on3('session-ends', () => both.sessionEnds),
  ...deviceRows(on3),
  on3('forgetful-database', () => both.crashes(1), {
    script: async () => (await import('./chromium/page-script.ts')).vanishingWrites(),
    knownBad: true,
  }),
]
