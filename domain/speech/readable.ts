import type { NumberToken } from '../record/safety/numbers.ts'
import { plain } from '../text.ts'
import { withDigits } from './digits.ts'
import { isSurelyQuestion } from './question.ts'

/** A mark of punctuation that is no part of a number or a time. */
const PUNCTUATION = /[?!…;]|[.,:](?!\d)/

/** Abbreviations as they are written. None is a word in small letters, as 'iam' and 'has' are. */
const ABBREVIATIONS =
  'AAS AVC BNP CPF CPK CRM DIU DPOC DRGE ECG EEG ENMG GGT HbA1c HCG HDL HIV HPV IMC INR INSS IST LDH LDL NPH PCR PSA RNM ' +
  'RX SOP SUS TDAH TEP TGO TGP TSH TTPA TVP UBS USG UTI VDRL VHS VLDL VPPB B12 T3 T4'
const abbreviations = new Map(ABBREVIATIONS.split(' ').map((short) => [short.toLowerCase(), short]))

/** The start of a number of the ICD: 'cid 10 i 10'. */
const icd = /\bcid (?:10 )?(?:[b-df-np-z] )?(?=\d)/gi

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/**
 * Returns the text of one result as a sentence: with a capital, a full stop or question mark, and digits where they are
 * certain. Returns a text with punctuation of its own unchanged. The same text always gives the same result.
 */
export function readable(text: string): string {
  if (text.trim() === '' || PUNCTUATION.test(text)) return text
  const words = withDigits(text.split(/\s+/).filter(Boolean).map(wordOf))
  const written = words.filter(Boolean).map((word) => abbreviations.get(word.toLowerCase()) ?? word)
  return `${capital(written.join(' ').replace(icd, (start) => start.toUpperCase()))}${isSurelyQuestion(text) ? '?' : '.'}`
}

function wordOf(said: string): NumberToken {
  const isNumber = /^\d+(?:[.,]\d+)*$/.test(said)
  // 'De quinhentos é três' is not 503: the accent decides.
  const keepsAccent = isNumber || said.toLowerCase() === 'é'
  return { said, word: keepsAccent ? said.toLowerCase() : plain(said), kind: isNumber ? 'number' : 'word' }
}
