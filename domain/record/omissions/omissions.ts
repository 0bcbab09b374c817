import type { Speaker } from '../../transcript/entry.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { namesRisk } from '../lexicon/risk.ts'
import { contentOf, shareIn } from '../note/content.ts'
import { structureByRules } from '../note/structure.ts'
import type { DraftSection, DraftSentence } from '../proof/draft.ts'
import type { JudgedSentence } from '../proof/hold.ts'
import { withStop } from '../proof/stop.ts'
import { isHeldBack, type Omission, type Section } from '../record.ts'
import { quantitiesIn } from '../safety/numbers.ts'
import { tokensOf } from '../safety/words.ts'
import { freezeLines, proofLines } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import { textHash } from '../text/text-hash.ts'
import { kindOf, weightOf } from './kind.ts'

/** The most entries of the list, unless the checks hold back more sentences. */
const AT_MOST = 12
/** The least number of other entries, however many sentences the checks hold back. */
const OTHERS_AT_LEAST = 6
/** The share of an offer that sentences on the same line must state, so that it is no news. */
const SAME_MATTER = 0.3
/** The most of one kind: a list of denials or of advice would hide the important ones. */
const OF_A_KIND = 4
/** The record states a sentence that has this share of its content in one of its sentences, or in two neighbours. */
const STATED = 0.6

/**
 * A sentence the record of this consultation could have. Stored beside the record, so that removed content is offered
 * again. `dismissed`: the doctor does not want it.
 */
export type Offer = Pick<Omission, 'id' | 'section' | 'text' | 'evidence' | 'reason' | 'flags' | 'probability'> & {
  dismissed?: boolean
}

type Consultation = {
  entries: readonly { id: string; text: string; speaker?: Speaker | undefined; isPartial?: boolean }[]
  specialty: Specialty
}
/**
 * All offers of a consultation: what the checks hold back of a draft, the sentences that the rules would write, and those
 * that the rules `held` back. Without `held` the draft is a model's, and the rules make theirs here.
 */
export function offersOf(
  { entries, specialty }: Consultation,
  judged: readonly JudgedSentence[],
  held: readonly DraftSection[] | undefined,
): Offer[] {
  const lines = proofLines(entries)
  const offerOf = (key: string, reason: Omission['reason'], sentence: DraftSentence): Offer => ({
    id: textHash(`${key} ${sentence.evidence.join(' ')} ${sentence.text}`),
    reason,
    section: key,
    text: sentence.text,
    evidence: freezeLines(sentence.evidence, lines),
    probability: sentence.probability,
  })
  // The sentence that names the informant is no finding.
  const of = (sections: readonly DraftSection[], reason: Omission['reason']): Offer[] =>
    sections
      .filter(({ key }) => key !== 'informante')
      .flatMap(({ key, sentences }) => sentences.map((sentence) => offerOf(key, reason, sentence)))
  const heldBack = judged
    .filter(({ state }) => state !== 'kept')
    .map(
      (one): Offer => ({
        ...offerOf(one.key, one.state === 'held' ? 'doubted' : 'contradicted', one),
        flags: [...one.flags],
      }),
    )
  const ofNote = judged.filter(({ state }) => state === 'kept')
  const byRules = held
    ? { sections: ofNote.map((one) => ({ key: one.key, sentences: [one] })), held }
    : structureByRules({ entries, specialty })
  const all = [...heldBack, ...of(byRules.sections, 'left_out'), ...of(byRules.held, 'uncertain')]
  // The same sentence is offered once, for the first reason.
  return [...new Map(all.toReversed().map((offer) => [offer.id, offer])).values()].toReversed()
}

/**
 * 'A conferir': all that the checks held back, and the other offers that the record does not state in these or other words, most important
 * first. Only a sentence about allergy states an allergy: to take the drug does not.
 */
export function omissionsOf(
  { specialty }: Pick<Consultation, 'specialty'>,
  sections: readonly Pick<Section, 'sentences'>[],
  offers: readonly Offer[],
): Omission[] {
  const canonical = new Map(templateOf(specialty).sections.map((part) => [part.key, part.canonical]))
  const texts = new Set(sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)))
  const open = offers.filter(({ text, dismissed }) => !dismissed && !texts.has(text) && !texts.has(withStop(text)))
  if (open.length === 0) return []
  const stated = sections.flatMap(({ sentences }) => statementsOf(sentences.map(({ text }) => text)))
  // The doctor has answered a dismissed sentence: the same in other words is no news either.
  stated.push(...offers.filter(({ dismissed }) => dismissed).map(({ text }) => statementOf(text)))
  const ofLine = contentByLine(sections)
  const sentences = sections.flatMap((section) => section.sentences)
  const ofRisk = new Set(
    sentences.filter(({ text }) => namesRisk(text)).flatMap(({ evidence }) => evidence.map(({ id }) => id)),
  )
  // A cited line is written where its sentences share a part of the offer. A medicine, disease, exam or operation that
  // the record names nowhere is missing all the same.
  const isCited = ({ kind, text, evidence }: Omission) =>
    (namesRisk(text) && ofRisk.has(evidence.at(-1)?.id ?? '')) ||
    (kind !== 'allergy' &&
      shareIn(contentOf(text), ofLine.get(evidence.at(-1)?.id ?? '') ?? new Set()) >= SAME_MATTER &&
      namesOf(text).every((name) => stated.some(({ content }) => content.has(`concept ${name}`))))
  const weighed = open
    .map(
      ({ dismissed: _, ...offer }): Omission => ({
        ...offer,
        kind: kindOf(canonical.get(offer.section) ?? 'hda', offer.text),
      }),
    )
    .map((omission, place) => ({ omission, place, weight: weightOf(omission.kind, omission.text) }))
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  // The list has every sentence that the checks hold back; the others fill it.
  let room = Math.max(OTHERS_AT_LEAST, AT_MOST - weighed.filter(({ omission }) => isHeldBack(omission)).length)
  const out: Omission[] = []
  const ofKind = new Map<string, number>()
  for (const { omission } of weighed) {
    if (isHeldBack(omission)) {
      out.push(omission)
      continue
    }
    const before = ofKind.get(omission.kind) ?? 0
    if (
      room <= 0 ||
      omission.evidence.length === 0 ||
      before === OF_A_KIND ||
      (!hasOtherDose(omission.text, stated) && (isStated(omission, stated) || isCited(omission)))
    )
      continue
    ofKind.set(omission.kind, before + 1)
    stated.push(statementOf(omission.text))
    out.push(omission)
    room--
  }
  return out
}

const names = new Set(['drug', 'condition', 'exam', 'procedure'])
const namesOf = (text: string): string[] =>
  mentionsIn(tokensOf(text)).flatMap(({ concept }) => (names.has(concept.kind) ? [concept.note] : []))

const allergensIn = (text: string): string[] =>
  mentionsIn(tokensOf(text)).flatMap(({ concept }) =>
    concept.kind === 'drug' || concept.kind === 'allergen' ? [concept.note] : [],
  )

/** The content of the sentences that cite a line, by line. */
function contentByLine(sections: readonly Pick<Section, 'sentences'>[]): Map<string, Set<string>> {
  const out = new Map<string, Set<string>>()
  for (const { text, evidence } of sections.flatMap(({ sentences }) => sentences))
    for (const { id } of evidence) out.set(id, new Set([...(out.get(id) ?? []), ...contentOf(text)]))
  return out
}

const ofDose = /^(mg|mcg|g|ml|ui|gota|%)$/
const dosesIn = (text: string): number[] =>
  quantitiesIn(tokensOf(text)).flatMap(({ unit, value }) => (ofDose.test(unit) ? [value] : []))
/** Whether the record gives the medicine in other doses only: the dose of before does not state the new one. */
function hasOtherDose(text: string, stated: readonly Stated[]): boolean {
  const doses = dosesIn(text)
  if (doses.length === 0) return false
  return mentionsIn(tokensOf(text)).some(({ concept }) => {
    if (concept.kind !== 'drug') return false
    const dosed = stated.filter((one) => one.content.has(`concept ${concept.note}`) && one.doses.length > 0)
    return dosed.length > 0 && !dosed.some((one) => doses.some((dose) => one.doses.includes(dose)))
  })
}

type Stated = { content: ReadonlySet<string>; allergy: boolean; doses: readonly number[] }
const statementOf = (text: string): Stated => ({
  content: contentOf(text),
  allergy: /al[eé]rgi/i.test(text),
  doses: dosesIn(text),
})

/** Each sentence alone, and with the one before it. */
function statementsOf(texts: readonly string[]): Stated[] {
  const single = texts.map(statementOf)
  const pairs = single.slice(1).map((one, at) => ({
    content: new Set([...one.content, ...(single[at]?.content ?? [])]),
    allergy: one.allergy || (single[at]?.allergy ?? false),
    doses: [...one.doses, ...(single[at]?.doses ?? [])],
  }))
  return [...single, ...pairs]
}

function isStated({ kind, text }: Omission, stated: readonly Stated[]): boolean {
  const content = contentOf(text)
  const causes = kind === 'allergy' ? allergensIn(text) : []
  if (causes.length > 0)
    return causes.every((name) => stated.some((one) => one.allergy && one.content.has(`concept ${name}`)))
  // A patient's disease does not state that of a relative.
  const relatives =
    kind === 'family' ? mentionsIn(tokensOf(text)).filter(({ concept }) => concept.kind === 'relative') : []
  return stated.some(
    (one) =>
      (kind !== 'allergy' || one.allergy) &&
      relatives.every(({ concept }) => one.content.has(`concept ${concept.note}`)) &&
      shareIn(content, one.content) >= STATED,
  )
}
