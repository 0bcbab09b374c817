import { sql } from 'drizzle-orm'
import { type Alert, type AlertNews, claimTime, type MinuteTotal, REPEAT_MS } from '#domain/service/alerts.ts'
import { columnOf, LEVELS_SQL, levels, MINUTES_SQL } from '#domain/service/levels.ts'
import { BUCKETS, type Metric, metrics, type Total } from '#domain/service/measurement.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'

// Measurements and alerts are about the service: no row has an owner, and none names a person.

/** A minute's total with the supplier behind it and the release that measured it. */
export type StoredTotal = Total & { provider: string; release: string }

const counts = ['count', 'failed', 'sum'] as const
const within = BUCKETS.map(columnOf)
const added = [...counts, ...within].map((name) => `${name} = ${name} + excluded.${name}`)
const ADD_SQL = `INSERT INTO measurements (minute, metric, provider, release, fault, count, failed, sum, max, ${within})
  SELECT value ->> 'minute', value ->> 'metric', value ->> 'provider', value ->> 'release', value ->> 'fault',
    value ->> 'count', value ->> 'failed', value ->> 'sum', value ->> 'max',
    ${BUCKETS.map((_, at) => `value ->> '$.within[${at}]'`)}
  FROM json_each(?) WHERE true
  ON CONFLICT (minute, metric, provider, release, fault)
  DO UPDATE SET ${added}, max = max(max, excluded.max)`

/** Adds totals to the rows of their minutes, in one statement. */
export async function addMeasurements(db: Database, rows: readonly StoredTotal[]): Promise<void> {
  await db.$client.prepare(ADD_SQL).bind(JSON.stringify(rows)).run()
}

/** Deletes what is older than `minute`. */
export async function forgetMeasurements(db: Database, minute: number): Promise<void> {
  await db.run(sql`DELETE FROM measurements WHERE minute < ${minute}`)
}

/** Returns good and bad of every metric by minute and fault, since the minute `since`. */
export async function readMinutes(db: Database, since: number): Promise<MinuteTotal[]> {
  const { results } = await db.$client.prepare(MINUTES_SQL).bind(since).all<MinuteTotal>()
  return results
}

export type LevelRow = {
  metric: Metric
  provider: string
  release: string
  total: number
  good: number
  sum: number
  failed: number
}

/** Returns the service levels by supplier and release, since the minute `since`. */
export async function readLevels(db: Database, since: number): Promise<LevelRow[]> {
  const shown = JSON.stringify(levels.map(({ metric }) => metric))
  const { results } = await db.$client.prepare(LEVELS_SQL).bind(since, shown).all<LevelRow>()
  return results
}

export type LastFault = { metric: Metric; fault: string; minute: number }
/** Returns the last fault of each metric since the minute `since`. */
export const readLastFaults = (db: Database, since: number): Promise<LastFault[]> =>
  db.all(sql`SELECT metric, fault, max(minute) AS minute FROM measurements
    WHERE minute >= ${since} AND failed > 0 AND fault <> '' GROUP BY metric`)

/** Returns the age in ms of the oldest job that no worker has taken; 0 without one. */
export async function readQueueAge(db: Database, now: number): Promise<number> {
  const row = await db.get<{ oldest: number | null }>(
    sql`SELECT min(created_at) AS oldest FROM jobs WHERE status = 'queued' AND attempts = 0`,
  )
  return row?.oldest ? Math.max(0, now - row.oldest) : 0
}

/** Leaves out alerts of a metric that only a newer release knows. */
export const readAlerts = (db: Database): Promise<Alert[]> =>
  db.all<Alert>(sql`SELECT metric, raised_at, sent_at, ended_at, fault FROM alerts
    WHERE metric IN (SELECT value FROM json_each(${JSON.stringify(Object.keys(metrics))}))`)

/**
 * Stores a change of an alert and returns true, unless another run of the cron stored it first: each change has one
 * message. The sender confirms it. If the sender dies before, a raised alert goes out after two minutes as repeated; an
 * end does not go out.
 */
export async function claimAlert(db: Database, { what, metric, fault, raisedAt }: AlertNews, now: number) {
  const change =
    what === 'raised'
      ? sql`INSERT INTO alerts (metric, fault, raised_at, sent_at, ended_at) VALUES (${metric}, ${fault}, ${raisedAt}, ${claimTime(now)}, NULL)
          ON CONFLICT (metric) DO UPDATE SET fault = excluded.fault, raised_at = excluded.raised_at,
            sent_at = excluded.sent_at, ended_at = NULL WHERE ended_at IS NOT NULL`
      : what === 'ended'
        ? sql`UPDATE alerts SET ended_at = ${now}, sent_at = ${now} WHERE metric = ${metric} AND ended_at IS NULL`
        : sql`UPDATE alerts SET sent_at = ${claimTime(now)}, fault = ${fault} WHERE metric = ${metric}
            AND ended_at IS NULL AND sent_at <= ${now - REPEAT_MS}`
  const [written] = await writeAll(db, [change])
  return hasWritten(written)
}

/** The message of a claim went out. */
export async function confirmAlert(db: Database, metric: Metric, now: number): Promise<void> {
  await db.run(sql`UPDATE alerts SET sent_at = ${now} WHERE metric = ${metric}`)
}

/** No message of this alert went out: the next run sends it again. An end that was not sent has not come yet. */
export async function unclaimAlert(db: Database, metric: Metric): Promise<void> {
  await db.run(sql`UPDATE alerts SET sent_at = 0, ended_at = NULL WHERE metric = ${metric}`)
}
