import type { ConsultationRoom } from './room/room.ts'

/** Bindings and settings, as wrangler.toml names them; secrets come from .dev.vars or `wrangler secret`. */
export interface Env {
  ENVIRONMENT: 'development' | 'preview' | 'production'
  APP_URL: string
  DB: D1Database
  ROOM: DurableObjectNamespace<ConsultationRoom>
  FILES: R2Bucket
  STRUCTURING_QUEUE: Queue
  PDF_QUEUE: Queue
  MAIL_QUEUE: Queue
  BILLING_QUEUE: Queue
  FLOOD: RateLimit
  /** Only in production: development and tests start without a login. */
  AI?: Ai
  AUTH_SECRET: string
  /** What the keys of the doctors' devices are derived from. Changing it makes what waits on devices unreadable. */
  DEVICE_SECRET: string
  /** What the audit log is sealed with. Before it is changed, keep the old one: seals are checked with their own. */
  AUDIT_SECRET: string
  /** ws(s)://…/v1/listen of the speech engine; empty means Workers AI. */
  SPEECH_URL: string
  SPEECH_KEY?: string
  SPEECH_MODEL?: string
  /** Base URL of an OpenAI-compatible endpoint; empty with MODEL_NAME means Workers AI; both empty means no model. */
  MODEL_URL: string
  MODEL_NAME: string
  MODEL_KEY?: string
  /** Signing in with Google; without all three it is not offered. */
  GOOGLE_DISCOVERY_URL?: string
  GOOGLE_CLIENT_ID?: string
  GOOGLE_CLIENT_SECRET?: string
  /** Address of a stand-in for Stripe; empty means Stripe itself, and production takes nothing else. */
  STRIPE_API_URL?: string
  /** Without it nothing is sold: 'Stripe não foi carregado'. */
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  /** Who the mails of production come from: `Relato <alguem@dominio>`. */
  MAIL_FROM?: string
  RESEND_KEY?: string
  /** Another address that speaks Resend's REST; empty: Resend's own. */
  RESEND_URL?: string
  /** Cloudflare's sender of mails: used where there is no RESEND_KEY. Only in production. */
  EMAIL?: SendEmail
}
