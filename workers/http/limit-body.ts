import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#domain/errors.ts'

/** Any body: a form. The structuring call carries the transcript back: a long consultation's is under 1 MB. */
export const BODY_MAX = 64 * 1024
export const TRANSCRIPT_BODY_MAX = 2 * 1024 * 1024
/** An event of Stripe's carries the object it is about: an invoice with its lines. */
export const EVENT_BODY_MAX = 512 * 1024
const DISCARDED_MAX = 8 * 1024 * 1024

const refuse = (): never => {
  throw new AppError('body_too_large')
}

/** A connection that is left with an unread body fails whoever comes next on it: what is refused is read, and let go. */
export async function discard({ body, bodyUsed }: Request): Promise<void> {
  if (!body || body.locked || bodyUsed) return
  const reader = body.getReader()
  for (let left = DISCARDED_MAX; left > 0; ) {
    const { done, value } = await reader.read()
    if (done) return
    left -= value.byteLength
  }
  await reader.cancel()
}

export const limitBody = (maxSize: number, answer: (c: Context) => Response = refuse) =>
  bodyLimit({
    maxSize,
    onError: async (c) => {
      await discard(c.req.raw)
      return answer(c)
    },
  })
