import { AppError, type ErrorCode } from '#domain/errors.ts'
import { log, nameOf } from '../log/log.ts'

type StripeFailure = Error & { type: string; code?: string; param?: string; requestId?: string; statusCode?: number }

export const isStripeFailure = (error: unknown): error is StripeFailure =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')

/** What was asked for is not there, or not any more. */
export const isMissing = (error: unknown, param?: string): boolean =>
  isStripeFailure(error) && error.code === 'resource_missing' && (param === undefined || error.param === param)

/** It refused what a parameter of that name says, for whatever reason. */
export const isAbout = (error: unknown, param: string): boolean =>
  isStripeFailure(error) && error.type === 'StripeInvalidRequestError' && (error.param?.includes(param) ?? false)

/** Stripe cannot be spoken to, or does not know us: nothing that another try of the doctor's would change. */
const unreachable = new Set(['StripeConnectionError', 'StripeAuthenticationError', 'StripePermissionError'])

/** Runs what speaks to Stripe. Whatever Stripe says against it is logged by its type, and `code` is what the doctor reads. */
export async function asking<T>(code: ErrorCode, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
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
    throw new AppError(stripe && unreachable.has(stripe.type) ? 'billing_unavailable' : code)
  }
}
