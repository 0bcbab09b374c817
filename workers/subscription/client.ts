import type Stripe from 'stripe'
import { isDeployed, isStripeKeyOf } from '#domain/configuration.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'
import { measure } from '../metrics/measure.ts'

const TIMEOUT_MS = 10_000
const reported = new Set<string>()

/** Logs the name of a missing setting once, and never its value. Returns the error: billing_unavailable. */
export function missingSetting(name: 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL' | 'STRIPE_WEBHOOK_SECRET'): AppError {
  if (!reported.has(name)) log({ event: 'configuration_missing', names: [name] })
  reported.add(name)
  return new AppError('billing_unavailable')
}

/** Production accepts only Stripe itself and a live key, staging a test key. Anything else would give plans away. */
function findWrongSetting({ ENVIRONMENT, STRIPE_API_URL, STRIPE_SECRET_KEY = '' }: Env) {
  if (!STRIPE_SECRET_KEY) return 'STRIPE_SECRET_KEY'
  if (!isDeployed(ENVIRONMENT)) return null
  if (STRIPE_API_URL) return 'STRIPE_API_URL'
  return isStripeKeyOf(ENVIRONMENT, STRIPE_SECRET_KEY) ? null : 'STRIPE_SECRET_KEY'
}

/** Opens the client. Imports the SDK on demand, because most calls do not need it. Errors: billing_unavailable. */
export async function openStripe(env: Env): Promise<Stripe> {
  const wrongSetting = findWrongSetting(env)
  if (wrongSetting) throw missingSetting(wrongSetting)
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

type StripeFailure = Error & { type: string; code?: string; param?: string; requestId?: string; statusCode?: number }

export const isStripeFailure = (error: unknown): error is StripeFailure =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')

/** Stripe has no such object. `param` is the parameter that named it. */
export const isMissing = (error: unknown, param?: string): boolean =>
  isStripeFailure(error) && error.code === 'resource_missing' && (param === undefined || error.param === param)

/** Returns the answer; null if Stripe has no such object. */
export const nullIfMissing = <T>(call: Promise<T>, param?: string): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (isMissing(error, param)) return null
    throw error
  })

/** Stripe refused the call in the current state of the object, such as closing a complete checkout. */
export const isInvalidRequest = (error: unknown): error is StripeFailure =>
  isStripeFailure(error) && error.type === 'StripeInvalidRequestError'

/** Stripe refused the value of this parameter. */
export const isParameterRefused = (error: unknown, param: string): boolean =>
  isInvalidRequest(error) && (error.param?.includes(param) ?? false)

/** Stripe is unreachable or refuses our key. The doctor cannot repair that with another try. */
const unavailableTypes = new Set(['StripeConnectionError', 'StripeAuthenticationError', 'StripePermissionError'])

/** Runs calls to Stripe. Logs a failure by its type, and answers `code`. Errors: billing_unavailable, `code`. */
export async function callStripe<T>(code: ErrorCode, call: () => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  try {
    const answer = await call()
    measure({ metric: 'stripe', value: Date.now() - startedAt })
    return answer
  } catch (error) {
    if (error instanceof AppError) throw error
    const stripe = isStripeFailure(error) ? error : null
    log({
      event: 'billing_failed',
      code,
      errorName: stripe?.type ?? nameOf(error),
      ...(stripe?.code && { stripeCode: stripe.code }),
      ...(stripe?.requestId && { stripeRequest: stripe.requestId }),
    })
    throw new AppError(stripe && unavailableTypes.has(stripe.type) ? 'billing_unavailable' : code)
  }
}
