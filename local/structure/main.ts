// npm run structure -- CASES_DIR OUT_DIR: structures consultation files without a server and writes <id>.json for each.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { messageOf } from '#domain/errors.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { structureExtractively } from '#domain/record/extractive/structure.ts'
import { proveRecord } from '#domain/record/prove.ts'
import type { Sentence } from '#domain/record/record.ts'
import { specialty } from '#domain/record/specialty.ts'
import { speaker } from '#domain/transcript/entry.ts'

const caseFile = z.object({
  id: z.string(),
  specialty: specialty.default('general'),
  patient: z.object({ clinical_context: z.string().nullish() }).default({}),
  entries: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      speaker: speaker.nullish().transform((value) => value ?? undefined),
      confidence: z.number().optional(),
    }),
  ),
})

const [casesDir, outDir] = process.argv.slice(2)
if (!casesDir || !outDir) {
  console.error('usage: npm run structure -- CASES_DIR OUT_DIR')
  process.exit(2)
}
mkdirSync(outDir, { recursive: true })
const files = readdirSync(casesDir)
  .filter((name) => name.endsWith('.json'))
  .sort()
let failed = 0
for (const file of files) {
  const parsed = caseFile.safeParse(JSON.parse(readFileSync(join(casesDir, file), 'utf8')))
  const name = basename(file, '.json').padEnd(24)
  if (!parsed.success) {
    failed += 1
    console.error(`${name} not a consultation file: ${z.prettifyError(parsed.error).split('\n')[0]}`)
    continue
  }
  const { id, entries, patient, specialty: chosen } = parsed.data
  let count = 0
  const newId = () => `${id}-${++count}`
  const start = performance.now()
  const draft = structureExtractively({ entries, specialty: chosen })
  const context = usableContext(patient.clinical_context ?? '')
  const proven = proveRecord({ entries, context, specialty: chosen }, draft.sections, newId)
  const took = performance.now() - start
  const refusal = draft.refusal && messageOf(draft.refusal)
  // The scorer of records reads evidence as plain ids of lines.
  const sections = refusal
    ? []
    : proven.sections.map((section) => ({ ...section, sentences: section.sentences.map(plainEvidence) }))
  const warnings = [...draft.warnings, ...proven.alerts.map((alert) => alert.message)]
  const { omissions } = proven
  writeFileSync(
    join(outDir, `${id}.json`),
    `${JSON.stringify({ id, specialty: chosen, sections, warnings, omissions, refusal }, null, 1)}\n`,
  )
  const filled = sections.filter((section) => section.content !== '')
  const sentences = sections.reduce((sum, section) => sum + section.sentences.length, 0)
  console.log(
    refusal
      ? `${name} refused: ${refusal}`
      : `${name} ${String(entries.length).padStart(4)} lines  ${filled.length} sections  ${String(sentences).padStart(3)} sentences  ${warnings.length} warnings  ${took.toFixed(0).padStart(4)} ms`,
  )
}
process.exit(failed > 0 ? 1 : 0)

function plainEvidence(sentence: Sentence) {
  return { ...sentence, evidence: sentence.evidence.map((line) => line.id) }
}
