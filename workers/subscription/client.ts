import type Stripe from 'stripe'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'

const TIMEOUT_MS = 10_000
const told = new Set<string>()

/** Says once which setting is wanting, and never what it holds. */
export function lacking(name: 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL' | 'STRIPE_WEBHOOK_SECRET'): AppError {
  if (!told.has(name)) log({ event: 'configuration_missing', names: [name] })
  told.add(name)
  return new AppError('billing_unavailable')
}

/** Only Stripe itself in production, and its real money: anything else would give plans away. */
function wanting({ ENVIRONMENT, STRIPE_API_URL, STRIPE_SECRET_KEY = '' }: Env) {
  if (!STRIPE_SECRET_KEY) return 'STRIPE_SECRET_KEY'
  if (ENVIRONMENT !== 'production') return null
  if (STRIPE_API_URL) return 'STRIPE_API_URL'
  return /^[sr]k_live_/.test(STRIPE_SECRET_KEY) ? null : 'STRIPE_SECRET_KEY'
}

/** Imported when needed: most calls have no business with it. */
export async function stripeOf(env: Env): Promise<Stripe> {
  const missing = wanting(env)
  if (missing) throw lacking(missing)
  const at = env.STRIPE_API_URL ? new URL(env.STRIPE_API_URL) : null
  const { Stripe: Client } = await import('stripe')
  return new Client(env.STRIPE_SECRET_KEY ?? '', {
    httpClient: Client.createFetchHttpClient(),
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'https:' ? 'https' : 'http' }),
  })
}
