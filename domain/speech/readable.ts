import type { NumberToken } from '../record/safety/numbers.ts'
import { plain } from '../text.ts'
import { withDigits } from './digits.ts'
import { isSurelyQuestion } from './question.ts'

/** A mark of punctuation that is no part of a number or a time. */
const PUNCTUATION = /[?!…;]|[.,:](?!\d)/

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/**
 * Returns the text of one result as a sentence: with a capital, a full stop or question mark, and digits where they are
 * certain. Returns a text with punctuation of its own unchanged. The same text always gives the same result.
 */
export function readable(text: string): string {
  if (text.trim() === '' || PUNCTUATION.test(text)) return text
  const words = withDigits(text.split(/\s+/).filter(Boolean).map(wordOf))
  return `${capital(words.filter(Boolean).join(' '))}${isSurelyQuestion(text) ? '?' : '.'}`
}

function wordOf(said: string): NumberToken {
  const isNumber = /^\d+(?:[.,]\d+)*$/.test(said)
  // 'De quinhentos é três' is not 503: the accent decides.
  const keepsAccent = isNumber || said.toLowerCase() === 'é'
  return { said, word: keepsAccent ? said.toLowerCase() : plain(said), kind: isNumber ? 'number' : 'word' }
}
