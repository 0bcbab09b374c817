import { z } from 'zod/mini'
import { applicationSettings } from '../account/settings.ts'
import { auditActions } from '../audit.ts'
import { instant } from '../contract.ts'
import { ownWriting } from '../record/writing/writing.ts'
import { columns, FORMAT_VERSION, instants, optionalInstants, optionalTexts, texts } from './files.ts'

export const userRow = z.strictObject({
  ...texts('id', 'name', 'email'),
  email_verified: z.boolean(),
  image: z.nullable(z.string()),
  ...instants('created_at', 'updated_at'),
  ...optionalInstants('closed_at', 'erased_at', 'disabled_at'),
})

export const profileRow = z.strictObject({
  ...texts('id', 'full_name', 'time_zone'),
  ...optionalTexts('crm', 'specialty', 'phone', 'rqe', 'address', 'cpf', 'kept_email'),
  ...instants('created_at', 'updated_at'),
})

/** How the doctor signs in: with a password, or through another provider. */
export const signInRow = z.strictObject({
  ...texts('id', 'account_id', 'provider_id', 'user_id'),
  scope: z.nullable(z.string()),
  ...instants('created_at', 'updated_at'),
})

export const sessionRow = z.strictObject({
  ...texts('id', 'user_id'),
  ...instants('expires_at', 'created_at', 'updated_at'),
  ...optionalTexts('ip_address', 'user_agent'),
})

/** Whether there is an authenticator app, and since when. `enabled_at` null: not yet confirmed. */
export const secondFactorRow = z.strictObject({
  doctor_id: z.string(),
  begun_at: instant,
  enabled_at: z.nullable(instant),
})

export const subscriptionRow = z.strictObject({
  ...texts('user_id', 'provider_subscription_id', 'plan', 'interval', 'status'),
  /** Centavos. */
  amount: z.int(),
  /** Stripe's times are seconds. */
  ...columns(z.int(), 'current_period_start', 'current_period_end'),
  ...columns(z.nullable(z.int()), 'trial_end', 'ends_at'),
  cancel_at_period_end: z.boolean(),
  others: z.int(),
  ...instants('fetched_at', 'updated_at'),
})

export const customerRow = z.strictObject({
  ...texts('doctor_id', 'customer_id'),
  trial_used_at: z.nullable(instant),
  created_at: instant,
})

export const correctedWordRow = z.strictObject({ ...texts('id', 'doctor_id', 'word'), corrected_at: instant })

/** Logos of the letterhead, JPEG in base64. `removed_at` null: the one in use. */
export const logoRow = z.strictObject({
  ...texts('doctor_id', 'sha256', 'jpeg'),
  created_at: instant,
  removed_at: z.nullable(instant),
})

export const copyProfileRow = z.strictObject({
  ...texts('id', 'doctor_id', 'name'),
  titles: z.boolean(),
  fields: z.array(z.strictObject({ title: z.string(), parts: z.array(z.string()) })),
  ...instants('created_at', 'updated_at'),
})

export const ownWritingRow = z.strictObject({
  doctor_id: z.string(),
  writing: ownWriting,
  updated_at: instant,
})

export const integrationRow = z.strictObject({
  ...texts('doctor_id', 'kind', 'address'),
  events: z.array(z.string()),
  ...instants('created_at', 'updated_at'),
  ...optionalInstants('delivered_at', 'paused_at'),
})

export const deliveryRow = z.strictObject({
  ...texts('id', 'doctor_id', 'kind', 'event', 'state'),
  ...optionalTexts('consultation_id', 'subject_id', 'failure'),
  attempts: z.int(),
  status: z.nullable(z.int()),
  created_at: instant,
  attempted_at: z.nullable(instant),
})

export const mailRow = z.strictObject({
  ...texts('id', 'to', 'kind', 'subject'),
  doctor_id: z.nullable(z.string()),
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
  corrected_words: z.array(correctedWordRow),
  copy_profiles: z.array(copyProfileRow),
  logos: z.array(logoRow),
  own_writing: z.nullable(ownWritingRow),
  integrations: z.array(integrationRow),
  deliveries: z.array(deliveryRow),
})
export type AccountFile = z.infer<typeof accountFile>

export const accessRow = z.strictObject({
  id: z.int(),
  at: instant,
  ...texts('doctor_id', 'subject_kind', 'subject_id'),
  action: z.enum(auditActions),
  ...optionalTexts('request_id', 'patient_id', 'device', 'network'),
})
export type AccessRow = z.infer<typeof accessRow>

/** acessos.json; acessos.csv has the same rows for a spreadsheet. */
export const accessesFile = z.strictObject({
  format_version: z.literal(FORMAT_VERSION),
  kind: z.literal('accesses'),
  accesses: z.array(accessRow),
})
