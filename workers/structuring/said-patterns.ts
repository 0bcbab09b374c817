import { spelled } from './spoken-digits.ts'

/** Where a word or a number may begin and end. */
export const EDGE = ['(?<![\\p{L}\\p{M}\\d])', '(?![\\p{L}\\p{M}\\d])'] as const

const letters: Record<string, string> = { a: 'aáàâã', e: 'eéê', i: 'ií', o: 'oóôõ', u: 'uúü', c: 'cç', n: 'nñ' }
/** A pattern for plain words that finds them with their accents and capitals. */
export const anyAccent = (word: string): string =>
  [...word]
    .map((letter) => (letters[letter] ? `[${letters[letter]}${letters[letter]?.toUpperCase()}]` : either(letter)))
    .join('')
const either = (letter: string) =>
  /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Digits as typed or as said; `( e)?` of a spelling stays what it is. */
export const numberPattern = (digits: string): string => {
  const said = digits.length <= 5 ? spelled(Number(digits)) : []
  const ways = said.map((way) =>
    way
      .split('( e)?')
      .map((part) => part.split(' ').map(anyAccent).join('\\s+'))
      .join('(?:\\s+e)?'),
  )
  return `(?:0*${Number(digits)}${ways.map((way) => `|${way}`).join('')})`
}
