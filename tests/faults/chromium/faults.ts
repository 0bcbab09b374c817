import type { Fault } from '../fault.ts'
import type { Bound } from '../measure.ts'
import type { Clinic } from './clinic.ts'
import type { Scenario } from './scenario.ts'

let clinic: Promise<Clinic> | undefined

/** Built and served once for all; the modules load when the first fault is run. */
const openClinic = (): Promise<Clinic> => {
  clinic ??= import('./clinic.ts').then(({ Clinic }) => Clinic.open())
  return clinic
}
export async function closeChromium(): Promise<void> {
  await (await clinic)?.close()
  clinic = undefined
}

const rowOf = (name: string, bound: Bound, load: () => Promise<Scenario>, note?: string): Fault => ({
  name,
  rung: 3,
  bound,
  ...(note && { note }),
  async run(options) {
    const scenario = await load()
    return scenario(await openClinic(), options)
  },
})

const network = () => import('./network.ts')
const device = () => import('./device.ts')
const microphone = () => import('./microphone.ts')
const screens = () => import('./screens.ts')

/** LU of a crash is that of the worst one: the frame in hand. */
export const inChromium: readonly Fault[] = [
  rowOf(
    'renderer-killed',
    { lu: 0.25 },
    async () => (await device()).crashed,
    'three times the renderer, once the whole browser; LU is that of the worst',
  ),
  rowOf('cut-1s', { rt: 3 }, async () => (await network()).cutForASecond),
  // Five seconds between attempts, and the handshake.
  rowOf('cut-60s', { rt: 5.5 }, async () => (await network()).cutForAMinute, '12 s by the wall with 60 s of audio'),
  rowOf(
    'cut-10min',
    { rt: 5.5 },
    async () => (await network()).cutForTenMinutes,
    '15 s by the wall with 10 min of audio',
  ),
  rowOf('half-open', { rt: 5.5 }, async () => (await network()).halfOpen, '15 s, in real time'),
  rowOf('server-killed', { rt: 5 }, async () => (await network()).serverKilled),
  rowOf('asleep', {}, async () => (await device()).asleep, 'all processes of the browser stopped for 6 s'),
  rowOf('storage-full', {}, async () => (await device()).storageFull),
  rowOf('microphone-unplugged', {}, async () => (await microphone()).unplugged),
  rowOf(
    'microphone-muted',
    {},
    async () => (await microphone()).muted,
    'the event of a mute is given to the track: a call and a switch look the same to a page',
  ),
  rowOf('two-tabs', {}, async () => (await screens()).twoTabs),
  rowOf('finish-offline', {}, async () => (await screens()).finishOffline),
  rowOf('session-ends', {}, async () => (await screens()).sessionEnds),
  { ...rowOf('forgetful-database', {}, async () => (await device()).forgetful), knownBad: true },
]
