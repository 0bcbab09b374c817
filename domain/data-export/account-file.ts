import { z } from 'zod/mini'
import { applicationSettings } from '../account/settings.ts'
import { auditActions } from '../audit.ts'
import { instant } from '../contract.ts'
import { FORMAT_VERSION } from './files.ts'

export const userRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  image: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
  closed_at: z.nullable(instant),
  erased_at: z.nullable(instant),
})

export const profileRow = z.strictObject({
  id: z.string(),
  full_name: z.string(),
  crm: z.nullable(z.string()),
  specialty: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  time_zone: z.string(),
  kept_email: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
})

/** How the doctor signs in: with a password, or through another provider. */
export const signInRow = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  provider_id: z.string(),
  user_id: z.string(),
  scope: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
})

export const sessionRow = z.strictObject({
  id: z.string(),
  expires_at: instant,
  created_at: instant,
  updated_at: instant,
  ip_address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  user_id: z.string(),
})

/** Whether there is an authenticator app, and since when. `enabled_at` null: not yet confirmed. */
export const secondFactorRow = z.strictObject({
  doctor_id: z.string(),
  begun_at: instant,
  enabled_at: z.nullable(instant),
})

export const subscriptionRow = z.strictObject({
  user_id: z.string(),
  provider_subscription_id: z.string(),
  plan: z.string(),
  interval: z.string(),
  /** Centavos. */
  amount: z.int(),
  status: z.string(),
  /** Stripe's times are seconds. */
  current_period_start: z.int(),
  current_period_end: z.int(),
  trial_end: z.nullable(z.int()),
  ends_at: z.nullable(z.int()),
  cancel_at_period_end: z.boolean(),
  others: z.int(),
  fetched_at: instant,
  updated_at: instant,
})

export const customerRow = z.strictObject({
  doctor_id: z.string(),
  customer_id: z.string(),
  trial_used_at: z.nullable(instant),
  created_at: instant,
})

export const mailRow = z.strictObject({
  id: z.string(),
  doctor_id: z.nullable(z.string()),
  to: z.string(),
  kind: z.string(),
  subject: z.string(),
  created_at: instant,
  sent_at: z.nullable(instant),
})

/** perfil.json */
export const accountFile = z.strictObject({
  format_version: z.literal(FORMAT_VERSION),
  kind: z.literal('account'),
  user: userRow,
  profile: z.nullable(profileRow),
  /** The settings of the device that requested the export: each device has its own. */
  settings: applicationSettings,
  sign_in: z.array(signInRow),
  sessions: z.array(sessionRow),
  second_factor: z.nullable(secondFactorRow),
  subscription: z.nullable(subscriptionRow),
  stripe_customer: z.nullable(customerRow),
  mails: z.array(mailRow),
})
export type AccountFile = z.infer<typeof accountFile>

export const accessRow = z.strictObject({
  id: z.int(),
  at: instant,
  doctor_id: z.string(),
  action: z.enum(auditActions),
  subject_kind: z.string(),
  subject_id: z.string(),
  request_id: z.nullable(z.string()),
  patient_id: z.nullable(z.string()),
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
})
export type AccessRow = z.infer<typeof accessRow>

/** acessos.json; acessos.csv has the same rows for a spreadsheet. */
export const accessesFile = z.strictObject({
  format_version: z.literal(FORMAT_VERSION),
  kind: z.literal('accesses'),
  accesses: z.array(accessRow),
})
