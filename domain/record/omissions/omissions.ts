import type { Speaker } from '../../transcript/entry.ts'
import { withRightLabels } from '../extractive/labels.ts'
import { structureExtractively } from '../extractive/structure.ts'
import type { DraftSection } from '../proof/draft.ts'
import type { Omission, Section } from '../record.ts'
import { frozen, proofLines } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { type Template, templateOf } from '../templates/template.ts'
import { textHash } from '../text/text-hash.ts'
import { apart, type Before, type Candidate, type LineOf, lineReader, told, untold, unwritten } from './candidates.ts'
import {
  clinicalWords,
  drugNames,
  familyWords,
  isClinical,
  isProcedure,
  isRelevant,
  kindOf,
  tellsOfSubstances,
  tellsRisk,
  weightOf,
} from './kind.ts'
import { Said } from './said.ts'

/** More than this nobody reads. */
const AT_MOST = 12
/** Of one kind: a list of denials or of advice would hide what matters. */
const OF_A_KIND = 4

/** What a record of the consultation could say: kept beside the record, so that what is taken out of it is offered. */
export type Offer = Pick<Omission, 'id' | 'section' | 'text' | 'evidence'>

type Consultation = {
  entries: readonly { id: string; text: string; speaker?: Speaker | undefined; isPartial?: boolean }[]
  specialty: Specialty
}

/**
 * The sentences the extractive structurer writes of the consultation, and those of clinical lines, or of the part
 * of a line, that it wrote nothing of. `drafted`: what it made of these entries, where it is at hand: it is not run again.
 */
export function offersOf(
  { entries, specialty }: Consultation,
  drafted: readonly DraftSection[] | undefined = structureExtractively({ entries, specialty }).sections,
): Offer[] {
  const lines = proofLines(entries)
  const writtenOf = new Map<string, string>()
  for (const { text, evidence } of drafted.flatMap(({ sentences }) => sentences))
    for (const id of evidence) writtenOf.set(id, `${writtenOf.get(id) ?? ''} ${text}`)
  const whole = drafted.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(' ')
  const lineOf = rightLines(entries)
  const spoken = entries.filter(({ isPartial }) => !isPartial)
  const at = new Map(spoken.map(({ id }, index) => [id, index]))
  const before: Before = (id) => spoken[(at.get(id) ?? 0) - 1]
  return [
    ...drafted.flatMap(({ key, sentences }) => sentences.map((sentence) => ({ section: key, ...sentence }))),
    ...told(
      templateOf(specialty),
      spoken
        .filter(({ id, text, speaker }) => isClinical(unwritten(text, writtenOf.get(id)), speaker))
        .flatMap(({ id }) => untold(lineOf(id), writtenOf.get(id), whole) ?? []),
      before,
    ),
  ].map(({ section, text, evidence }) => ({
    id: nameOf(section, text, evidence),
    section,
    text,
    evidence: frozen(evidence, lines),
  }))
}

const nameOf = (section: string, text: string, evidence: readonly string[]) =>
  textHash(`${section} ${evidence.join(' ')} ${text}`)

/** Who said what is looked at once a line is asked for: of most records nothing is left to ask. */
function rightLines(entries: Consultation['entries']): LineOf {
  let read: LineOf | undefined
  return (id) => {
    read ??= lineReader(withRightLabels(entries).entries)
    return read(id)
  }
}

/**
 * 'Dito e não registrado': of the offers those that no sentence that stands says or cites, the most important first. An
 * allergy, a diagnosis or a drug that is named nowhere counts even where its line is cited for something else. A doctor
 * who is shown rubbish stops looking: what the record says in other words is left out.
 */
export function omissionsOf(
  { entries, specialty }: Consultation,
  sections: readonly Pick<Section, 'sentences'>[],
  offers: readonly Offer[],
): Omission[] {
  const said = new Said(sections)
  const unsaid = offers.filter(({ text }) => !said.has(text))
  if (unsaid.length === 0) return []
  const cited = citedBy(sections, new Set(offers.map(({ text }) => text)))
  const lineOf = rightLines(entries)
  const template = templateOf(specialty)
  const missing = unsaid
    .flatMap((offer) => apart(offer, lineOf).map((one) => candidateOf(template, one)))
    .filter((candidate) => isMissing(candidate, cited, said))
  return chosen(missing, said)
}

/** What stands as it was drafted tells its own part of a line, no more; in other words it may tell all of it. */
const citedBy = (sections: readonly Pick<Section, 'sentences'>[], drafted: ReadonlySet<string>) =>
  new Set(
    sections.flatMap(({ sentences }) =>
      sentences.flatMap(({ text, evidence }) => (drafted.has(text) ? [] : evidence.map((line) => line.id))),
    ),
  )

type Missing = Candidate & Pick<Omission, 'kind'>

function candidateOf(template: Template, candidate: Candidate): Missing {
  const part = template.sections.find(({ key }) => key === candidate.section)
  return { ...candidate, kind: kindOf(part?.canonical ?? 'hda', candidate.text) }
}

/** Whether the record leaves it out. Where its lines are cited, only an allergy, a disease or a drug named nowhere counts. */
function isMissing({ kind, text, telling }: Missing, citations: ReadonlySet<string>, said: Said): boolean {
  if (said.covers(text, kind)) return false
  const cited = telling.every((id) => citations.has(id))
  if (kind === 'allergy') return true
  if (kind === 'medication') return !cited || drugNames(text).some((name) => !said.names(name))
  const named = clinicalWords(text)
  const unnamed = named.some((word) => !said.names(word))
  const ordered = kind === 'plan' || kind === 'guidance'
  // What tells half of a line does not tell what else it decides.
  if (cited) return kind === 'hypothesis' ? unnamed : ordered && drugNames(text).some((name) => !said.names(name))
  if (kind === 'plan' && !said.coversDose(text)) return true
  if (kind === 'examination' || kind === 'guidance') return true
  if (kind === 'family') return !said.covers(familyWords(text), kind)
  if (tellsRisk(text) || (kind === 'habit' && tellsOfSubstances(text))) return true
  if (unnamed) return true
  return (named.length > 0 || kind === 'history' || (kind === 'plan' && isProcedure(text))) && said.isNew(text)
}

function chosen(candidates: readonly Missing[], said: Said): Omission[] {
  const weighed = candidates
    .filter(({ kind, text }) => isRelevant(kind, text))
    .map((candidate, place) => ({ ...candidate, place, weight: weightOf(candidate.kind, candidate.text) }))
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  const out: Omission[] = []
  const ofKind = new Map<string, number>()
  for (const { id, kind, weight, section, text, evidence } of weighed) {
    const group = `${kind} ${weight}`
    const before = ofKind.get(group) ?? 0
    if (out.length === AT_MOST || before === OF_A_KIND) continue
    // Offered by now: the next that says the same is a repetition.
    if (said.covers(text, kind)) continue
    const name =
      id ??
      nameOf(
        section,
        text,
        evidence.map((line) => line.id),
      )
    out.push({ id: name, kind, section, text, evidence })
    ofKind.set(group, before + 1)
    said.add(text)
  }
  return out
}
