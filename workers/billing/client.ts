import type Stripe from 'stripe'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log.ts'

const TIMEOUT_MS = 10_000
let told = false

/** Only Stripe itself in production: a stand-in would give plans away. */
const address = ({ ENVIRONMENT, STRIPE_API_URL }: Env): URL | null | 'refused' => {
  if (!STRIPE_API_URL) return null
  return ENVIRONMENT === 'production' ? 'refused' : new URL(STRIPE_API_URL)
}

/** Imported when needed: most calls have no business with it. */
export async function stripeOf(env: Env): Promise<Stripe> {
  const at = address(env)
  if (!env.STRIPE_SECRET_KEY || at === 'refused') {
    if (!told)
      log({ event: 'configuration_missing', names: [at === 'refused' ? 'STRIPE_API_URL' : 'STRIPE_SECRET_KEY'] })
    told = true
    throw new AppError('billing_unavailable')
  }
  const { Stripe: Client } = await import('stripe')
  return new Client(env.STRIPE_SECRET_KEY, {
    httpClient: Client.createFetchHttpClient(),
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'https:' ? 'https' : 'http' }),
  })
}
