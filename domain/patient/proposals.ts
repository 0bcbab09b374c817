import { mentionsIn } from '../record/lexicon/lexicon.ts'
import { capital } from '../record/note/wording.ts'
import type { CanonicalKey } from '../record/record.ts'
import { isSame } from '../record/safety/allergy.ts'
import { readStatement, type Statement } from '../record/safety/claim.ts'
import { coursesIn } from '../record/safety/course.ts'
import { namesRelative } from '../record/safety/kin.ts'
import { sentencesOf } from '../record/safety/note.ts'
import { affirmedAllergens, listedAllergens } from '../record/safety/noted.ts'
import { type Token, tokensOf, writtenOf } from '../record/safety/words.ts'
import { lowerFirst } from '../text.ts'
import { drugsOf, hasSeveralDoses, isSameMedicine, saysAll, sharedWords } from './dosage.ts'
import { doubtedIn, isUseDoubted } from './doubt.ts'
import { FACT_MAX, type Fact, type FactKind, factKey, isCurrent, type OfferedProposal, type Proposal } from './fact.ts'
import { medicineText } from './medicine-text.ts'

/** A signed record, as far as proposals need it. */
export type SignedNote = {
  consultation_id: string
  revision: number
  signed_at: number
  /** When the consultation began. */
  started_at: number
  sections: readonly {
    key: string
    canonical: CanonicalKey
    sentences: readonly { text: string; evidence: readonly { id: string }[] }[]
  }[]
}
/** `consultation_id` is null for the patient's own context. */
export type WrittenContext = { consultation_id: string | null; text: string }
/** A row of the lists, ended and dismissed ones too. `settled_at`: when it was ended or dismissed; null while current. */
export type Decided = { kind: FactKind; text: string; settled: 'current' | 'dismissed' | 'ended'; settled_at: number }

/** More than a doctor answers in one visit; the rest follows once these are answered. */
const PROPOSALS_MAX = 20

/**
 * The facts that signed records, newest first, and contexts name and the lists do not have. A dismissed one is never
 * offered again, an ended one only by a record signed later. `older`: notes that only allergies are read from.
 */
export function proposalsOf(
  notes: readonly SignedNote[],
  contexts: readonly WrittenContext[],
  decided: readonly Decided[],
  older: readonly SignedNote[] = [],
): Proposal[] {
  return unanswered(notes, contexts, decided, older).slice(0, PROPOSALS_MAX)
}

/** All facts that one record names, also those that the lists have. */
export const factsNamedIn = (note: SignedNote): Proposal[] => unanswered([note], [], [], [])

/** The allergies of signed records that the doctor has neither added to the list nor dismissed: all of them. */
export const unansweredAllergies = (notes: readonly SignedNote[], decided: readonly Decided[]): Proposal[] =>
  unanswered([], [], decided, notes)

/**
 * [PM8] Adds to each proposal the listed medicine that it changes: the one of the same ingredient, or all such ones if it
 * has several doses. Leaves out a dose that is not newer than the listed one, and a context, which has no date.
 */
export function asChanges(proposals: readonly Proposal[], facts: readonly Fact[]): OfferedProposal[] {
  const listed = facts.filter((one) => one.kind === 'medicine' && isCurrent(one))
  return proposals.flatMap((one): OfferedProposal[] => {
    const same = one.kind === 'medicine' ? listed.filter(({ text }) => isSameMedicine(text, one.text)) : []
    if (same.length === 0) return [{ ...one, replaces: [] }]
    const { source } = one
    if (source.kind === 'context' || same.some((fact) => signedAt(fact) >= source.signed_at)) return []
    const nearest = same.reduce((best, fact) => (sharedWords(fact, one) >= sharedWords(best, one) ? fact : best))
    const changed = hasSeveralDoses(one.text) ? same : [nearest]
    return [{ ...one, replaces: changed.map(({ id, text }) => ({ id, text })) }]
  })
}

/** A typed entry is older than every record. */
const signedAt = ({ source }: Fact): number => (source?.kind === 'record' ? source.signed_at : 0)

function unanswered(
  notes: readonly SignedNote[],
  contexts: readonly WrittenContext[],
  decided: readonly Decided[],
  older: readonly SignedNote[],
): Proposal[] {
  const out: Proposal[] = []
  const medicines: Proposal[] = []
  const offer = (one: Proposal) => {
    // An answered medicine counts too: what is read later says an older dose of it.
    const before = one.kind === 'medicine' ? medicines : out
    if (before.some((other) => other.kind === one.kind && isOffering(other, one))) return
    if (one.kind === 'medicine') medicines.push(one)
    if (one.text.length <= FACT_MAX && decided.every((row) => !settles(row, one))) out.push(one)
  }
  for (const note of notes) for (const one of onePerIngredient(ofNote(note))) offer(one)
  for (const note of older) for (const one of ofNote(note, allergiesInSentence)) offer(one)
  for (const context of contexts) for (const one of ofContext(context)) offer(one)
  return out
}

const isOffering = (offered: Proposal, one: Proposal): boolean =>
  isSameFact(offered, one) || (one.kind === 'medicine' && isSameMedicine(offered.text, one.text))

/** Joins what one note says of a medicine in several sentences: '10 UI pela manhã' and '6 UI à noite' are one entry. */
function onePerIngredient(proposals: readonly Proposal[]): Proposal[] {
  const out: Proposal[] = []
  for (const one of proposals) {
    const at = out.findIndex(
      (other) => [one, other].every(({ kind }) => kind === 'medicine') && isSameMedicine(other.text, one.text),
    )
    const other = out[at]
    if (other) out[at] = joined(other, one)
    else out.push(one)
  }
  return out
}

function joined(first: Proposal, second: Proposal): Proposal {
  if (saysAll(first.text, second.text)) return first
  if (saysAll(second.text, first.text)) return second
  const text = `${first.text}; ${lowerFirst(second.text)}`
  if (text.length > FACT_MAX || first.source.kind !== 'record' || second.source.kind !== 'record') return first
  const sentence = [...new Set([first.source.sentence, second.source.sentence])].join(' ')
  const lines = [...new Set([...first.source.lines, ...second.source.lines])]
  return { ...first, text, source: { ...first.source, sentence, lines } }
}

function settles(row: Decided, one: Proposal): boolean {
  if (row.kind !== one.kind || !isSameFact(row, one)) return false
  return row.settled !== 'ended' || one.source.kind === 'context' || one.source.signed_at <= row.settled_at
}

/** Whether the first fact covers the second. An allergen has several names ('iodo', 'contraste'). */
function isSameFact(one: { kind: FactKind; text: string }, other: { text: string }): boolean {
  if (factKey(one.text) === factKey(other.text)) return true
  if (one.kind === 'problem') return false
  if (one.kind === 'medicine') return saysAll(one.text, other.text)
  const others = listedAllergens(other.text)
  return listedAllergens(one.text).some((allergen) => others.some((another) => isSame(allergen, another)))
}

function ofNote({ consultation_id, revision, signed_at, sections }: SignedNote, read = inSentence): Proposal[] {
  return sections.flatMap(({ key, canonical, sentences }) =>
    sentences.flatMap(({ text: sentence, evidence }) => {
      const lines = evidence.map(({ id }) => id)
      const source = { kind: 'record', consultation_id, revision, signed_at, section: key, sentence, lines } as const
      return read(sentence, key, canonical).map((found) => ({ ...found, source }))
    }),
  )
}

type Named = Pick<Proposal, 'kind' | 'text'>

function inSentence(sentence: string, key: string, canonical: CanonicalKey): Named[] {
  if (key === 'medicamentos') return medicinesNamed(sentence)
  if (canonical === 'hipotese') return problemsIn(readStatement(sentence))
  const problems = canonical === 'hpp' && key !== 'alergias' ? problemsIn(readStatement(sentence)) : []
  return [...allergiesInSentence(sentence, key, canonical), ...problems]
}

function allergiesInSentence(sentence: string, key: string, canonical: CanonicalKey): Named[] {
  if (key === 'alergias') return allergiesIn(sentence, listedAllergens)
  return canonical === 'hpp' ? allergiesIn(sentence, affirmedAllergens) : []
}

/** 'Alergia a dipirona, com prurido' names one allergen, with its reaction; of several, none can be told. */
function allergiesIn(text: string, read: typeof affirmedAllergens, tellsReaction = true): Named[] {
  const named = read(text).filter(({ said }) => !isReaction(said))
  const reactions = mentionsIn(tokensOf(text)).filter(({ concept }) => concept.kind === 'reaction')
  const notes = [...new Set(reactions.map(({ concept }) => concept.note))]
  const reaction = tellsReaction && named.length === 1 && notes.length > 0 ? ` (${notes.join(', ')})` : ''
  return named.map(({ said }) => ({ kind: 'allergy', text: capital(said) + reaction }))
}

function isReaction(said: string): boolean {
  const kinds = new Set(mentionsIn(tokensOf(said)).map(({ concept }) => concept.kind))
  return kinds.has('reaction') && !kinds.has('drug') && !kinds.has('allergen')
}

const medicine = (text: string): Named => ({ kind: 'medicine', text: medicineText(text) })

/** A medicine is named, not denied, not stopped, not of the past, and not a guess. */
const isInUse = ({ tokens, tokenPolarities }: Statement): boolean =>
  mentionsIn(tokens).some(({ concept, from }) => concept.kind === 'drug' && tokenPolarities[from] === 'yes') &&
  coursesIn(tokens).every(({ course }) => course !== 'stops') &&
  !isUseDoubted(tokens)

/** The medicines in use of a note's sentence, each with the words up to the next one. */
function medicinesNamed(sentence: string): Named[] {
  const statement = readStatement(sentence)
  if (!isInUse(statement)) return []
  const parts = partsWithDrug(sentence)
  const named = drugsOf(statement.tokens)
  // Cut apart, a name of two words may be read otherwise.
  if (parts.length !== named.length) return [medicine(sentence)]
  return parts.flatMap((part, at) =>
    statement.tokenPolarities[named[at]?.from ?? -1] === 'yes' ? [medicine(part)] : [],
  )
}

/** Cuts 'Losartana 50 mg, 1 ao dia, e metformina' before 'metformina'. */
function partsWithDrug(sentence: string): string[] {
  const parts: string[] = []
  for (const piece of sentence.split(/(?=[,;]\s|\se\s)/)) {
    const last = parts.at(-1)
    const cuts = last !== undefined && [last, piece].every((text) => drugsOf(tokensOf(text)).length > 0)
    if (last === undefined || cuts) parts.push(piece)
    else parts[parts.length - 1] = last + piece
  }
  return parts.map((part) => part.replace(/^(?:[,;\s]|e\s)+/, ''))
}

/** The illnesses that a sentence affirms of the patient, in the wording of the lexicon; not those that it doubts. */
function problemsIn({ tokens, tokenPolarities }: Statement): Named[] {
  if (namesRelative(tokens)) return []
  const found = mentionsIn(tokens).filter(({ concept }) => concept.kind === 'condition')
  const whole = found.filter(
    ({ from, to }) => !found.some((other) => other.from <= from && other.to >= to && other.to - other.from > to - from),
  )
  const doubted = doubtedIn(tokens, whole)
  return whole
    .filter((mention) => tokenPolarities[mention.from] === 'yes' && !doubted.has(mention))
    .map((mention) => ({
      kind: 'problem',
      text: capital(`${mention.concept.note}${courseAfter(tokens, mention)}`),
    }))
}

/** ' aguda' of 'bronquite aguda', where the lexicon has the illness alone. */
const courseAfter = (tokens: readonly Token[], { to }: { to: number }): string => {
  const next = tokens[to]?.word ?? ''
  return /^(agud|cronic)[ao]s?$/.test(next) ? ` ${tokens[to]?.said.toLowerCase()}` : ''
}

/** A context is free text: its allergies, its illnesses, and each medicine with the words up to the next mark. */
function ofContext({ consultation_id, text }: WrittenContext): Proposal[] {
  const from = (sentence: string) => ({ kind: 'context', consultation_id, sentence }) as const
  const allergies = allergiesIn(text, affirmedAllergens, false).map((found) => ({
    ...found,
    source: from(text.slice(0, 300)),
  }))
  const others = sentencesOf(text).flatMap((tokens) => {
    const sentence = writtenOf(tokens)
    const statement = readStatement(sentence)
    if (affirmedAllergens(sentence).length > 0 || namesRelative(statement.tokens)) return []
    return [...problemsIn(statement), ...medicinesIn(statement)].map((found) => ({ ...found, source: from(sentence) }))
  })
  return [...allergies, ...others]
}

function medicinesIn(statement: Statement): Named[] {
  const { tokens, tokenPolarities } = statement
  if (!isInUse(statement)) return []
  const drugs = mentionsIn(tokens).filter(
    ({ concept, from }) => concept.kind === 'drug' && tokenPolarities[from] === 'yes',
  )
  return drugs.map(({ from, to }) => {
    const next = Math.min(...drugs.map((other) => other.from).filter((at) => at > from), tokens.length)
    const end = tokens.findIndex((token, at) => at >= to && at < next && /^([,.;:()]|e)$/i.test(token.said))
    return medicine(writtenOf(tokens.slice(from, end < 0 ? next : end)))
  })
}
