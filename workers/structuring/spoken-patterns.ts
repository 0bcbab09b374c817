import { spelled } from './spoken-digits.ts'

/** The bounds of a word or number. */
export const EDGE = ['(?<![\\p{L}\\p{M}\\d])', '(?![\\p{L}\\p{M}\\d])'] as const

const letters: Record<string, string> = { a: 'aáàâã', e: 'eéê', i: 'ií', o: 'oóôõ', u: 'uúü', c: 'cç', n: 'nñ' }
/** A pattern that finds a plain word with any accents and capitals. */
export const anyAccent = (word: string): string =>
  [...word]
    .map((letter) => (letters[letter] ? `[${letters[letter]}${letters[letter]?.toUpperCase()}]` : either(letter)))
    .join('')
const either = (letter: string) =>
  /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A pattern for digits, typed or spoken; the `( e)?` of a spelling stays optional. */
export const numberPattern = (digits: string): string => {
  const spellings = digits.length <= 5 ? spelled(Number(digits)) : []
  const ways = spellings.map((way) =>
    way
      .split('( e)?')
      .map((part) => part.split(' ').map(anyAccent).join('\\s+'))
      .join('(?:\\s+e)?'),
  )
  return `(?:0*${Number(digits)}${ways.map((way) => `|${way}`).join('')})`
}
