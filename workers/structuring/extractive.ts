import { extractiveStructurer, structureExtractively } from '#domain/record/extractive/structure.ts'
import type { Structurer } from './structurer.ts'

/** Without a model and without a network: always there to fall back to. */
export const extractive: Structurer = async ({ entries, context, specialty, newId }) => {
  const { sections, warnings, refusal } = structureExtractively({
    entries,
    patient: { clinical_context: context },
    specialty,
    newId,
  })
  return { sections, warnings, structurer: extractiveStructurer, ...(refusal && { refusal: refusal.code }) }
}
