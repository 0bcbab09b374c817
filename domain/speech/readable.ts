import { SAMPLE_RATE } from '../consultation/frame.ts'
import { plain } from '../text.ts'
import { type SpokenWord, withDigits } from './digits.ts'
import { isSurelyQuestion } from './question.ts'

/** A final result of one recogniser. Places in samples at 16 kHz. */
export type SpokenPiece = { text: string; from: number; to: number }
/** `original`: the recogniser's own words, present only when they differ from `text`. */
export type ReadablePiece = SpokenPiece & { original?: string }

/** A pause of this length ends a sentence, in samples. */
const SENTENCE_PAUSE = 0.7 * SAMPLE_RATE

/** A mark of punctuation that is no part of a number or a time. */
const PUNCTUATION = /[?!…;]|[.,:](?!\d)/

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/**
 * Returns the text with a capital, a full stop or question mark, and digits where they are certain. Returns a text with
 * punctuation of its own unchanged. The same text always gives the same result.
 */
export const readable = (text: string): string => readableLines([{ text, from: 0, to: 0 }])[0]?.text ?? text

/**
 * Returns the results of one recogniser, in their order, each readable beside its neighbours. A pause of 0.7 s ends a
 * sentence. A shorter one continues it: no full stop before it, and no capital after it. The count and the places stay.
 */
export function readableLines(pieces: readonly SpokenPiece[]): ReadablePiece[] {
  const lines: ReadablePiece[] = []
  for (let at = 0; at < pieces.length; ) {
    const run = runFrom(pieces, at)
    lines.push(...readRun(run))
    at += run.length
  }
  return lines
}

const isReadable = ({ text }: SpokenPiece): boolean => text.trim() === '' || PUNCTUATION.test(text)

/** The pieces from here that only short pauses separate. */
function runFrom(pieces: readonly SpokenPiece[], start: number): readonly SpokenPiece[] {
  let end = start + 1
  for (; end < pieces.length; end++) {
    const [before, next] = [pieces[end - 1], pieces[end]]
    if (!before || !next || isReadable(before) || isReadable(next) || next.from - before.to >= SENTENCE_PAUSE) break
  }
  return pieces.slice(start, end)
}

function readRun(run: readonly SpokenPiece[]): ReadablePiece[] {
  const [first] = run
  if (!first || isReadable(first)) return run.map(({ text, from, to }) => ({ text, from, to }))
  const words = run.flatMap(({ text }, part) => wordsOf(text).map((said) => wordOf(said, part)))
  const parts: string[][] = run.map(() => [])
  for (const [at, text] of withDigits(words).entries()) if (text) parts[words[at]?.part ?? 0]?.push(text)
  let sentence = ''
  return run.map(({ text: original, from, to }, part) => {
    const body = parts[part]?.join(' ') ?? ''
    const begins = sentence === ''
    sentence = begins ? original : `${sentence} ${original}`
    const asks = isSurelyQuestion(sentence)
    const end = asks ? '?' : part === run.length - 1 ? '.' : ''
    if (asks) sentence = ''
    const text = `${begins ? capital(body) : body}${end}`
    return { text, from, to, ...(text !== original && { original }) }
  })
}

function wordOf(said: string, part: number): SpokenWord {
  const isNumber = /^\d+(?:[.,]\d+)*$/.test(said)
  // 'De quinhentos é três' is not 503: the accent decides.
  const keepsAccent = isNumber || said.toLowerCase() === 'é'
  return { said, part, word: keepsAccent ? said.toLowerCase() : plain(said), kind: isNumber ? 'number' : 'word' }
}
