import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, type ErrorCode, errorBody, statusOf, tooManyRequests } from '#domain/errors.ts'
import { log } from '../log/log.ts'
import type { AppEnv } from './context.ts'

/** Returns the answer for a thrown error from the error table. Logs only unexpected errors, by class name. */
export function failure(error: Error, c: Context<AppEnv>): Response {
  const code = codeOf(error)
  const status = statusOf(code)
  if (status >= 500 || code === 'foreign_origin') logFailure(c, status, code, error.name)
  const { fields, retryAfter } = error instanceof AppError ? error : {}
  const body = errorBody(code, fields)
  if (retryAfter !== undefined) body.error = tooManyRequests(retryAfter)
  const response = c.json(body, status)
  if (code === 'too_many_requests') response.headers.set('retry-after', String(retryAfter ?? 60))
  return response
}

/** Returns our answer for too many requests, else null. better-auth sends the wait in a header of its own. */
export function refusedTooMany(answer: Response, c: Context<AppEnv>): Response | null {
  if (answer.status !== 429 || answer.headers.has('retry-after')) return null
  const seconds = Number(answer.headers.get('x-retry-after')) || 60
  return failure(new AppError('too_many_requests', undefined, seconds), c)
}

/** Returns a query's result. Errors: the code that the query refused with. */
export function accepted<T extends object>(outcome: T | ErrorCode): T {
  if (typeof outcome === 'string') throw new AppError(outcome)
  return outcome
}

/** Returns the value that a query found. Errors: `code` if it found none. */
export function required<T>(found: T | null | undefined, code: ErrorCode): T {
  if (found === null || found === undefined) throw new AppError(code)
  return found
}

/** Refuses until `seconds` have passed; 0: does nothing. Errors: too_many_requests. */
export function refuseFor(seconds: number): void {
  if (seconds > 0) throw new AppError('too_many_requests', undefined, seconds)
}

/** Logs an unexpected failure by class name, without its message. */
export function logFailure(c: Context<AppEnv>, status: number, code: ErrorCode, errorName: string): void {
  const { method, routePath: route } = c.req
  log({ event: 'request_failed', requestId: c.get('requestId'), method, route, status, code, errorName })
}

function codeOf(error: Error): ErrorCode {
  if (error instanceof AppError) return error.code
  if (error instanceof HTTPException) {
    if (error.status === 413) return 'body_too_large'
    if (error.status === 400) return 'invalid_json'
    if (error.status === 404) return 'not_found'
  }
  return 'internal'
}
