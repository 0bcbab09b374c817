// npm run eval:safety -- CASES_DIR SENTENCES.json FLAGS.json: what the safety checks say of sentences about known
// consultations. Writes {"<id>": [kinds]} and prints, by kind of sentence, how many were flagged. The checks never see
// the kind.
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { usableContext } from '#domain/patient/patient.ts'
import { canonicalKey } from '#domain/record/record.ts'
import { type SafetyChecker, safetyChecker } from '#domain/record/safety/check.ts'
import { speaker } from '#domain/transcript/entry.ts'
import { listFiles, readArguments, readJson, stop, writeText } from '#local/input.ts'

const caseFile = z.object({
  id: z.string(),
  patient: z.object({ clinical_context: z.string().nullish() }).default({}),
  entries: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      speaker: z
        .enum(speaker.options)
        .nullish()
        .transform((value) => value ?? undefined),
    }),
  ),
})
const sentences = z.array(
  z.object({
    id: z.string(),
    case: z.string(),
    kind: z.string(),
    section: canonicalKey,
    text: z.string(),
    evidence: z.array(z.string()),
  }),
)

const [casesDir, sentencesFile, flagsFile] = readArguments({}, ['CASES_DIR', 'SENTENCES.json', 'FLAGS.json']).operands

const list = read(sentencesFile, sentences)
const checkers = new Map<string, SafetyChecker>()
const start = performance.now()
for (const name of listFiles(casesDir, '.json')) {
  const { id, patient, entries } = read(join(casesDir, name), caseFile)
  checkers.set(id, safetyChecker(entries, usableContext(patient.clinical_context ?? '')))
}
const flags = new Map<string, string[]>()
for (const { id, case: of, section, text, evidence } of list) {
  const checker = checkers.get(of) ?? stop(`${sentencesFile}: no case '${of}' in ${casesDir}`)
  const found = checker.sentence({ section, text, evidence, proof: 'transcript' })
  flags.set(id, [...new Set(found.map((flag) => flag.kind))])
}
const durationMs = performance.now() - start
writeText(flagsFile, `${JSON.stringify(Object.fromEntries(flags), null, 1)}\n`)

const row = (label: string, of: typeof list, verb: string) => {
  const flagged = of.filter((sentence) => (flags.get(sentence.id) ?? []).length > 0).length
  const share = of.length === 0 ? '-' : `${((100 * flagged) / of.length).toFixed(1)}%`
  console.log(
    `${label.padEnd(11)} ${String(of.length).padStart(5)}  ${verb} ${String(flagged).padStart(5)}  ${share.padStart(6)}`,
  )
}
for (const kind of new Set(list.map((sentence) => sentence.kind)))
  row(
    kind,
    list.filter((sentence) => sentence.kind === kind),
    kind === 'clean' ? 'false alarms' : 'caught      ',
  )
row(
  'all faulty',
  list.filter((sentence) => sentence.kind !== 'clean'),
  'caught      ',
)
console.log(`${checkers.size} cases, ${list.length} sentences, ${durationMs.toFixed(0)} ms`)

function read<T>(file: string, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(readJson(file))
  return parsed.success
    ? parsed.data
    : stop(`${file}: ${z.prettifyError(parsed.error).split('\n').slice(0, 2).join(' ')}`)
}
