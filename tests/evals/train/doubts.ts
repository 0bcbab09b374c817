// Trains the doubt: which sentences of a note are not what their lines say.
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { withRightLabels } from '#domain/dialogue/labels.ts'
import { setModels } from '#domain/dialogue/tagger/tag.ts'
import { signalling } from '#domain/record/doubt/doubt.ts'
import { signsOf } from '#domain/record/doubt/signs.ts'
import type { StoredTrees } from '#domain/record/doubt/trees.ts'
import { candidatesOf } from '#domain/record/note/candidates.ts'
import { canonicalOf } from '#domain/record/parts.ts'
import { flagsByLines } from '#domain/record/safety/check.ts'
import { readStatement } from '#domain/record/safety/claim.ts'
import { evidenceOf } from '#domain/record/safety/evidence.ts'
import { readDialogue as readForChecks } from '#domain/record/safety/reading.ts'
import type { Cited, LabelledConsultation } from '../corpus.ts'
import { openModels } from './choice.ts'
import { faultsOf } from './faults.ts'
import { seeded } from './linear.ts'
import type { StoredModels } from './models.ts'
import { type Form, linesOf } from './samples.ts'
import { growTrees, type Row } from './trees.ts'

/** The sentences of a consultation with their signs: right ones and wrong ones. */
function doubtRows(one: LabelledConsultation, faults: readonly Cited[], form: Form): Row[] {
  const dialogue = readForChecks(withRightLabels(linesOf(one.lines, form)).entries)
  const rowOf = ({ part, text, evidence }: Cited, isYes: boolean): Row => {
    const cited = {
      statement: readStatement(text),
      section: canonicalOf(part),
      evidence: evidenceOf(dialogue, evidence),
      dialogue,
    }
    return { signs: signsOf(cited, signalling(flagsByLines(cited))).signs, isYes }
  }
  return [
    ...one.ideal.map((sentence) => rowOf(sentence, false)),
    ...one.twins.map((sentence) => rowOf(sentence, false)),
    ...one.subtle.map((sentence) => rowOf(sentence, true)),
    ...faults.map((sentence) => rowOf(sentence, true)),
    ...(form === 'spoken' ? judgedOf(one) : []).map(({ sentence, isWrong }) => rowOf(sentence, isWrong)),
  ]
}

/** The candidates that a reader called right or wrong. */
function judgedOf(one: LabelledConsultation): { sentence: Cited; isWrong: boolean }[] {
  if (one.judged.length === 0) return []
  const verdicts = new Map(one.judged.map(({ part, text, verdict }) => [`${part} ${text}`, verdict]))
  return candidatesOf(readDialogue(one.lines)).flatMap(({ part, text, evidence }) => {
    const verdict = verdicts.get(`${part} ${text}`)
    return verdict === 'R' || verdict === 'W'
      ? [{ sentence: { part, text, evidence: [...evidence] }, isWrong: verdict === 'W' }]
      : []
  })
}

/** The rows of all consultations, each with faults made of its own ideal note and of another's. */
function allRows(consultations: readonly LabelledConsultation[]): Row[][] {
  const draw = seeded(3)
  return consultations.map((one, at) => {
    const other = consultations[(at + 7) % consultations.length] ?? one
    const faults = faultsOf(one, other, draw)
    return [...doubtRows(one, faults, 'spoken'), ...doubtRows(one, faults, 'plain')]
  })
}

/** `models`: those of the tagger, by which the judged candidates are found again. */
export function trainDoubt(consultations: readonly LabelledConsultation[], models: StoredModels): StoredTrees {
  setModels(openModels(models))
  return growTrees(allRows(consultations).flat())
}
