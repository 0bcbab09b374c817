import { withRightLabels } from '../../dialogue/labels.ts'
import { type FoundFlags, type Report, reportOf } from '../doubt/doubt.ts'
import type { CitedSentence } from '../doubt/reading.ts'
import type { CanonicalKey, Flag, Proof } from '../record.ts'
import { allergyAlerts, allergyFlags, inventedAllergies, isSame, spokenAllergens } from './allergy.ts'
import { changedFlags } from './changed.ts'
import { readStatement } from './claim.ts'
import { courseFlags } from './course.ts'
import { decidedFlags } from './decided.ts'
import { doseFlags } from './dose.ts'
import { drugFlags } from './drug.ts'
import { evidenceOf, wholeOf } from './evidence.ts'
import { forbiddenFlags } from './forbidden.ts'
import { inParts, reportInParts } from './length.ts'
import { contradictions, largeDenialFlags, negationFlags, ofHistory, ofPlan } from './negation.ts'
import { type DatedAllergy, notedAllergens } from './noted.ts'
import { numberFlags } from './number.ts'
import { questionFlags } from './question.ts'
import { type CheckedLine, type ReadLine, readDialogue } from './reading.ts'
import { relativeFlags } from './relative.ts'
import { restFlags } from './rest.ts'
import { sideFlags } from './side.ts'
import { illnessFlags, supportFlags } from './support.ts'
import { typedFlags } from './typed.ts'

export type { Report } from '../doubt/doubt.ts'
export type { CheckedLine } from './reading.ts'
/** `evidence`: ids of the entries the sentence cites. A sentence of the doctor's is checked for contradiction only. */
export type CheckedSentence = {
  section: CanonicalKey
  text: string
  evidence: readonly string[]
  proof: Proof
  /** The proven sentence that the doctor changed into this one, and its lines. */
  replaces?: { text: string; evidence: readonly string[] } | undefined
}

export type SafetyChecker = {
  sentence: (sentence: CheckedSentence) => Flag[]
  /** Whether the cited lines support a sentence, whoever wrote it. */
  report: (sentence: Omit<CheckedSentence, 'proof' | 'replaces'>) => Report
  /** Of the record as a whole. */
  record: (sections: readonly { canonical: CanonicalKey; content: string }[]) => Flag[]
}

/** What the cited lines say against a sentence that rests on them. */
export const flagsByLines = (
  { statement, section, evidence, dialogue }: CitedSentence,
  whole = wholeOf(dialogue),
): FoundFlags => ({
  certain: [...largeDenialFlags(statement, section, evidence), ...illnessFlags(statement, evidence, dialogue)],
  decided: decidedFlags(section, evidence),
  grave: [
    ...drugFlags(statement, dialogue, evidence),
    ...sideFlags(statement, evidence, dialogue, true),
    ...inventedAllergies(statement, dialogue),
  ],
  other: [
    ...negationFlags(statement, section, evidence, whole),
    ...courseFlags(statement, section, evidence),
    ...numberFlags(statement, evidence, dialogue),
    ...relativeFlags(statement, section, evidence),
    ...questionFlags(statement, evidence),
    ...supportFlags(statement, evidence, dialogue),
  ],
})

/**
 * Reads the dialogue once; then each sentence is checked against its lines and the whole. Deterministic, no model.
 * `context`: what the doctor noted about the patient before; empty when nothing. `listed`: the patient's list of allergies.
 */
export function safetyChecker(
  entries: readonly CheckedLine[],
  context: string,
  listed: readonly DatedAllergy[] = [],
): SafetyChecker {
  const dialogue = readDialogue(withRightLabels(entries).entries)
  const whole = wholeOf(dialogue)
  const asked = (line: ReadLine) => line.sentences.some((sentence) => sentence.question)
  const sides = {
    patient: wholeOf(dialogue, (line) => line.speaker !== 'doctor' || asked(line)),
    doctor: wholeOf(dialogue, (line) => line.speaker !== 'patient'),
  }
  /** What is told of the patient is the patient's to tell, what is planned the doctor's. */
  const heldTo = (section: CanonicalKey) =>
    ofHistory.test(section) ? sides.patient : ofPlan.test(section) ? sides.doctor : whole
  const spoken = spokenAllergens(dialogue)
  const noted = notedAllergens(context, listed, dialogue).filter((one) => !spoken.some((other) => isSame(one, other)))
  const allergens = [...spoken, ...noted]
  const reportOn = ({ section, text, evidence: ids }: Omit<CheckedSentence, 'proof' | 'replaces'>): Report => {
    const cited = { statement: readStatement(text), section, evidence: evidenceOf(dialogue, ids), dialogue }
    return reportOf(cited, flagsByLines(cited, whole))
  }
  return {
    report: reportInParts(reportOn),
    sentence: inParts(({ section, text, evidence: ids, proof, replaces }) => {
      const statement = readStatement(text)
      if (proof !== 'transcript') {
        const changed = replaces
          ? changedFlags(statement, section, replaces.text, evidenceOf(dialogue, replaces.evidence), dialogue)
          : []
        const own = [
          ...contradictions(statement, section, heldTo(section)),
          ...courseFlags(statement, section, heldTo(section)),
          ...sideFlags(statement, whole, dialogue, false),
          ...allergyFlags(statement, section, allergens),
          ...doseFlags(statement, section, dialogue),
          ...(proof === 'none' ? drugFlags(statement, dialogue) : []),
        ]
        const kinds = new Set(own.map(({ kind }) => kind))
        const other = [
          ...typedFlags(statement, section, dialogue, whole, allergens),
          ...forbiddenFlags(statement, section, dialogue),
          ...restFlags(statement, section, dialogue),
        ]
        own.push(...other.filter(({ kind }) => !kinds.has(kind)))
        return [...own.filter(({ kind }) => changed.every((flag) => flag.kind !== kind)), ...changed]
      }
      return [...reportOn({ section, text, evidence: ids }).flags, ...allergyFlags(statement, section, allergens)]
    }),
    record: (sections) => allergyAlerts(sections, allergens),
  }
}
