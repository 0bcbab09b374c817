import type { HeardWord } from './recogniser.ts'

/** The fields of getResult that we read. */
export interface SherpaResult {
  tokens: string[]
  /** Seconds of each token, from start_time on. */
  timestamps: number[]
  start_time: number
}

/** Tokens have only a start: each lasts until the next one, but no longer than this. */
const LONGEST_TOKEN_S = 0.4

/** Joins sub-word tokens ('▁dor', ' dor' or 'dor' + 'es') into words; `offset` moves them on the stream's time. */
export function wordsOfTokens(result: SherpaResult, offset: number): HeardWord[] {
  const words: HeardWord[] = []
  result.tokens.forEach((token, i) => {
    // Multilingual models also emit the language, as <pt-BR>.
    if (/^<.*>$/.test(token)) return
    const text = token.replace(/^[▁ ]+/, '')
    const opens = text !== token || words.length === 0
    const start = offset + result.start_time + (result.timestamps[i] ?? 0)
    const next = offset + result.start_time + (result.timestamps[i + 1] ?? Number.POSITIVE_INFINITY)
    const end = Math.min(next, start + LONGEST_TOKEN_S)
    const open = words.at(-1)
    if (opens) words.push({ text, start, end })
    else if (open) words[words.length - 1] = { ...open, text: open.text + text, end }
  })
  // A lone '▁' before punctuation leaves an empty word.
  return words
    .filter((word) => word.text !== '')
    .map((word) => ({ ...word, start: Math.max(0, word.start), end: Math.max(0, word.end) }))
}
