import { openDatabase } from '#db/client.ts'
import {
  type LastFault,
  type LevelRow,
  readAlerts,
  readLastFaults,
  readLevels,
  readMinutes,
} from '#db/queries/measurement.ts'
import { readMark } from '#db/queries/service-mark.ts'
import {
  type Alert,
  FRESH_MINUTES,
  LONGEST_WINDOW,
  type MinuteTotal,
  type PartState,
  partStates,
} from '#domain/service/alerts.ts'
import { goodOf } from '#domain/service/levels.ts'
import { metrics, minuteOf, type Part } from '#domain/service/measurement.ts'
import { statusWindows } from '#domain/service/status.ts'
import type { Env } from '../env.ts'
import { unstored } from './measure.ts'
import { inTime, probeParts } from './probe.ts'
import { storeMeasurements } from './store.ts'

const DAY_MINUTES = 24 * 60

/** This isolate's totals that are not stored, in the form of the stored ones: all there is while D1 is away. */
const ownMinutes = (): MinuteTotal[] =>
  unstored().map((total) => ({ ...total, total: total.count, good: goodOf(total) }))

type Seen = { minutes: MinuteTotal[]; alerts: Alert[] }
async function readSeen(env: Env, since: number): Promise<Seen> {
  const db = openDatabase(env.DB)
  const read = () => Promise.all([readMinutes(db, since), readAlerts(db)])
  const [minutes, alerts] = await inTime(read).catch((): [MinuteTotal[], Alert[]] => [[], []])
  return { minutes: [...minutes, ...ownMinutes()], alerts }
}

/** Returns what an operator reads: probes of now, the parts with their last faults, levels and raised alerts. */
export async function readStatus(env: Env, now: number) {
  const db = openDatabase(env.DB)
  const probed = await probeParts(env, now)
  await storeMeasurements(env)
  const { minutes, alerts } = await readSeen(env, minuteOf(now) - LONGEST_WINDOW)
  const since = (length: number) => minuteOf(now) - length + 1
  const readWindows = () => Promise.all(statusWindows.map(({ minutes: length }) => readLevels(db, since(length))))
  const [faults, levels, copy] = await inTime(() =>
    Promise.all([readLastFaults(db, since(DAY_MINUTES)), readWindows(), readMark(db, 'copy')]),
  ).catch((): [LastFault[], LevelRow[][], null] => [[], [], null])
  const lastFault = (part: Part) =>
    faults
      .filter(({ metric }) => metrics[metric] === part)
      .sort((a, b) => b.minute - a.minute)
      .map(({ metric, fault, minute }) => ({ metric, fault, at: minute * 60_000 }))[0] ?? null
  return {
    parts: partStates(minutes, alerts, now).map((state) => {
      const probe = probed.find(({ part }) => part === state.part)
      const live = probe?.fault ? ({ state: 'failing', metric: probe.part, fault: probe.fault } as const) : {}
      return { ...state, ...live, ms: probe?.ms ?? null, last_fault: lastFault(state.part) }
    }),
    levels: statusWindows.flatMap(({ window }, at) =>
      (levels[at] ?? []).map(({ sum, failed, ...level }) => ({
        ...{ window, ...level },
        mean: sum > 0 && level.total > failed ? Math.round(sum / (level.total - failed)) : null,
      })),
    ),
    alerts: alerts
      .filter(({ ended_at }) => ended_at === null)
      .map(({ metric, fault, raised_at }) => ({ metric, part: metrics[metric], fault, raised_at })),
    last_copy: copy?.state === 'copied' ? { copy: copy.subject, at: copy.at } : null,
  }
}

/** A public answer costs D1 one read in this time. */
const HEALTH_KEPT_MS = 15_000
let health: { at: number; failing: Part[] } | undefined

/** Returns the names of the failing parts. Errors: none; a database that does not answer is a failing part. */
export async function readFailing(env: Env, now: number): Promise<Part[]> {
  // Requests share the result, never the promise: the work of a visitor who leaves is cut off, and it would not end.
  if (!health || now - health.at >= HEALTH_KEPT_MS) health = { at: now, failing: await findFailing(env, now) }
  return health.failing
}

async function findFailing(env: Env, now: number): Promise<Part[]> {
  const isAway = await inTime(() => env.DB.prepare('SELECT 1').run()).then(
    () => false,
    () => true,
  )
  const { minutes, alerts } = isAway
    ? { minutes: ownMinutes(), alerts: [] }
    : await readSeen(env, minuteOf(now) - FRESH_MINUTES)
  const failing = partStates(minutes, alerts, now)
    .filter(({ state }: PartState) => state === 'failing')
    .map((one) => one.part)
  return [...new Set([...(isAway ? (['d1'] as const) : []), ...failing])]
}
