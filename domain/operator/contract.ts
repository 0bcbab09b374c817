import { z } from 'zod/mini'
import { oneLine } from '../contract.ts'
import { jobKinds, jobStatuses } from '../jobs.ts'
import { type Metric, metrics, parts } from '../service/measurement.ts'
import { subscriptionStatuses } from '../subscription/entitlement.ts'
import { intervals, paidPlanIds } from '../subscription/plans.ts'

/** Calls of one network at the operator's door, with a right or a wrong token. */
export const OPERATOR_CALLS = { max: 60, windowMs: 10 * 60_000 }

/** Every use says why; it is stored in the audit log, which the doctor reads: no patient's name in it. */
const reason = oneLine.check(z.minLength(5), z.maxLength(200), z.regex(/[\p{L}\p{N}]/u))

/** How the identity of a doctor was checked before their second factor is reset. */
export const identityChecks = ['documento por vídeo', 'telefone do CRM', 'presencialmente'] as const

/** `id`: of a consultation or of a job, or the verification code of a document. */
export const findBody = z.strictObject({ reason, id: z.string().check(z.trim(), z.minLength(8), z.maxLength(64)) })
export const replayBody = z.strictObject({ reason, job_id: z.uuid().check(z.toLowerCase()) })
const email = z.email().check(z.maxLength(320))
export const accountBody = z.strictObject({ reason, email })
/** Mails that an operator sends again, each made afresh with a new link. */
export const resentMails = ['verification', 'password_reset', 'subscription'] as const
export type ResentMail = (typeof resentMails)[number]
/** As the doctor reads them in the log. */
export const resentMailNames: Record<ResentMail, string> = {
  verification: 'confirmação',
  password_reset: 'nova senha',
  subscription: 'assinatura',
}
export const resendBody = z.strictObject({ reason, email, mail: z.enum(resentMails) })
export const resetFactorBody = z.strictObject({
  reason,
  email,
  identity: z.enum(identityChecks),
})

const instant = z.nullable(z.int())
/** A name from a closed list of the code: no space, so no sentence. */
const code = z.nullable(z.string().check(z.regex(/^[a-z_]{1,40}$/)))
/** Ids, codes, counts and times alone: no field can carry a patient's name or words. */
const operatorJob = z.object({
  id: z.uuid(),
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  step: code,
  error: code,
  attempts: z.int(),
  deaths: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
})
export const foundReply = z.object({
  consultation: z.object({
    id: z.uuid(),
    doctor_id: z.string(),
    status: z.enum(['active', 'completed']),
    start_time: z.int(),
    end_time: instant,
    entry_count: z.int(),
    signed_at: instant,
  }),
  /** Newest first, at most 50. */
  jobs: z.array(operatorJob),
})
export const replayReply = z.object({ job_id: z.uuid(), status: z.literal('queued') })
export const resetFactorReply = z.object({ doctor_id: z.string(), second_factor: z.literal('off') })
export const accountReply = z.object({ doctor_id: z.string(), account: z.enum(['disabled', 'enabled']) })
export const resendReply = z.object({ doctor_id: z.string(), mail: z.enum(resentMails) })

const shownSubscription = z.object({
  id: z.string(),
  plan: z.enum(paidPlanIds),
  interval: z.enum(intervals),
  /** Centavos. */
  amount: z.int(),
  status: z.enum(subscriptionStatuses),
  /** Stripe's times are epoch seconds. */
  current_period_start: z.int(),
  current_period_end: z.int(),
  trial_end: instant,
  ends_at: instant,
  cancel_at_period_end: z.boolean(),
})
export type ShownSubscription = z.infer<typeof shownSubscription>
export const subscriptionStateReply = z.object({
  doctor_id: z.string(),
  customer_id: z.nullable(z.string()),
  /** The copy that decides the doctor's plan; `fetched_at`: when it was read from Stripe, epoch ms. */
  product: z.nullable(shownSubscription),
  fetched_at: instant,
  /** The subscription that counts at Stripe now. `others`: further ones that go on charging. */
  stripe: z.nullable(shownSubscription),
  others: z.int(),
  /** Fields that differ; `subscription`: only one side has one. */
  differences: z.array(z.string()),
})

const metric = z.enum(Object.keys(metrics) as [Metric])
const part = z.enum(parts)
/** A class from a closed list, or the name of an error's class. */
const fault = z.string().check(z.regex(/^\w{0,40}$/))

export const statusReply = z.object({
  /** `ms`: how long D1, R2 or the oldest job waits now; null elsewhere, and without an answer in three seconds. */
  parts: z.array(
    z.object({
      part,
      state: z.enum(['ok', 'failing', 'unmeasured']),
      metric: z.nullable(metric),
      fault,
      ms: z.nullable(z.int()),
      /** Within a day. */
      last_fault: z.nullable(z.object({ metric, fault, at: z.int() })),
    }),
  ),
  /** The service levels by supplier and release. `mean`: in ms. */
  levels: z.array(
    z.object({
      window: z.enum(['hour', 'day', 'week']),
      metric,
      provider: z.string(),
      release: z.string(),
      total: z.int(),
      good: z.int(),
      mean: z.nullable(z.int()),
    }),
  ),
  alerts: z.array(z.object({ metric, part, fault, raised_at: z.int() })),
  /** Jobs by kind: those in work, the age of the oldest in seconds, and what ended within the last hour. */
  jobs: z.array(
    z.object({
      kind: z.enum(jobKinds),
      waiting: z.int(),
      oldest_seconds: z.nullable(z.int()),
      completed: z.int(),
      failed: z.int(),
    }),
  ),
  /** Consultations in progress. */
  active: z.int(),
  /** The last copy that its writer reported; null if no copy was reported, or copies are not watched. */
  last_copy: z.nullable(z.object({ copy: z.string(), at: z.int() })),
})
export type ServiceStatus = z.infer<typeof statusReply>

/** `fault`: of a synthetic consultation, null if it passed; `version`: the one that played it. */
export const syntheticReply = z.object({ fault: z.nullable(fault), version: z.nullable(z.string()) })

/** The public answer: the names of failing parts. */
export const healthReply = z.object({ ok: z.boolean(), failing: z.array(part) })
