import { plain } from '../../text.ts'
import { CHANGES_MAX, type OwnWriting, type WordChange, type WordEdit, wordEdit } from './writing.ts'

/** A change is offered as a preference when the doctor makes it this often. */
const OFFERED_AT = 3
const PHRASE_WORDS = 4
/** A longer section is not compared: its words would cost too much for a hint. */
const COMPARED_MAX = 5_000

/** The words that the doctor replaced or left out: one pair for each sentence in which nothing else changed. */
export function changedWords(before: string, after: string): WordEdit[] {
  const [was, is] = [sentencesOf(before), sentencesOf(after)]
  if (was.length !== is.length || before.length + after.length > COMPARED_MAX) return []
  return was.flatMap((sentence, at) => {
    const pair = replacedIn(wordsOf(sentence), wordsOf(is[at] ?? ''))
    const parsed = wordEdit.safeParse(pair)
    return parsed.success && plain(parsed.data.from) !== plain(parsed.data.to) ? [parsed.data] : []
  })
}

const sentencesOf = (text: string) => text.trim().split(/(?<=[.!?])\s+|\n+/)
const wordsOf = (text: string) =>
  text
    .replace(/[.!?]+$/, '')
    .toLocaleLowerCase('pt-BR')
    .split(/\s+/)

/** The words between the common beginning and the common end; null where more than a phrase changed. */
function replacedIn(was: readonly string[], is: readonly string[]): WordEdit | null {
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was[start] === is[start]) start++
  let end = 0
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end++
  const [from, to] = [was.slice(start, was.length - end), is.slice(start, is.length - end)]
  const isPhrase = (words: readonly string[]) => words.length > 0 && words.length <= PHRASE_WORDS
  // If the whole sentence is new, the doctor changed no single word.
  const isRest = start + end > 0
  return isPhrase(from) && (isPhrase(to) || to.length === 0) && isRest ? { from: bare(from), to: bare(to) } : null
}
const bare = (words: readonly string[]) => words.join(' ').replace(/[,;:]+$/, '')

const isSame = (a: WordEdit, b: WordEdit) => plain(a.from) === plain(b.from) && plain(a.to) === plain(b.to)

/**
 * Counts the pairs. `offer`: the first that the doctor has now made three times; it is offered once, and not where the
 * doctor has chosen words for it already.
 */
export function countChanges(
  writing: OwnWriting,
  pairs: readonly WordEdit[],
): { writing: OwnWriting; offer: WordEdit | null } {
  let { changes } = writing
  let offer: WordEdit | null = null
  for (const pair of pairs) {
    const earlier = changes.find((one) => isSame(one, pair))
    const times = Math.min(OFFERED_AT, (earlier?.times ?? 0) + 1)
    const isChosen = [...writing.words.map(({ from }) => from), ...(writing.omitted ?? [])].some(
      (from) => plain(from) === plain(pair.from),
    )
    const isDue = times === OFFERED_AT && !earlier?.offered && !isChosen && offer === null
    if (isDue) offer = pair
    const counted: WordChange = { ...pair, times, offered: isDue || (earlier?.offered ?? false) }
    changes = [counted, ...changes.filter((one) => !isSame(one, pair))].slice(0, CHANGES_MAX)
  }
  return { writing: { ...writing, changes }, offer }
}
