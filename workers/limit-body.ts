import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#domain/errors.ts'

/** Any body: a form. The structuring call carries the transcript back: a long consultation's is under 1 MB. */
export const BODY_MAX = 64 * 1024
export const TRANSCRIPT_BODY_MAX = 2 * 1024 * 1024

const refuse = (): never => {
  throw new AppError('body_too_large')
}

export const limitBody = (maxSize: number, onError: (c: Context) => Response = refuse) =>
  bodyLimit({ maxSize, onError })
