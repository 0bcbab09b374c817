import type { Fault, RunOptions } from '../fault.ts'
import type { Bound, Measure } from '../measure.ts'
import type { Scenario } from './scenario.ts'
import type { Clinic } from './stage.ts'

let clinic: Promise<Clinic> | undefined

/** One server for all; the modules load when the first fault is run. */
const openClinic = (): Promise<Clinic> => {
  clinic ??= import('./stage.ts').then(({ Clinic }) => Clinic.open())
  return clinic
}
export async function closeWorkerd(): Promise<void> {
  await (await clinic)?.close()
  clinic = undefined
}

const rowOf = (name: string, bound: Bound, load: () => Promise<Scenario>): Fault => ({
  name,
  rung: 2,
  bound,
  async run(options: RunOptions): Promise<Measure> {
    const scenario = await load()
    return scenario(await openClinic(), options)
  },
})

const network = () => import('./network.ts')
const server = () => import('./server.ts')
const engine = () => import('./engine-faults.ts')
const screens = () => import('./screens.ts')

export const onWorkerd: readonly Fault[] = [
  rowOf('cut-1s', { rt: 3 }, async () => (await network()).cutShortly),
  // Five seconds between attempts, and the handshake.
  rowOf('cut-60s', { rt: 5.5 }, async () => (await network()).cutForAMinute),
  rowOf('cut-10min', { rt: 5.5 }, async () => (await network()).cutForTenMinutes),
  rowOf('half-open', { rt: 5 }, async () => (await network()).halfOpen),
  rowOf('bad-frames', {}, async () => (await network()).badFrames),
  // LU is that of the worst crash: the frame in hand.
  rowOf('page-crash', { lu: 0.25 }, async () => (await screens()).pageCrash),
  rowOf('two-tabs', {}, async () => (await screens()).twoTabs),
  rowOf('offline-take-over', {}, async () => (await screens()).offlineTakeOver),
  rowOf('finish-offline', {}, async () => (await screens()).finishOffline),
  rowOf('session-ends', {}, async () => (await screens()).sessionEnds),
  rowOf('microphone', {}, async () => (await screens()).microphone),
  rowOf('storage-full', {}, async () => (await screens()).storageFull),
  rowOf('clock-skew', {}, async () => (await screens()).clockSkew),
  rowOf('same-sentence', {}, async () => (await screens()).sameSentence),
  rowOf('server-killed', { rt: 5 }, async () => (await server()).killed),
  rowOf('deployed', { rt: 5 }, async () => (await server()).deployed),
  rowOf('pause-asleep', { rt: 5 }, async () => (await server()).asleep),
  rowOf('d1-fails', {}, async () => (await server()).databaseFails),
  rowOf('job-kills-worker', {}, async () => (await server()).jobKillsWorker),
  rowOf('jobs', {}, async () => (await server()).jobsRungTwice),
  rowOf('engine-dies', {}, async () => (await engine()).engineDies),
  rowOf('engine-stalls', {}, async () => (await engine()).engineStalls),
  rowOf('engine-garbage', {}, async () => (await engine()).engineGarbage),
  rowOf('engine-empty', {}, async () => (await engine()).engineEmpty),
  rowOf('stream', {}, async () => (await import('./stream.ts')).stream),
  {
    name: 'absent-minded-room',
    rung: 2,
    bound: {},
    knownBad: true,
    async run(options) {
      await closeWorkerd()
      clinic = import('./stage.ts').then(({ Clinic }) => Clinic.open('AbsentMindedRoom'))
      try {
        return await (await server()).killed(await clinic, { ...options, short: true })
      } finally {
        await closeWorkerd()
      }
    },
  },
]
