// Chooses the sentences of the note: a learned probability that a careful colleague would have written each.
import { bucketsOf } from '#domain/dialogue/tagger/features.ts'
import type { Part } from '#domain/dialogue/tagger/labels.ts'
import { type Model, openModel, probabilitiesOf, type StoredModel } from '#domain/dialogue/tagger/model.ts'
import { groupBy } from '../../group-by.ts'
import { type Mention, mentionsIn, siteOf } from '../lexicon/lexicon.ts'
import { namesRisk } from '../lexicon/risk.ts'
import { canonicalOf } from '../parts.ts'
import { type CheckedLine, safetyChecker } from '../safety/check.ts'
import { type Token, tokensOf } from '../safety/words.ts'
import type { Candidate } from './candidates.ts'
import stored from './choice.json' with { type: 'json' }
import { contentOf } from './content.ts'
import { joinLists } from './wording.ts'

/**
 * Probabilities from 0 to 1. `chance`: that the ideal note says this and a third of its sentence is here. `right`: that a
 * physician would leave the sentence as it stands.
 */
export type Weighed = Candidate & { chance: number; right: number }
/** `written`: the note's sentences. `held`: those that wait for the doctor, the most probable first. */
export type Choice = { written: Weighed[]; held: Weighed[] }

// The shares and chances below were chosen on the totals in docs/quality.md.
/** A sentence with this chance is written; below it waits for the doctor. */
const enough = { frames: 0.07, talk: 0.14 }
/** A wrong medicine, allergy, disease or order does more harm than a missing one: it must be this probable. */
const grave: ReadonlySet<Part> = new Set<Part>(['con', 'hip', 'med', 'ale', 'hf', 'hpp'])
const enoughIfGrave = { frames: 0.2, talk: 0.4 }
/** A note with fewer words than this share of the talk takes less probable sentences too, from here on. */
const shortNote = 0.19
const enoughIfShort = 0.03
const enoughIfShortAndGrave = 0.06
/** No note has more sentences: of an hour of talk the most probable ones are written. */
const most = 60
/** From here on a candidate that is not written is offered to the doctor. */
const offered = 0.1
/** Candidates below this chance are dropped. */
const worth = 0.005
/** The note says a sentence already when it has this share of its content words. */
const repeated = 0.75
/** Or this share, where it is talk that a frame holds, or names nothing else in the same line. */
const sameLine = 0.5
/** Kinds of concepts that a sentence may not leave out because another one of its line is there. */
const namedKinds = new Set([
  'symptom',
  'site',
  'condition',
  'drug',
  'allergen',
  'exam',
  'finding',
  'procedure',
  'relative',
])
/** A fuller sentence of talk is written instead if it has this share of the chance, and at most so many words. */
const fullerShare = 0.4
const longest = 25
/** A frame is written instead of talk if it has this share of the chance. */
const frameShare = 0.5
/** Talk waits for the frames of its line that have this share of its chance. */
const waitShare = 0.2

/** A candidate among those that compete for a place in the note. `line`: the last one that it cites. */
type Rival = Weighed & {
  content: ReadonlySet<string>
  line: string | undefined
  words: number
  names: ReadonlySet<string>
}

let models: { wanted: Model; right: Model } | undefined
const ownModels = () => {
  models ??= { wanted: openModel(stored.wanted as StoredModel), right: openModel(stored.right as StoredModel) }
  return models
}
const probabilityOf = (model: Model, names: readonly string[]): number =>
  probabilitiesOf(model, bucketsOf(names, model.size))[1] ?? 0
const wordsOf = (text: string): number => text.split(/\s+/).length
/** 'Dor no peito': so many words before the site. */
const painWithin = 3
/** The pains that are named by their site and have a name of their own: 'dor no peito' is 'dor torácica'. */
function painsOf(tokens: readonly Token[], mentions: readonly Mention[]) {
  return mentions.flatMap(({ concept, from, to }) => {
    const { pain } = concept.kind === 'site' ? siteOf(concept.note) : {}
    const before = Math.max(0, from - painWithin)
    const start = tokens.slice(before, from).findIndex(({ stem }) => stem === 'dor')
    return pain && start >= 0 ? [{ pain, site: concept.note, words: tokens.slice(before + start, to) }] : []
  })
}

/**
 * The content of a sentence, where 'pressão alta' counts as 'hipertensão' alone, and the part of it that it names:
 * concepts of `namedKinds`, and numbers but for 'um'.
 */
function contentAndNames(text: string): Pick<Rival, 'content' | 'names'> {
  const tokens = tokensOf(text)
  const mentions = mentionsIn(tokens).filter(({ concept }) => namedKinds.has(concept.kind))
  const content = new Set(contentOf(text))
  const pains = painsOf(tokens, mentions)
  for (const { pain, site, words } of pains) {
    content.delete(`concept ${site}`)
    for (const { stem } of words) content.delete(`stem ${stem.slice(0, 5)}`)
    content.add(`concept ${pain}`)
  }
  const numbers = [...content].filter((item) => item.startsWith('number ') && item !== 'number 1')
  for (const { from, to } of mentions)
    for (const { stem } of tokens.slice(from, to)) content.delete(`stem ${stem.slice(0, 5)}`)
  const named = mentions.map(({ concept }) => pains.find(({ site }) => site === concept.note)?.pain ?? concept.note)
  return { content, names: new Set([...named.map((note) => `concept ${note}`), ...numbers]) }
}

/**
 * Chooses from the candidates, the most probable and best worded first. Where another one of the line says the same and
 * more, the note has that. A sentence that repeats a chosen one, or that a safety check doubts, is not written.
 */
export function chooseSentences(candidates: readonly Candidate[], entries: readonly CheckedLine[]): Choice {
  const checker = safetyChecker(entries, '')
  const { wanted, right } = ownModels()
  const weighed = candidates
    .map((one) => ({ ...one, chance: probabilityOf(wanted, one.features) }))
    .filter((one) => one.chance >= worth || isNeverDropped(one))
    .map(
      (one): Rival => ({
        ...one,
        ...contentAndNames(one.text),
        right: probabilityOf(right, [...one.features, ...one.context]),
        line: one.evidence.at(-1),
        words: wordsOf(one.text),
      }),
    )
    .filter(({ content }) => content.size > 0)
    .sort((a, b) => worthOf(b) - worthOf(a))
    // Keeps the most probable of equal sentences: a talk repeats itself, and each would be compared with each.
    .filter(isFirst(({ part, text }) => `${part} ${text}`))
  const ofLines = new Map(
    [...groupBy(weighed, ({ line }) => line)].map(([line, rivals]) => [line, new SentenceIndex(rivals)]),
  )
  const choice: Choice = { written: [], held: [] }
  const short = shortNote * entries.reduce((sum, { text }) => sum + wordsOf(text), 0)
  let count = 0
  const sentencesSoFar = new SentenceIndex()
  const leastOf = ({ from, part }: Rival): number => {
    if (count < short) return grave.has(part) ? enoughIfShortAndGrave : enoughIfShort
    return (grave.has(part) ? enoughIfGrave : enough)[from]
  }
  // Talk that the frames of its line say together comes after them.
  const early = (one: Rival) => one.from === 'frames' || !ofLines.get(one.line)?.framesSay(one)
  // A note has one chief complaint.
  const hasComplaint = () => choice.written.some(({ part }) => part === 'qp')
  for (const first of [...weighed.filter(early), ...weighed.filter((one) => !early(one))]) {
    if (sentencesSoFar.repeats(first)) continue
    const fuller = ofLines.get(first.line)?.fullest(first) ?? first
    const rivals = sentencesSoFar.repeats(fuller) ? [first] : [fuller, first]
    const hasRoom =
      (choice.written.length < most || placesOf(choice.written) < most) && !(first.part === 'qp' && hasComplaint())
    const written = rivals.find((one) => hasRoom && first.chance >= leastOf(one) && !isDoubted(checker, one))
    if (written) {
      count += written.words
      choice.written.push(written)
    } else if (first.chance >= offered || isNeverDropped(first)) choice.held.push(first)
    sentencesSoFar.add(written ?? first)
  }
  return choice
}

/** The order in which sentences are considered: of two that are as probable, the one that may stay as it is. */
const worthOf = ({ chance, right }: Rival): number => chance * (right + 0.3)

/** How many sentences these become: the denials of one part are joined. */
const placesOf = (written: readonly Weighed[]): number =>
  [...groupBy(written, ({ part }) => part).values()].reduce(
    (sum, some) => sum + joinLists(some, (one) => one).length,
    0,
  )

/** Returns a filter that keeps the first item of each key. */
function isFirst<Item>(keyOf: (item: Item) => string): (item: Item) => boolean {
  const seen = new Set<string>()
  return (item) => {
    const key = keyOf(item)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  }
}

/** A risk to life and an allergy are at least offered to the doctor. */
const isNeverDropped = ({ from, part, text }: Candidate): boolean =>
  (from === 'frames' && part === 'ale') || namesRisk(text)

const plans: ReadonlySet<Part> = new Set<Part>(['hip', 'con', 'ori'])
const isPlanned = ({ part }: Rival): boolean => plans.has(part)

/** Whether the other's part of the note will do as well. A frame knows its part; only a complaint stays one. */
const mayBe = (other: Rival, { part }: Rival): boolean =>
  part === 'qp' ? other.part === part : other.from === 'frames' || canonicalOf(other.part) === canonicalOf(part)

/** Sentences by their content, so that looking for similar ones costs no more than what they share. */
class SentenceIndex {
  readonly #byContent = new Map<string, Rival[]>()

  constructor(rivals: readonly Rival[] = []) {
    for (const rival of rivals) this.add(rival)
  }

  add(rival: Rival): void {
    for (const item of rival.content) {
      const list = this.#byContent.get(item)
      if (list) list.push(rival)
      else this.#byContent.set(item, [rival])
    }
  }

  /** How many items of content each sentence shares with this one; those that share none are left out. */
  #shared({ content }: Rival): [Rival, number][] {
    const counts = new Map<Rival, number>()
    for (const item of content)
      for (const other of this.#byContent.get(item) ?? []) counts.set(other, (counts.get(other) ?? 0) + 1)
    return [...counts]
  }

  /** Whether these say it already: one of them anywhere, or those of the same line together. */
  repeats(one: Rival): boolean {
    // To take a drug, or to swell, states no allergy. 'Se dispneia, ir ao pronto-socorro' does not say 'Nega dispneia'.
    const counts = (other: Rival) =>
      (one.part !== 'ale' || other.part === 'ale') &&
      (one.part !== 'hpp' || other.part !== 'med') &&
      (one.from === 'talk' || isPlanned(one) === isPlanned(other))
    const inLine = [...one.content].filter((item) =>
      this.#byContent.get(item)?.some((other) => other.line === one.line && counts(other)),
    )
    if (inLine.length >= repeated * one.content.size) return true
    // Talk that names nothing but what frames of its line name.
    const isFramed = (item: string) =>
      this.#byContent.get(item)?.some(({ from, line }) => from === 'frames' && line === one.line) === true
    if (one.from === 'talk' && one.names.size > 0 && [...one.names].every(isFramed)) return true
    for (const [other, shared] of this.#shared(one)) {
      if (!counts(other)) continue
      if (shared >= repeated * one.content.size) return true
      if (other.line !== one.line || [...one.names].some((name) => !other.content.has(name))) continue
      // It names nothing else: talk that a frame holds, half of it, or all of the other.
      if (one.from === 'talk' && other.from === 'frames') return true
      if (shared >= sameLine * one.content.size || shared >= repeated * other.content.size) return true
    }
    return false
  }

  /** Whether frames that are at least a fifth as probable say half of it together. */
  framesSay(one: Rival): boolean {
    const items = [...one.content].filter((item) =>
      this.#byContent.get(item)?.some(({ from, chance }) => from === 'frames' && chance >= one.chance * waitShare),
    )
    return items.length >= sameLine * one.content.size
  }

  /**
   * The sentence to write instead of this one: for talk a frame that says half of it, else the one that states all of it
   * and most besides. It must not be much less probable.
   */
  fullest(one: Rival): Rival {
    let best = one
    for (const [other, shared] of this.#shared(one)) {
      const isNear = (share: number, chance: number) =>
        shared >= share * one.content.size && other.chance >= chance * one.chance
      if (other.words > longest || !mayBe(other, one) || (one.from === 'frames' && other.from === 'talk')) continue
      if (one.from === 'talk' && other.from === 'frames' && isNear(sameLine, frameShare)) return other
      if (other.content.size > best.content.size && isNear(repeated, fullerShare)) best = other
    }
    return best
  }
}

const isDoubted = (checker: ReturnType<typeof safetyChecker>, { part, text, evidence }: Candidate): boolean =>
  checker.sentence({ section: canonicalOf(part), text, evidence, proof: 'transcript' }).length > 0
