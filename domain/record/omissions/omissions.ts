import type { Speaker } from '../../transcript/entry.ts'
import { withRightLabels } from '../extractive/labels.ts'
import { structureByRules } from '../extractive/structure.ts'
import type { DraftSection } from '../proof/draft.ts'
import type { Omission, Section } from '../record.ts'
import { freezeLines, proofLines } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { type Template, templateOf } from '../templates/template.ts'
import { textHash } from '../text/text-hash.ts'
import {
  type Candidate,
  type LineOf,
  lineReader,
  type PreviousLine,
  sentencesFrom,
  splitDenials,
  unwrittenText,
  withoutWritten,
} from './candidates.ts'
import { Coverage } from './coverage.ts'
import {
  clinicalWords,
  drugNames,
  familyWords,
  isClinical,
  isProcedure,
  isRelevant,
  kindOf,
  mentionsRisk,
  mentionsSubstances,
  weightOf,
} from './kind.ts'

/** Doctors read no longer list. */
const AT_MOST = 12
/** The most of one kind: a list of denials or of advice would hide the important ones. */
const OF_A_KIND = 4

/**
 * A sentence the record of this consultation could have. Stored beside the record, so that removed content is offered
 * again.
 */
export type Offer = Pick<Omission, 'id' | 'section' | 'text' | 'evidence'>

type Consultation = {
  entries: readonly { id: string; text: string; speaker?: Speaker | undefined; isPartial?: boolean }[]
  specialty: Specialty
}

/**
 * All offers of a consultation: the sentences of the extractive draft, and sentences for clinical lines, or parts of
 * them, that the draft lacks. `drafted`: that draft, if the caller has it; else it is made here.
 */
export function offersOf(
  { entries, specialty }: Consultation,
  drafted: readonly DraftSection[] | undefined = structureByRules({ entries, specialty }).sections,
): Offer[] {
  const lines = proofLines(entries)
  const writtenOf = new Map<string, string>()
  for (const { text, evidence } of drafted.flatMap(({ sentences }) => sentences))
    for (const id of evidence) writtenOf.set(id, `${writtenOf.get(id) ?? ''} ${text}`)
  const whole = drafted.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(' ')
  const lineOf = relabelledLines(entries)
  const spoken = entries.filter(({ isPartial }) => !isPartial)
  const at = new Map(spoken.map(({ id }, index) => [id, index]))
  const previous: PreviousLine = (id) => spoken[(at.get(id) ?? 0) - 1]
  return [
    ...drafted.flatMap(({ key, sentences }) => sentences.map((sentence) => ({ section: key, ...sentence }))),
    ...sentencesFrom(
      templateOf(specialty),
      spoken
        .filter(({ id, text, speaker }) => isClinical(unwrittenText(text, writtenOf.get(id)), speaker))
        .flatMap(({ id }) => withoutWritten(lineOf(id), writtenOf.get(id), whole) ?? []),
      previous,
    ),
  ].map(({ section, text, evidence }) => ({
    id: nameOf(section, text, evidence),
    section,
    text,
    evidence: freezeLines(evidence, lines),
  }))
}

const nameOf = (section: string, text: string, evidence: readonly string[]) =>
  textHash(`${section} ${evidence.join(' ')} ${text}`)

/** Corrects speaker labels at the first call: for most records no line is needed. */
function relabelledLines(entries: Consultation['entries']): LineOf {
  let read: LineOf | undefined
  return (id) => {
    read ??= lineReader(withRightLabels(entries).entries)
    return read(id)
  }
}

/**
 * 'Dito e não registrado': the offers that no current sentence states or cites, most important first. A missing
 * allergy, diagnosis or drug counts even if its line is cited. Content that the record has in other words is not
 * offered, because doctors stop reading a noisy list.
 */
export function omissionsOf(
  { entries, specialty }: Consultation,
  sections: readonly Pick<Section, 'sentences'>[],
  offers: readonly Offer[],
): Omission[] {
  const coverage = new Coverage(sections)
  const open = offers.filter(({ text }) => !coverage.has(text))
  if (open.length === 0) return []
  const cited = citedBy(sections, new Set(offers.map(({ text }) => text)))
  const lineOf = relabelledLines(entries)
  const template = templateOf(specialty)
  const missing = open
    .flatMap((offer) => splitDenials(offer, lineOf).map((one) => candidateOf(template, one)))
    .filter((candidate) => isMissing(candidate, cited, coverage))
  return chooseOmissions(missing, coverage)
}

/**
 * Ids of the lines that sentences cite. A sentence equal to the draft covers only its own part of a line; a reworded
 * one may cover all of it.
 */
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

/**
 * Whether the record lacks the candidate. If its lines are cited, only an allergy, disease or drug that appears nowhere
 * counts.
 */
function isMissing({ kind, text, telling }: Missing, citations: ReadonlySet<string>, coverage: Coverage): boolean {
  if (coverage.covers(text, kind)) return false
  const cited = telling.every((id) => citations.has(id))
  if (kind === 'allergy') return true
  if (kind === 'medication') return !cited || drugNames(text).some((name) => !coverage.names(name))
  const named = clinicalWords(text)
  const unnamed = named.some((word) => !coverage.names(word))
  const ordered = kind === 'plan' || kind === 'guidance'
  // A sentence about half of a line does not cover the other orders in it.
  if (cited) return kind === 'hypothesis' ? unnamed : ordered && drugNames(text).some((name) => !coverage.names(name))
  if (kind === 'plan' && !coverage.coversDose(text)) return true
  if (kind === 'examination' || kind === 'guidance') return true
  if (kind === 'family') return !coverage.covers(familyWords(text), kind)
  if (mentionsRisk(text) || (kind === 'habit' && mentionsSubstances(text))) return true
  if (unnamed) return true
  return (named.length > 0 || kind === 'history' || (kind === 'plan' && isProcedure(text))) && coverage.isNew(text)
}

function chooseOmissions(candidates: readonly Missing[], coverage: Coverage): Omission[] {
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
    // A candidate with the same content is in the list already.
    if (coverage.covers(text, kind)) continue
    const name =
      id ??
      nameOf(
        section,
        text,
        evidence.map((line) => line.id),
      )
    out.push({ id: name, kind, section, text, evidence })
    ofKind.set(group, before + 1)
    coverage.add(text)
  }
  return out
}
