import type { Speaker } from '../transcript/entry.ts'
import type { DraftSection } from './draft.ts'
import { withRightLabels } from './extractive/labels.ts'
import { structureExtractively } from './extractive/structure.ts'
import { type Candidate, drafted, lineReader, told } from './omissions/candidates.ts'
import { clinicalWords, drugNames, familyWords, isClinical, isRelevant, kindOf, weightOf } from './omissions/kind.ts'
import { Said } from './omissions/said.ts'
import type { Omission, Section } from './record.ts'
import { frozen, proofLines } from './section.ts'
import type { Specialty } from './specialty.ts'
import { templateOf } from './templates/template.ts'
import { textHash } from './text-hash.ts'

/** More than this nobody reads. */
const AT_MOST = 12
/** Of one kind: a list of denials or of advice would hide what matters. */
const OF_A_KIND = 4

export type OmissionInput = {
  entries: readonly { id: string; text: string; speaker?: Speaker | undefined; isPartial?: boolean }[]
  sections: readonly Section[]
  specialty: Specialty
  /** What the extractive structurer made of these entries, where it is at hand: it is not run again. */
  drafted?: readonly DraftSection[] | undefined
}

/**
 * 'Dito e não registrado': clinically relevant lines that no sentence cites, as the sentences the extractive structurer
 * would write of them, the most important first. An allergy or a drug that is named nowhere counts even where its line is
 * cited for something else. A doctor who is shown rubbish stops looking: what the record says in other words is left out.
 */
export function omissionsOf({ entries, sections, specialty, drafted: draft }: OmissionInput): Omission[] {
  const template = templateOf(specialty)
  const lineOf = lineReader(withRightLabels(entries).entries)
  const cited = citedBy(sections)
  const said = new Said(sections)
  const made = draft ?? structureExtractively({ entries, specialty }).sections
  const unsaid = made.map(({ key, sentences }) => ({
    key,
    sentences: sentences.filter(({ text }) => !said.covers(text)),
  }))
  const used = new Set([...cited, ...made.flatMap(({ sentences }) => sentences.flatMap(({ evidence }) => evidence))])
  const left = entries.filter(({ id, isPartial, text }) => !isPartial && !used.has(id) && isClinical(text))
  const candidates = [
    ...drafted(template, unsaid, lineOf),
    ...told(
      template,
      left.flatMap(({ id }) => lineOf(id) ?? []),
    ),
  ]
    .map((candidate) => ({ ...candidate, kind: kindOf(candidate.canonical, candidate.text) }))
    .filter(({ kind, text, telling }) =>
      isMissing(
        kind,
        text,
        telling.every((id) => cited.has(id)),
        said,
      ),
    )
  return chosen(candidates, entries, said)
}

const citedBy = (sections: readonly Section[]) =>
  new Set(
    sections.flatMap((section) => section.sentences.flatMap((sentence) => sentence.evidence.map((line) => line.id))),
  )

/** Whether the record leaves it out. Where the line is cited, only an allergy or a drug that is named nowhere counts. */
function isMissing(kind: Omission['kind'], text: string, cited: boolean, said: Said): boolean {
  if (said.covers(text)) return false
  if (kind === 'allergy') return true
  if (kind === 'medication') return !cited || drugNames(text).some((name) => !said.names(name))
  if (cited) return false
  if (kind === 'examination' || kind === 'guidance') return true
  if (kind === 'family') return !said.covers(familyWords(text))
  const named = clinicalWords(text)
  return named.some((word) => !said.names(word)) || (named.length > 0 && said.isNew(text))
}

function chosen(
  candidates: readonly (Candidate & Pick<Omission, 'kind'>)[],
  entries: OmissionInput['entries'],
  said: Said,
): Omission[] {
  const lines = proofLines(entries)
  const weighed = candidates
    .filter(({ kind, text }) => isRelevant(kind, text))
    .map((candidate, place) => ({ ...candidate, place, weight: weightOf(candidate.kind, candidate.text) }))
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  const out: Omission[] = []
  const ofKind = new Map<string, number>()
  for (const { kind, weight, section, text, evidence } of weighed) {
    const group = `${kind} ${weight}`
    const before = ofKind.get(group) ?? 0
    if (out.length === AT_MOST || before === OF_A_KIND) continue
    // Offered by now: the next that says the same is a repetition.
    if (said.covers(text)) continue
    const id = textHash(`${section} ${evidence.join(' ')} ${text}`)
    out.push({ id, kind, section, text, evidence: frozen(evidence, lines) })
    ofKind.set(group, before + 1)
    said.add(text)
  }
  return out
}

/** Those that still are: what a sentence says by now is registered. */
export function stillOmitted(omissions: readonly Omission[], sections: readonly Section[]): Omission[] {
  const said = new Said(sections)
  return omissions.filter(({ text }) => !said.covers(text))
}
