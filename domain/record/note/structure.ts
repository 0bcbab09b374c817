// Structures a consultation without a language model: lines, clauses, facts, and the sentences that a note needs.

import { readDialogue, type SpokenLine } from '#domain/dialogue/dialogue.ts'
import { withRightLabels } from '#domain/dialogue/labels.ts'
import { SWAPPED } from '#domain/dialogue/swapped.ts'
import { groupBy } from '../../group-by.ts'
import { readingOnce } from '../../remembered.ts'
import { plain } from '../../text.ts'
import type { DraftRecord, DraftSection } from '../proof/draft.ts'
import { refusalOf } from '../proof/refusal.ts'
import { NO_COMPLAINT, NO_PLAN } from '../proof/warnings.ts'
import type { Structurer } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import { placeOf, type Template, templateOf } from '../templates/template.ts'
import { calibrated } from './calibration.ts'
import { candidatesOf } from './candidates.ts'
import { chooseSentences, type Weighed } from './choose.ts'
import { informantOf } from './informant.ts'
import { joinLists } from './wording.ts'

/** The stored name of the structurer that uses rules only. */
export const rulesStructurer: Structurer = { name: 'extractive', version: '4' }

export type StructureInput = { entries: readonly SpokenLine[]; specialty: Specialty }
type RulesDraft = DraftRecord & { held: DraftSection[] }

/**
 * Returns a draft of what the speakers said, each sentence with its lines. Uses no model and no network.
 * Answers `refusal` where there is too little speech or no clinical content.
 */
export const structureByRules = (input: StructureInput): RulesDraft => readingOnce(() => structured(input))

function structured({ entries, specialty }: StructureInput): RulesDraft {
  const structurer = rulesStructurer
  const spoken = entries.filter((entry) => !entry.isPartial && entry.text.trim() !== '')
  const refusal = refusalOf(spoken)
  if (refusal) return { sections: [], held: [], warnings: [], structurer, refusal }
  const { entries: lines, swapped } = withRightLabels(spoken)
  const choice = chosenSections(lines, specialty)
  const template = templateOf(specialty)
  const sections = choice.written.map(inDraft)
  const informant = informantOf(lines)
  const own = sections.find(({ key }) => key === 'informante')
  if (informant && own) own.sentences.unshift(informant)
  if ([...sections, ...choice.held].every(({ sentences }) => sentences.length === 0))
    return { sections: [], held: [], warnings: [], structurer, refusal: 'no_clinical_content' }
  return {
    sections,
    held: choice.held.map(inDraft),
    warnings: [...(swapped ? [SWAPPED] : []), ...warningsOf(template, sections, lines)],
    structurer,
  }
}

type ChosenSection = { key: string; sentences: readonly Weighed[] }

/** The sentences of the note, and those that wait for the doctor, by section of the specialty's template. */
export function chosenSections(
  lines: readonly SpokenLine[],
  specialty: Specialty,
): { written: ChosenSection[]; held: ChosenSection[] } {
  const choice = chooseSentences(candidatesOf(readDialogue(lines)), lines)
  const template = templateOf(specialty)
  const order = new Map(lines.map(({ id }, at) => [id, at]))
  const written = sectionsOf(template, oneComplaint(choice.written), order)
  return {
    written: written.map(({ key, sentences }) => ({ key, sentences: inLists(sentences) })),
    held: sectionsOf(template, choice.held, order),
  }
}

const inDraft = ({ key, sentences }: ChosenSection): DraftSection => ({
  key,
  sentences: sentences.map((one) => ({
    text: one.text,
    evidence: [...one.evidence],
    probability: calibrated(one),
  })),
})

/** Joins the denials of a section into one sentence, which is as probable as its least probable item. */
const inLists = (sentences: readonly Weighed[]): Weighed[] =>
  joinLists(sentences, (one, other) => ({
    ...(one.right <= other.right ? one : other),
    evidence: [...new Set([...one.evidence, ...other.evidence])],
  }))

/** The chief complaint is one line: the most probable. The others belong to the present illness. */
function oneComplaint(written: readonly Weighed[]): Weighed[] {
  const first = written.find(({ part }) => part === 'qp')
  return written.map((one) => (one.part === 'qp' && one !== first ? { ...one, part: 'hda' } : one))
}

function sectionsOf(
  template: Template,
  sentences: readonly Weighed[],
  order: ReadonlyMap<string, number>,
): ChosenSection[] {
  // Denials close a section; the rest follows the talk.
  const placeOfSentence = ({ text, evidence }: Weighed) =>
    (text.startsWith('Nega ') ? order.size : 0) + Math.min(...evidence.map((id) => order.get(id) ?? 0))
  const inOrder = [...sentences].sort((a, b) => placeOfSentence(a) - placeOfSentence(b))
  const byKey = groupBy(inOrder, ({ part, text }) => placeOf(template, part, plain(text)).key)
  return template.sections.map(({ key }) => ({ key, sentences: byKey.get(key) ?? [] }))
}

function warningsOf(template: Template, sections: readonly DraftSection[], lines: readonly SpokenLine[]): string[] {
  const warnings: string[] = []
  const isEmpty = (wanted: string) =>
    sections.every(
      ({ key, sentences }) =>
        sentences.length === 0 || template.sections.find((part) => part.key === key)?.canonical !== wanted,
    )
  if (isEmpty('queixa_principal')) warnings.push(NO_COMPLAINT)
  if (isEmpty('conduta') && isEmpty('orientacoes')) warnings.push(NO_PLAN)
  if (lines.filter(({ speaker }) => speaker === undefined).length > lines.length / 2)
    warnings.push('A maioria das falas está sem identificação de quem falou; revise as seções.')
  return warnings
}
