import { readingOnce } from '../../remembered.ts'
import type { Speaker } from '../../transcript/entry.ts'
import { type Earlier, editedSentences } from '../edit/edit.ts'
import { withReplaced } from '../edit/replaced.ts'
import { type Offer, offersOf, omissionsOf } from '../omissions/omissions.ts'
import { type Flag, isHeldBack, type Omission, type Section, type Sentence } from '../record.ts'
import { type SafetyChecker, safetyChecker } from '../safety/check.ts'
import type { DatedAllergy } from '../safety/noted.ts'
import { freezeLines, isUnchangedLine, type ProofLines, proofLines, sectionOf } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import type { Manner } from '../writing/writing.ts'
import { confidenceOf } from './confidence.ts'
import type { DraftSection, DraftSentence } from './draft.ts'
import { type JudgedSentence, judgeDraft } from './hold.ts'
import { writerIn } from './manner.ts'
import { withStop } from './stop.ts'
import { withSuggestions } from './suggestions.ts'

/** The sources of a record. `context`: the doctor's notes about the patient from before; empty if none. */
export type Grounds = {
  entries: readonly {
    id: string
    text: string
    speaker?: Speaker | undefined
    isPartial?: boolean
    confidence?: number | undefined
  }[]
  context: string
  /** The patient's current list of allergies. The context has their texts too. */
  listed?: readonly DatedAllergy[]
  specialty: Specialty
  /** The consultation was by telemedicine. */
  remote?: boolean
}
/**
 * `offers`: all sentences the record could have; `omissions`: those it lacks; `judged`: what became of each sentence of
 * the draft.
 */
export type Proven = {
  sections: Section[]
  alerts: Flag[]
  omissions: Omission[]
  offers: Offer[]
  judged: JudgedSentence[]
}

/**
 * Makes a record of any draft. Evidence must be a line of this transcript. The safety checks read every sentence and hold
 * back what they doubt. Computes the confidence and lists the omissions.
 */
export function proveRecord(
  grounds: Grounds,
  draft: readonly DraftSection[],
  newId: () => string,
  /** The sentences that the rules held back; absent for a draft of somebody else's. */
  held?: readonly DraftSection[],
  /** How the doctor writes; absent: as the draft does. */
  manner?: Manner,
): Proven {
  return readingOnce(() => {
    const lines = proofLines(grounds.entries)
    const checker = checkerOf(grounds)
    const template = templateOf(grounds.specialty)
    const judged = judgeDraft(draft, template, checker, (id) => lines.has(id))
    const write = writerIn(manner, grounds, checker)
    const worded = new Map<string, string>()
    const proven = template.sections.map((part) => {
      const own = judged
        .filter(({ key, state }) => key === part.key && state === 'kept')
        .map((sentence) => provenSentence(sentence, lines))
      const sentences = write.section(own, part).map(({ text, from }) => {
        // An offer proves its own sentence, not those that were joined with it.
        if (from.every((one) => one.text === from[0].text)) worded.set(from[0].text, text)
        return checkSentence({ ...asOne(from), text }, part.canonical, checker)
      })
      return sectionOf(part, newId(), sentences, lines)
    })
    const parts = new Map(template.sections.map((part) => [part.key, part]))
    const offers = withWarnings(grounds, offersOf(grounds, judged, held)).map((offer) => {
      const part = parts.get(offer.section)
      if (isHeldBack(offer) || !part) return offer
      return { ...offer, text: worded.get(withStop(offer.text)) ?? write.sentence(offer, part) }
    })
    const examined = [
      ...proven.filter(({ content }) => content !== ''),
      ...offers.map(({ section }) => ({ key: section })),
    ]
    const written =
      grounds.remote && !examined.some(({ key }) => holdsFindings(key, grounds.specialty))
        ? proven.map((section) => (section.key === EXAMINATION ? withoutExamination(section) : section))
        : proven
    const sections = withSuggestions(grounds.specialty, written, grounds)
    return {
      sections,
      alerts: checker.record(sections),
      omissions: omissionsOf(grounds, sections, offers),
      offers,
      judged,
    }
  })
}

function provenSentence({ text, evidence, probability }: DraftSentence, lines: ProofLines): Sentence {
  return {
    text: withStop(text),
    evidence: freezeLines(evidence, lines),
    proof: 'transcript',
    flags: [],
    seen: false,
    ...(probability === undefined ? {} : { probability }),
  }
}

/** One sentence with the lines of all, as probable as the least probable. */
function asOne(sentences: readonly [Sentence, ...Sentence[]]): Sentence {
  const [first] = sentences
  if (sentences.length === 1) return first
  const lines = new Map(sentences.flatMap(({ evidence }) => evidence.map((line) => [line.id, line])))
  const { probability: _, ...rest } = first
  const measured = sentences.flatMap(({ probability }) => probability ?? [])
  return {
    ...rest,
    evidence: [...lines.values()],
    ...(measured.length === sentences.length ? { probability: Math.min(...measured) } : {}),
  }
}

const EXAMINATION = 'exame_fisico'
const NOT_EXAMINED = 'Exame físico: não realizado (teleconsulta).'
const holdsFindings = (key: string, specialty: Specialty): boolean =>
  !key.startsWith('exames_') &&
  templateOf(specialty).sections.some((part) => part.key === key && part.canonical === EXAMINATION)

/** States that telemedicine had no examination. No line proves it: the doctor checks it. */
function withoutExamination(section: Section): Section {
  const sentence: Sentence = { text: NOT_EXAMINED, evidence: [], proof: 'none', flags: [], seen: false }
  return {
    ...section,
    content: NOT_EXAMINED,
    original_content: NOT_EXAMINED,
    sentences: [sentence],
    ...confidenceOf([sentence], new Map()),
  }
}

/**
 * A section with the text as the doctor changed it. Unchanged sentences keep their proof. The exact words of an
 * `earlier` sentence regain it if its lines are unchanged. The rest is the doctor's. All of it is checked.
 */
export function editSection(
  grounds: Grounds,
  section: Section,
  content: string,
  earlier: readonly Earlier[] = [],
): Section {
  const lines = proofLines(grounds.entries)
  const valid = earlier.filter(({ evidence }) => evidence.every((line) => isUnchangedLine(line, lines)))
  return withSentences(
    grounds,
    { ...section, content },
    withReplaced(section.sentences, editedSentences(section.sentences, content, valid)),
  )
}

/**
 * Appends a sentence with the lines that prove it. It replaces 'Exame físico: não realizado'. `flags`: why the
 * checks held it back; the doctor has read these and inserts it all the same.
 */
export function insertSentence(
  grounds: Grounds,
  section: Section,
  { text, evidence: ids, probability, flags = [] }: DraftSentence & { flags?: readonly Flag[] | undefined },
): Section {
  const evidence = freezeLines(ids, proofLines(grounds.entries))
  const inserted: Sentence = {
    text: withStop(text),
    evidence,
    proof: evidence.length > 0 ? 'transcript' : 'doctor',
    flags: [...flags],
    seen: flags.length > 0,
    probability,
  }
  const [before, sentences] = section.content === NOT_EXAMINED ? ['', []] : endWithStop(section)
  const content = [before, inserted.text].filter(Boolean).join(' ')
  return withSentences(grounds, { ...section, content }, [...sentences, inserted])
}

/** The section's text and sentences with a final stop, so that appended text is another sentence. */
function endWithStop({ content, sentences }: Section): [string, readonly Sentence[]] {
  const bare = content.trimEnd()
  const text = withStop(bare)
  const last = sentences.at(-1)
  if (text === bare || !last || !bare.endsWith(last.text)) return [text, sentences]
  return [text, [...sentences.slice(0, -1), { ...last, text: withStop(last.text) }]]
}

/** The alerts of the whole record after a change. */
export const alertsOf = (grounds: Grounds, sections: readonly Section[]): Flag[] => checkerOf(grounds).record(sections)

/**
 * Checks a section again after lines changed; `changed`: ids of the lines with other words. A sentence that they still
 * prove cites their new words. One with findings keeps the hash of the old ones, and has to be seen again.
 */
export function recheckSection(grounds: Grounds, section: Section, changed: ReadonlySet<string>): Section {
  const lines = proofLines(grounds.entries)
  const after = withSentences(grounds, section, section.sentences)
  const sentences = after.sentences.map((sentence) => {
    const { evidence, flags } = sentence
    if (!evidence.some(({ id }) => changed.has(id))) return sentence
    if (flags.length > 0) return { ...sentence, seen: false }
    const ids = evidence.map(({ id }) => id)
    return { ...sentence, evidence: freezeLines(ids, lines) }
  })
  return { ...after, sentences }
}

/**
 * The offers after lines changed. Those that cite one of them are judged again. Offers of the rules that their lines no
 * longer support are dropped, and the rules' sentences on lines with other words are added.
 */
export function recheckOffers(
  grounds: Grounds,
  offers: readonly Offer[],
  { changed, reworded }: { changed: ReadonlySet<string>; reworded: ReadonlySet<string> },
): Offer[] {
  const lines = proofLines(grounds.entries)
  const checker = checkerOf(grounds)
  const canonical = new Map(templateOf(grounds.specialty).sections.map((part) => [part.key, part.canonical]))
  const judged = offers.flatMap((offer): Offer[] => {
    const section = canonical.get(offer.section)
    if (!section || !offer.evidence.some(({ id }) => changed.has(id))) return [offer]
    const evidence = offer.evidence.map(({ id }) => id)
    const { verdict, flags } = checker.report({ section, text: offer.text, evidence })
    const { flags: _, ...bare } = { ...offer, evidence: freezeLines(evidence, lines) }
    if (verdict === 'supported') return [isHeldBack(offer) ? { ...bare, reason: 'uncertain' } : bare]
    if (!isHeldBack(offer)) return []
    return [{ ...bare, flags, reason: verdict === 'doubtful' ? 'doubted' : 'contradicted' }]
  })
  if (reworded.size === 0) return withWarnings(grounds, judged)
  const existing = new Set(judged.map(({ id }) => id))
  const added = offersOf(grounds, [], undefined).filter(
    ({ id, evidence }) => !existing.has(id) && evidence.some((line) => reworded.has(line.id)),
  )
  return withWarnings(grounds, [...judged, ...added])
}

/** [SF8] Warns of an allergy on the offers for the plan, as the note will once the doctor inserts one. */
function withWarnings(grounds: Grounds, offers: readonly Offer[]): Offer[] {
  const checker = checkerOf(grounds)
  const plans = new Set(
    templateOf(grounds.specialty).sections.flatMap(({ key, canonical }) => (canonical === 'conduta' ? [key] : [])),
  )
  return offers.map((offer) => {
    if (isHeldBack(offer) || !plans.has(offer.section)) return offer
    const evidence = offer.evidence.map(({ id }) => id)
    const flags = checker
      .sentence({ section: 'conduta', text: offer.text, evidence, proof: 'transcript' })
      .filter(({ kind }) => kind === 'allergy')
    const { flags: _, ...bare } = offer
    return flags.length > 0 ? { ...bare, flags } : bare
  })
}

const checkers = new WeakMap<Grounds['entries'], Pick<Grounds, 'context' | 'listed'> & { checker: SafetyChecker }>()
/** Reads a conversation once for all later changes: an hour of talk takes a while. */
function checkerOf({ entries, context, listed }: Grounds): SafetyChecker {
  const cached = checkers.get(entries)
  if (cached?.context === context && cached.listed === listed) return cached.checker
  const checker = safetyChecker(entries, context, listed)
  checkers.set(entries, { context, ...(listed && { listed }), checker })
  return checker
}

function withSentences(grounds: Grounds, section: Section, unchecked: readonly Sentence[]): Section {
  const checker = checkerOf(grounds)
  const sentences = unchecked.map((sentence) => checkSentence(sentence, section.canonical, checker))
  return { ...section, sentences, ...confidenceOf(sentences, proofLines(grounds.entries)) }
}

/** A new flag makes a sentence unseen. */
function checkSentence(sentence: Sentence, section: Section['canonical'], checker: SafetyChecker): Sentence {
  const evidence = sentence.evidence.map((line) => line.id)
  const replaces = sentence.replaces && {
    text: sentence.replaces.text,
    evidence: sentence.replaces.evidence.map((line) => line.id),
  }
  const flags = checker.sentence({ section, text: sentence.text, evidence, proof: sentence.proof, replaces })
  const earlier = new Set(sentence.flags.map((flag) => flag.message))
  return { ...sentence, flags, seen: sentence.seen && flags.every((flag) => earlier.has(flag.message)) }
}
