// Consultation files, and what the extractive structurer makes of one: for the command and for the evaluation.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod/mini'
import { messageOf } from '#domain/errors.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { structureExtractively } from '#domain/record/extractive/structure.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'
import { specialty } from '#domain/record/specialty.ts'
import { speaker } from '#domain/transcript/entry.ts'

// What is wrong with a file is said in words.
z.config(z.locales.en())

const consultation = z.object({
  id: z.string(),
  specialty: z._default(specialty, 'general'),
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
  | { consultation: Consultation }
  | { consultation?: undefined; wrong: string }
)

/** The consultations of a directory, by name; a file that is none says why. */
export function readConsultations(dir: string): ConsultationFile[] {
  const files = readdirSync(dir).filter((file) => file.endsWith('.json'))
  return files.sort().map((file): ConsultationFile => {
    const name = basename(file, '.json')
    const raw: unknown = JSON.parse(readFileSync(join(dir, file), 'utf8'))
    const parsed = consultation.safeParse(raw)
    if (parsed.success) return { name, raw, consultation: parsed.data }
    return { name, raw, wrong: z.prettifyError(parsed.error).split('\n')[0] ?? '' }
  })
}

/** Structured and proven, with evidence as plain ids of lines: the shape that scorers of records read. */
export function structured({ id, entries, patient, specialty }: Consultation) {
  let count = 0
  const newId = () => `${id}-${++count}`
  const draft = structureExtractively({ entries, specialty })
  const context = usableContext(patient.clinical_context ?? '')
  const proven = proveRecord({ entries, context, specialty }, draft.sections, newId, draft.sections)
  const refusal = draft.refusal && messageOf(draft.refusal)
  const sections = refusal
    ? []
    : proven.sections.map((section) => ({
        ...section,
        sentences: section.sentences.map((sentence) => ({
          ...sentence,
          evidence: sentence.evidence.map((line) => line.id),
        })),
      }))
  const warnings = [...draft.warnings, ...proven.alerts.map((alert) => alert.message)]
  return { id, specialty, sections, warnings, omissions: proven.omissions, refusal }
}
