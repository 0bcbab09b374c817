import { readingOnce } from '../../remembered.ts'
import type { Speaker } from '../../transcript/entry.ts'
import { type Earlier, editedSentences } from '../edit/edit.ts'
import { withReplaced } from '../edit/replaced.ts'
import { type Offer, offersOf, omissionsOf } from '../omissions/omissions.ts'
import type { Flag, Omission, Section, Sentence } from '../record.ts'
import { type SafetyChecker, safetyChecker } from '../safety/check.ts'
import { frozen, isFrozen, proofLines, sectionOf } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import { confidenceOf } from './confidence.ts'
import type { DraftSection } from './draft.ts'
import { stopped } from './stop.ts'
import { withSuggestions } from './suggestions.ts'

/** What a record rests on. `context`: what the doctor noted about the patient before; empty when nothing. */
export type Grounds = {
  entries: readonly {
    id: string
    text: string
    speaker?: Speaker | undefined
    isPartial?: boolean
    confidence?: number | undefined
  }[]
  context: string
  specialty: Specialty
}
/** `offers`: what the record could say, whether it does or not; `omissions`: those of them that it does not say. */
export type Proven = { sections: Section[]; alerts: Flag[]; omissions: Omission[]; offers: Offer[] }

/**
 * Draft -> record, whatever drafted it: evidence that is no line of this transcript proves nothing, the safety checks
 * run on every sentence, confidence is computed, and what was said and left out is listed.
 */
export function proveRecord(
  grounds: Grounds,
  draft: readonly DraftSection[],
  newId: () => string,
  /** What the extractive structurer made of these entries, where it is at hand: what is left out is looked for in it. */
  drafted?: readonly DraftSection[],
): Proven {
  return readingOnce(() => {
    const lines = proofLines(grounds.entries)
    const checker = checkerOf(grounds)
    const proven = templateOf(grounds.specialty).sections.map((part) => {
      const sentences = draft
        .filter((section) => section.key === part.key)
        .flatMap((section) => section.sentences)
        .filter((sentence) => sentence.text.trim() !== '')
        .map((sentence): Sentence => {
          const evidence = frozen(sentence.evidence, lines)
          const proof = evidence.length > 0 ? 'transcript' : 'none'
          return checked(
            { text: stopped(sentence.text), evidence, proof, flags: [], seen: false },
            part.canonical,
            checker,
          )
        })
      return sectionOf(part, newId(), sentences, lines)
    })
    const sections = withSuggestions(grounds.specialty, proven, grounds)
    const offers = offersOf(grounds, drafted)
    return {
      sections,
      alerts: checker.record(sections),
      omissions: omissionsOf(grounds, sections, offers),
      offers,
    }
  })
}

/**
 * A section whose text the doctor changed: what stands keeps its proof, the exact words of what stood `earlier` are that
 * again while its lines say what they said, the rest is the doctor's, all of it is checked.
 */
export function editSection(
  grounds: Grounds,
  section: Section,
  content: string,
  earlier: readonly Earlier[] = [],
): Section {
  const lines = proofLines(grounds.entries)
  const known = earlier.filter(({ evidence }) => evidence.every((line) => isFrozen(line, lines)))
  return withSentences(
    grounds,
    { ...section, content },
    withReplaced(section.sentences, editedSentences(section.sentences, content, known)),
  )
}

/** One more sentence at the section's end, with the lines that prove it. */
export function insertSentence(grounds: Grounds, section: Section, text: string, ids: readonly string[]): Section {
  const evidence = frozen(ids, proofLines(grounds.entries))
  const proof = evidence.length > 0 ? 'transcript' : 'doctor'
  const inserted: Sentence = { text: stopped(text), evidence, proof, flags: [], seen: false }
  const [before, sentences] = ended(section)
  const content = [before, inserted.text].filter(Boolean).join(' ')
  return withSentences(grounds, { ...section, content }, [...sentences, inserted])
}

/** A section's text and sentences, the last of them ended: what comes behind is not read into it. */
function ended({ content, sentences }: Section): [string, readonly Sentence[]] {
  const bare = content.trimEnd()
  const text = stopped(bare)
  const last = sentences.at(-1)
  if (text === bare || !last || !bare.endsWith(last.text)) return [text, sentences]
  return [text, [...sentences.slice(0, -1), { ...last, text: stopped(last.text) }]]
}

/** What the whole record is warned of, after any change of it. */
export const alertsOf = (grounds: Grounds, sections: readonly Section[]): Flag[] => checkerOf(grounds).record(sections)

const checkers = new WeakMap<Grounds['entries'], { context: string; checker: SafetyChecker }>()
/** A dialogue is read once, however many changes are checked against it: an hour of talk takes a while. */
function checkerOf({ entries, context }: Grounds): SafetyChecker {
  const known = checkers.get(entries)
  if (known?.context === context) return known.checker
  const checker = safetyChecker(entries, context)
  checkers.set(entries, { context, checker })
  return checker
}

function withSentences(grounds: Grounds, section: Section, unchecked: readonly Sentence[]): Section {
  const checker = checkerOf(grounds)
  const sentences = unchecked.map((sentence) => checked(sentence, section.canonical, checker))
  const expected = templateOf(grounds.specialty).sections.find((part) => part.key === section.key)?.expected ?? []
  return {
    ...section,
    sentences,
    ...confidenceOf({ sentences, lines: proofLines(grounds.entries), expected }),
  }
}

/** A sentence that is flagged for something new has not been seen. */
function checked(sentence: Sentence, section: Section['canonical'], checker: SafetyChecker): Sentence {
  const evidence = sentence.evidence.map((line) => line.id)
  const replaces = sentence.replaces && {
    text: sentence.replaces.text,
    evidence: sentence.replaces.evidence.map((line) => line.id),
  }
  const flags = checker.sentence({ section, text: sentence.text, evidence, proof: sentence.proof, replaces })
  const known = new Set(sentence.flags.map((flag) => flag.message))
  return { ...sentence, flags, seen: sentence.seen && flags.every((flag) => known.has(flag.message)) }
}
