import { structureByRules } from '#domain/record/note/structure.ts'
import type { DraftRecord } from '#domain/record/proof/draft.ts'
import { refusalOf } from '#domain/record/proof/refusal.ts'
import { FELL_BACK } from '#domain/record/proof/warnings.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { measure } from '../metrics/measure.ts'
import type { Patience } from './ask.ts'
import { ModelUnusable } from './failure.ts'
import type { StructuringInput } from './structurer.ts'

/** Structures with the configured model, else by the rules. Throws only what that one throws. */
export async function structure(env: Env, input: StructuringInput, patience?: Patience): Promise<DraftRecord> {
  if (!env.MODEL_NAME && !env.MODEL_URL) return structureByRules(input)
  // Refuses silence and small talk before a model can invent something.
  if (refusalOf(input.entries)) return structureByRules(input)
  // Imported when needed: the SDK would slow down every start of the Worker.
  const { byModel } = await import('./model.ts')
  try {
    const startedAt = Date.now()
    const draft = await byModel(env, patience)(input)
    measure({ metric: 'model', value: Date.now() - startedAt })
    return draft
  } catch (error) {
    if (!(error instanceof ModelUnusable)) throw error
    log({ event: 'model_fell_back', jobId: input.jobId, reason: error.reason })
    const { warnings, ...structured } = structureByRules(input)
    return { ...structured, warnings: [FELL_BACK, ...warnings] }
  }
}
