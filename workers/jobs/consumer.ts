import type { Env } from '../env.ts'

export async function consume(_batch: MessageBatch, _env: Env): Promise<void> {}
