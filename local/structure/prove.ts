// npm run prove -- CASES_DIR DRAFTS_DIR OUT_DIR: what the product makes of drafts that somebody else wrote. A draft is
// proven as a language model's answer is; the lines that a sentence cites count as its quotes. Writes <id>.json: the
// record, and in `draft` what became of each sentence.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import type { DraftState } from '#domain/record/proof/hold.ts'
import { withStop } from '#domain/record/proof/stop.ts'
import { type CanonicalKey, canonicalKey, type Flag } from '#domain/record/record.ts'
import { sectionFor } from '#domain/record/templates/place.ts'
import { makeFolder, readArguments, readJson, writeText } from '../input.ts'
import { type Consultation, provenOf, readConsultations, withPlainEvidence } from './consultation.ts'

const draftFile = z.object({
  sections: z.array(
    z.object({
      canonical: canonicalKey,
      sentences: z.array(z.object({ text: z.string(), evidence: z._default(z.array(z.string()), []) })),
    }),
  ),
})
type Draft = z.infer<typeof draftFile>
/** A sentence of the draft and its state. `kept`: it is in the note without a flag. An empty one is refused. */
type DraftReport = {
  canonical: CanonicalKey
  text: string
  evidence: string[]
  state: DraftState
  flags: readonly Flag[]
}

const EMPTY: Flag = { kind: 'support', message: 'A frase está vazia.' }

/** The record of a draft, and the state of every sentence in it, in the draft's order. */
export function proveDraft(consultation: Consultation, draft: Draft) {
  const sentences = draft.sections.flatMap((section) =>
    section.sentences.map((one) => ({ canonical: section.canonical, ...one })),
  )
  const placed = sentences
    .filter(({ text }) => text.trim() !== '')
    .map(({ canonical, text, evidence }) => ({
      key: sectionFor(consultation.specialty, canonical, text).key,
      sentences: [{ text, evidence }],
    }))
  const proven = provenOf(consultation, placed)
  const warned = new Map(
    proven.sections.flatMap(({ key, sentences }) =>
      sentences.map(({ text, flags }): [string, Flag[]] => [`${key} ${text}`, flags]),
    ),
  )
  const judged = proven.judged.values()
  const states = sentences.map(({ canonical, text, evidence }): DraftReport => {
    const one = text.trim() === '' ? undefined : judged.next().value
    if (!one) return { canonical, text, evidence, state: 'refused', flags: [EMPTY] }
    // A sentence in the note may have a warning, as of an allergy: the doctor must look at it.
    const flags = one.state === 'kept' ? (warned.get(`${one.key} ${withStop(text)}`) ?? []) : one.flags
    return { canonical, text, evidence, state: one.state === 'kept' && flags.length > 0 ? 'held' : one.state, flags }
  })
  const { id, specialty } = consultation
  const warnings = proven.alerts.map(({ message }) => message)
  const record = { id, specialty, sections: withPlainEvidence(proven.sections), warnings }
  return { ...record, omissions: proven.omissions, draft: states }
}

if (import.meta.main) {
  const [casesDir, draftsDir, outDir] = readArguments({}, ['CASES_DIR', 'DRAFTS_DIR', 'OUT_DIR']).operands
  makeFolder(outDir)
  for (const { name, consultation, wrong } of readConsultations(casesDir)) {
    const problem = consultation ? prove(consultation) : `not a consultation file: ${wrong}`
    if (problem) {
      process.exitCode = 1
      console.error(`${name.padEnd(24)} ${problem}`)
    }
  }

  /** Writes the record of one case. Returns why it could not. */
  function prove(consultation: Consultation): string | undefined {
    const { id } = consultation
    const file = join(draftsDir, `${id}.json`)
    if (!existsSync(file)) return 'no draft'
    const draft = draftFile.safeParse(readJson(file))
    if (!draft.success) return `not a draft: ${z.prettifyError(draft.error).split('\n')[0]}`
    const out = proveDraft(consultation, draft.data)
    writeText(join(outDir, `${id}.json`), `${JSON.stringify(out, null, 1)}\n`)
    const count = (state: DraftState) => out.draft.filter((one) => one.state === state).length
    console.log(`${id.padEnd(24)} kept ${count('kept')}  held ${count('held')}  refused ${count('refused')}`)
    return undefined
  }
}
