import { openDatabase } from '#db/client.ts'
import { addMeasurements } from '#db/queries/measurement.ts'
import type { Metric } from '#domain/service/measurement.ts'
import type { Env } from '../env.ts'
import { putBack, takeTotals, unstored } from './measure.ts'

/** Within the 30 seconds that a Worker may go on after its answer. One write then has all that happened meanwhile. */
const DELAY_MS = 20_000
/** A write that has not ended by then was ended by the platform. */
const LOST_MS = 60_000

const hostOf = (address: string): string => URL.parse(address)?.hostname ?? 'unknown'

/** The supplier behind a metric: a host or a model of our own settings; empty where the part is ours. */
function providerOf(env: Env, metric: Metric): string {
  switch (metric) {
    case 'words':
    case 'first_words':
    case 'engine':
      return env.SPEECH_URL ? hostOf(env.SPEECH_URL) : 'workers-ai'
    case 'device_engine':
      return 'device'
    case 'model':
    case 'record':
    case 'sentence': {
      if (!env.MODEL_NAME && !env.MODEL_URL) return 'rules'
      return `${env.MODEL_URL ? hostOf(env.MODEL_URL) : 'workers-ai'} ${env.MODEL_NAME}`
    }
    case 'mail':
      return env.RESEND_KEY ? 'resend' : env.EMAIL ? 'cloudflare' : 'inbox'
    default:
      return ''
  }
}

/** The commit that the release named its version by; else the version's own id. */
const releaseOf = ({ VERSION: version }: Env): string => version?.tag || version?.id?.slice(0, 8) || 'local'

/** Stores what this isolate has measured. If D1 refuses, returns false and the totals wait for the next call. */
export async function storeMeasurements(env: Env): Promise<boolean> {
  const totals = takeTotals()
  if (totals.size === 0) return true
  const rows = [...totals.values()].map((total) => ({
    ...total,
    provider: providerOf(env, total.metric),
    release: releaseOf(env),
  }))
  try {
    await addMeasurements(openDatabase(env.DB), rows)
    return true
  } catch {
    putBack(totals)
    return false
  }
}

let startedAt: number | null = null

/** Stores measurements soon, after the work that `waitUntil` belongs to. At most one write of an isolate waits. */
export function storeSoon(env: Env, waitUntil: (work: Promise<unknown>) => void): void {
  const now = Date.now()
  if (unstored().length === 0 || (startedAt !== null && now - startedAt < LOST_MS)) return
  startedAt = now
  const write = async () => {
    await scheduler.wait(DELAY_MS)
    startedAt = null
    await storeMeasurements(env)
  }
  waitUntil(write())
}
