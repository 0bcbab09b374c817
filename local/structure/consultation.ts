// Reads consultation files and structures them with the rules: for the command and for the evaluation.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod/mini'
import { messageOf } from '#domain/errors.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { structureByRules } from '#domain/record/note/structure.ts'
import type { DraftSection } from '#domain/record/proof/draft.ts'
import { type Proven, proveRecord } from '#domain/record/proof/prove.ts'
import type { Section } from '#domain/record/record.ts'
import { specialty } from '#domain/record/specialty.ts'
import { speaker } from '#domain/transcript/entry.ts'
import { listFiles, reasonOf } from '../input.ts'

// The reasons for a refused file are in English.
z.config(z.locales.en())

const consultation = z.object({
  id: z.string(),
  specialty: z._default(specialty, 'general'),
  /** 'telemedicina', as in the product; any other visit counts as one in person. */
  type: z.optional(z.string()),
  patient: z._default(z.object({ clinical_context: z.nullish(z.string()) }), {}),
  entries: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      speaker: z.pipe(
        z.nullish(speaker),
        z.transform((value) => value ?? undefined),
      ),
      confidence: z.optional(z.number()),
    }),
  ),
})
export type Consultation = z.infer<typeof consultation>

export type ConsultationFile = { name: string; raw: unknown } & (
  | { consultation: Consultation; wrong?: undefined }
  | { consultation?: undefined; wrong: string }
)

/** Reads the consultations of a folder in order of name. A file of another shape has a reason instead. */
export function readConsultations(dir: string): ConsultationFile[] {
  return listFiles(dir, '.json').map((file): ConsultationFile => {
    const name = basename(file, '.json')
    let raw: unknown
    try {
      raw = JSON.parse(readFileSync(join(dir, file), 'utf8'))
    } catch (error) {
      return { name, raw, wrong: reasonOf(error) }
    }
    const parsed = consultation.safeParse(raw)
    if (parsed.success) return { name, raw, consultation: parsed.data }
    return { name, raw, wrong: z.prettifyError(parsed.error).split('\n')[0] ?? '' }
  })
}

/** Structures and proves a consultation, with evidence as plain ids of lines: the shape that scorers read. */
export function structured(consultation: Consultation) {
  const { id, entries, specialty } = consultation
  const draft = structureByRules({ entries, specialty })
  const proven = provenOf(consultation, draft.sections, draft.held)
  const refusal = draft.refusal && messageOf(draft.refusal)
  const warnings = [...draft.warnings, ...proven.alerts.map((alert) => alert.message)]
  const sections = refusal ? [] : withPlainEvidence(proven.sections)
  return { id, specialty, sections, warnings, omissions: proven.omissions, refusal }
}

/** The record of a draft, as the product proves it. `held`: what the rules held back, where they made the draft. */
export function provenOf(
  { id, entries, patient, specialty, type }: Consultation,
  draft: readonly DraftSection[],
  held?: readonly DraftSection[],
): Proven {
  let count = 0
  const context = usableContext(patient.clinical_context ?? '')
  const grounds = { entries, context, specialty, remote: type === 'telemedicina' }
  return proveRecord(grounds, draft, () => `${id}-${++count}`, held)
}

/** The sections with the ids of their lines only. */
export const withPlainEvidence = (sections: readonly Section[]) =>
  sections.map((section) => ({
    ...section,
    sentences: section.sentences.map((sentence) => ({
      ...sentence,
      evidence: sentence.evidence.map((line) => line.id),
    })),
  }))
