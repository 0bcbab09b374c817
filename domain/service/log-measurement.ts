import { isErrorCode, statusOf } from '../errors.ts'
import type { JobKind } from '../jobs.ts'
import type { LogEvent } from '../log-event.ts'
import type { Measurement, Metric } from './measurement.ts'

const failure = (metric: Metric, fault: string): Measurement[] => [{ metric, failed: 1, fault }]

/** Ends of an attempt that no repair of the service would change: the doctor's refusals, and a receiver's. */
const isResult = (kind: JobKind, errorName: string): boolean =>
  errorName === 'deferred' || (kind !== 'mail' && isErrorCode(errorName) && statusOf(errorName) < 500)

/** Returns what a log event measures. It takes counts, times and classes from it, and no id. */
export function measurementsOf(event: LogEvent): Measurement[] {
  switch (event.event) {
    case 'uncaught':
      return failure('uncaught', event.where)
    case 'room_engine':
      // Faults of the server's engine are measured at its port, with their times.
      if (event.fault === 'device') return failure('device_engine', event.fault)
      return event.fault === 'not_configured' ? failure('engine', event.fault) : []
    case 'room_completed':
      return [{ metric: 'completion' }, ...(event.gaps > 0 ? [{ metric: 'gap', count: event.gaps } as const] : [])]
    case 'room_flush_failed':
      return failure('completion', event.errorName)
    case 'job_done':
      if (event.outcome !== 'completed') return []
      return [{ metric: jobMetric(event.kind), value: event.age ?? event.ms }]
    case 'job_failed':
      // A record counts once, when it is there or given up; other parts count each attempt, to show a fault at once.
      if (event.kind === 'structure' || isResult(event.kind, event.errorName)) return []
      return failure(jobMetric(event.kind), event.errorName)
    case 'job_dead':
      return event.kind === 'structure' ? failure('record', 'dead') : []
    case 'model_fell_back':
    case 'model_fell_back_in_part':
      return failure('model', event.reason)
    case 'billing_failed':
      return failure('stripe', event.errorName)
    case 'audit_broken':
      return failure('audit_broken', event.reason)
    case 'audit_unsealed':
      return failure('audit', event.errorName)
    case 'retention_failed':
      return failure('retention', event.errorName)
    default:
      return []
  }
}

function jobMetric(kind: JobKind): Metric {
  switch (kind) {
    case 'structure':
      return 'record'
    case 'billing_sync':
    case 'billing_end':
      return 'stripe'
    default:
      return kind
  }
}
