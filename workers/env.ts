import type { RoomCalls } from './room/door.ts'

/** Bindings and settings, as wrangler.toml names them; secrets come from .dev.vars or `wrangler secret`. */
export interface Env {
  ENVIRONMENT: 'development' | 'preview' | 'staging' | 'production'
  APP_URL: string
  DB: D1Database
  ROOM: DurableObjectNamespace<RoomCalls>
  FILES: R2Bucket
  STRUCTURING_QUEUE: Queue
  PDF_QUEUE: Queue
  MAIL_QUEUE: Queue
  BILLING_QUEUE: Queue
  DELIVERY_QUEUE: Queue
  FLOOD: RateLimit
  /** The version of this Worker; its tag is the commit. */
  VERSION?: WorkerVersionMetadata
  /** Only in staging and production: development and tests run without a Cloudflare login. */
  AI?: Ai
  AUTH_SECRET: string
  /** `TIME SECRET`: the secret before, accepted until that time (domain/previous-secret.ts). So for the others. */
  AUTH_SECRET_PREVIOUS?: string
  /** Source of the device keys. Without the previous one, unsent data on devices is unreadable. */
  DEVICE_SECRET: string
  DEVICE_SECRET_PREVIOUS?: string
  /** Seals the audit log. Retain old values: each seal is checked with the secret that made it. */
  AUDIT_SECRET: string
  /** Opens /api/operator, with Cloudflare Access in staging and production; missing: there is none. */
  OPERATOR_TOKEN?: string
  /** `team.cloudflareaccess.com`, and the audience of the Access application. */
  ACCESS_TEAM?: string
  ACCESS_AUD?: string
  /** ws(s)://…/v1/listen of the speech engine; empty means Workers AI. */
  SPEECH_URL: string
  /** Sent as `Authorization: Token`. */
  SPEECH_KEY?: string
  /**
   * The `model` of every call to SPEECH_URL. Empty: `nova-3` with a key or at the vendor, none at our own server. Workers
   * AI ignores it. See docs/decisions/008.
   */
  SPEECH_MODEL?: string
  /** Whether a page's own recogniser hears before all other engines, only after they are lost, or never (empty). */
  DEVICE_SPEECH: 'first' | 'last' | ''
  /** Base URL of an OpenAI-compatible endpoint; empty with MODEL_NAME means Workers AI; both empty means no model. */
  MODEL_URL: string
  MODEL_NAME: string
  MODEL_KEY?: string
  /** Google sign-in; offered only when all three are set. */
  GOOGLE_DISCOVERY_URL?: string
  GOOGLE_CLIENT_ID?: string
  GOOGLE_CLIENT_SECRET?: string
  /** Address of a Stripe stand-in; empty means Stripe itself, and staging and production accept only that. */
  STRIPE_API_URL?: string
  /** Without it nothing is sold: 'Stripe não foi carregado'. */
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  /** Sender of the mails of staging and production: `Relato <alguem@dominio>`. */
  MAIL_FROM?: string
  RESEND_KEY?: string
  /** Another server with Resend's REST API; empty means Resend. */
  RESEND_URL?: string
  /** Whether the cron plays a consultation every five minutes. */
  SYNTHETIC?: 'on' | ''
  /** Where alerts about the service go; without both there are none. */
  ALERT_MAIL?: string
  ALERT_WEBHOOK?: string
  /** The public key of the backup; without it no copy is reported or watched. */
  COPIES_VERIFY_KEY?: string
  /** Cloudflare's mail binding, used without a RESEND_KEY. Only in staging and production. */
  EMAIL?: SendEmail
}
