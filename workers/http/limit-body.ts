import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'

/** Default limit. The structuring call returns the transcript: a long consultation's is under 1 MB. */
export const BODY_MAX = 64 * 1024
export const TRANSCRIPT_BODY_MAX = 2 * 1024 * 1024
/** A Stripe event contains its object, such as an invoice with its lines. */
export const EVENT_BODY_MAX = 512 * 1024
const DISCARDED_MAX = 8 * 1024 * 1024
/** A client that sends its refused body slowly delays its own answer by at most this time. */
const DISCARD_MS = 1_000

const refuse = (): never => {
  throw new AppError('body_too_large')
}

/** Refuses a body above `maxSize` bytes. Errors: body_too_large. */
export const limitBody = (maxSize: number, answer: (c: Context) => Response = refuse) =>
  bodyLimit({ maxSize, onError: answer })

/**
 * Drains the part of a request's body that a handler left unread. Unread bytes on a reused connection fail its next
 * request, perhaps another doctor's. The middleware owns the reader, so that no handler's lock can hide bytes.
 */
export const discardUnread = createMiddleware(async (c, next) => {
  const { body, method } = c.req.raw
  if (!body) return next()
  const reader = body.getReader()
  // The body of a GET has no meaning and no reader: `Request` refuses to carry it.
  const passed = method === 'GET' || method === 'HEAD' ? null : passOn(reader)
  c.req.raw = new Request(c.req.url, { method, headers: c.req.raw.headers, signal: c.req.raw.signal, body: passed })
  await next()
  await discard(reader)
})

const passOn = (reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, DISCARD_MS, null)
  })
  try {
    for (let bytesLeft = DISCARDED_MAX; bytesLeft > 0; ) {
      const read = await Promise.race([reader.read(), late])
      if (read?.done) return
      if (read === null) break
      bytesLeft -= read.value.byteLength
    }
    await reader.cancel()
  } catch {
    // The client disconnected, and its body with it.
  } finally {
    clearTimeout(timer)
  }
}
