import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Env } from '#workers/env.ts'
import { consume } from '#workers/jobs/consumer.ts'

/** Hands the consumer one batch, as the queue would. Returns what it decided for each message. */
export async function deliver(
  queue: string,
  messages: readonly { id?: string; attempts?: number; body: unknown }[],
  bindings: Partial<Env> = {},
) {
  const batch = createMessageBatch(
    queue,
    messages.map((message, n) => ({ id: `m${n}`, timestamp: new Date(), attempts: 1, ...message })),
  )
  await consume(batch, { ...env, ...bindings })
  return getQueueResult(batch, createExecutionContext())
}
