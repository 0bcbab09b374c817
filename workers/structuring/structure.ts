import type { DraftRecord } from '#domain/record/proof/draft.ts'
import { FELL_BACK } from '#domain/record/proof/fallback.ts'
import { refusalOf } from '#domain/record/proof/refusal.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import type { Patience } from './ask.ts'
import { extractive } from './extractive.ts'
import { ModelUnusable } from './failure.ts'
import type { StructuringInput } from './structurer.ts'

/** The configured structurer, and the extractive one wherever that cannot deliver. */
export async function structure(env: Env, input: StructuringInput, patience?: Patience): Promise<DraftRecord> {
  if (!env.MODEL_NAME && !env.MODEL_URL) return extractive(input)
  // Silence and small talk are refused before any model could make something of them.
  if (refusalOf(input.entries)) return extractive(input)
  // Imported when needed: with the SDK in it, the Worker would start slowly for everyone.
  const { byModel } = await import('./model.ts')
  try {
    return await byModel(env, patience)(input)
  } catch (error) {
    if (!(error instanceof ModelUnusable)) throw error
    log({ event: 'model_fell_back', jobId: input.jobId, reason: error.reason })
    const { warnings, ...structured } = await extractive(input)
    return { ...structured, warnings: [FELL_BACK, ...warnings] }
  }
}
