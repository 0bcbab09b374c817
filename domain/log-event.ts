import type { ErrorCode } from './errors.ts'
import type { JobKind } from './jobs.ts'
import type { Metric } from './service/measurement.ts'
import type { EngineFault } from './speech/fault.ts'

/** Why the language model wrote no record, or no part of one. */
export type ModelFailure = 'not_configured' | 'wrong_shape' | 'unreachable' | 'too_slow' | 'refused'

/**
 * All events the product may log. Ids, codes and numbers only: patient text has no field to travel in. `reason` fields
 * are closed unions or technical names (an error class), never a message from outside.
 */
export type LogEvent =
  | {
      event: 'request_failed'
      requestId: string
      method: string
      route: string
      status: number
      code: ErrorCode
      errorName?: string
    }
  | { event: 'page_failed'; errorName: string }
  | { event: 'uncaught'; where: 'request' | 'queue' | 'scheduled' | 'room'; errorName: string }
  | { event: 'library_printed'; method: string; errorName?: string }
  | { event: 'reply_off_contract'; requestId: string; route: string; paths: string[] }
  | { event: 'foreign_origin'; requestId: string; route: string }
  | { event: 'afterwards_failed'; errorName: string }
  | { event: 'second_factor_unreadable' }
  | { event: 'room_opened'; consultationId: string; sockets: number }
  | { event: 'room_refused'; consultationId: string; code: string }
  | {
      event: 'room_engine'
      consultationId: string
      state: 'connecting' | 'listening' | 'idle' | 'lost'
      attempt: number
      fault?: EngineFault
    }
  | { event: 'room_completed'; consultationId: string; entries: number; takes: number; gaps: number }
  | { event: 'room_unattended'; consultationId: string }
  | { event: 'room_sessions_unchecked'; consultationId: string; errorName: string }
  | { event: 'room_flush_failed'; consultationId: string; attempt: number; errorName: string }
  | { event: 'consent_untold'; consultationId: string; errorName: string }
  | { event: 'frame_refused'; consultationId: string; reason: string }
  | {
      event: 'job_done'
      kind: JobKind
      id: string
      outcome: 'completed' | 'stale' | 'deferred'
      ms: number
      /** Since the request, in ms; only of a completed job. */
      age?: number
    }
  | { event: 'job_failed'; kind: JobKind; id: string; attempt: number; errorName: string }
  | { event: 'job_dead'; kind: JobKind | 'unknown'; id: string }
  | { event: 'job_unreadable'; queue: string }
  | { event: 'job_bell_lost'; kind: JobKind; id: string; errorName: string }
  | { event: 'jobs_resent'; count: number }
  | { event: 'audit_sealed'; doctors: number; rows: number }
  | { event: 'audit_broken'; doctorId: string; seq: number; reason: 'rows_changed' | 'anchor_taken' }
  | { event: 'audit_unsealed'; errorName: string }
  | { event: 'audit_trimmed'; removalId: string }
  | { event: 'model_fell_back' | 'model_fell_back_in_part'; jobId: string; reason: ModelFailure }
  | { event: 'signature_broken'; recordId: string }
  | { event: 'mail_stored'; kind: string; id: string }
  | { event: 'mail_failed'; kind: string; id: string; errorName: string }
  | { event: 'billing_failed'; code: ErrorCode; errorName: string; stripeCode?: string; stripeRequest?: string }
  | { event: 'billing_odd'; reason: 'price_missing' | 'price_differs' }
  | { event: 'billing_odd'; reason: 'price_unknown' | 'two_subscriptions'; customerId: string }
  | { event: 'webhook_refused' }
  | { event: 'webhook_odd'; reason: 'unreadable' | 'other_shape'; errorName: string }
  | { event: 'retention_done'; what: string; count: number }
  | { event: 'retention_failed'; what: string; errorName: string }
  | { event: 'alert_unsent'; metric: Metric; errorName: string }
  | { event: 'configuration_missing'; names: string[] }
