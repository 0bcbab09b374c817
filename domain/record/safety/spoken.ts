// Reads the words of a line of talk. A number in digits is read as the words that say it, so that 'perdi 4 quilos' and
// 'perdi quatro quilos' read the same. The lexicon and the learned weights know talk with numbers in words.
import { remembered } from '../../remembered.ts'
import { hundreds, small, tens } from './lexicon/numerals.ts'
import { isNumeral, isUnit, isVitamin, withTenths } from './number-context.ts'
import { numberAt, readNumeral } from './numbers.ts'
import { type Token, tokensOf, writtenOf } from './words.ts'

const LARGEST = 1_000_000

const wordFor = (table: Record<string, number>, value: number, isFeminine: boolean): string => {
  const words = Object.keys(table).filter((word) => table[word] === value)
  const word = (isFeminine ? words.find((one) => /^uma$|as$/.test(one)) : undefined) ?? words[0] ?? ''
  return word === 'tres' ? 'três' : word
}

function belowThousand(value: number, isFeminine: boolean): string[] {
  if (value === 100) return ['cem']
  const parts: string[] = []
  if (value > 100) parts.push(value < 200 ? 'cento' : wordFor(hundreds, value - (value % 100), isFeminine))
  const rest = value % 100
  if (rest >= 20) parts.push(wordFor(tens, rest - (rest % 10), isFeminine))
  const last = rest < 20 ? rest : rest % 10
  if (last > 0) parts.push(wordFor(small, last, isFeminine))
  return parts.flatMap((word, at) => (at === 0 ? [word] : ['e', word]))
}

function wholeInWords(value: number, isFeminine: boolean): string[] {
  if (value === 0) return ['zero']
  const [thousands, rest] = [Math.floor(value / 1000), value % 1000]
  const end = belowThousand(rest, isFeminine)
  if (thousands === 0) return end
  const isJoined = rest > 0 && (rest < 100 || rest % 100 === 0)
  return [...(thousands > 1 ? belowThousand(thousands, isFeminine) : []), 'mil', ...(isJoined ? ['e'] : []), ...end]
}

/** '5' is 'e meio', '02' is 'vírgula zero dois'. */
function fractionInWords(digits: string, whole: number): string[] {
  if (digits === '5' && whole > 0) return ['e', 'meio']
  const zeros = digits.length - digits.replace(/^0+/, '').length
  return ['vírgula', ...Array<string>(zeros).fill('zero'), ...wholeInWords(Number(digits), false)]
}

const feminine =
  /^(?!(?:dias|\w*gramas|problemas|sintomas|programas)$)(?:\w+as|vez(?:es)?|doses?|noites?|horas?|unidades?|mulheres)$/
const beforeFeminine = /^(as|das|nas|pelas|umas|duas)$/
const passed = /^(e|ou|a|ate|em|,)$/

/** Whether the number counts something feminine: '2 vezes', '2 ou 3 semanas', 'às 2 da tarde'. */
function isFeminine(tokens: readonly Token[], at: number): boolean {
  if (beforeFeminine.test(tokens[at - 1]?.word ?? '')) return true
  if (/^(19|20)\d\d$/.test(tokens[at]?.word ?? '')) return false
  const counted = tokens.slice(at + 1, at + 5).find(({ kind, word }) => kind !== 'number' && !passed.test(word))
  return counted !== undefined && (!counted.joining || counted.word === 'vez') && feminine.test(counted.word)
}

/** '120x80', '1/2' and '98%' are written forms, which have readings of their own. */
const isNotation = (token: Token | undefined): boolean => token !== undefined && /^[x×/+:%°–—()]$/.test(token.word)

/** '1 vez' and '1 ou 2 dias' count; 'tipo 1' and 'urina 1' are names, which 'um' would not say. */
const isCount = ([next, other]: readonly Token[]): boolean =>
  isUnit(next?.word) || (/^(a|ou|ate)$/.test(next?.word ?? '') && other?.kind === 'number')

/** The words of a number, or undefined where words would not say the same. */
function wordsOf(tokens: readonly Token[], at: number): Token[] | undefined {
  const token = tokens[at]
  if (token?.kind !== 'number' || isNotation(tokens[at - 1]) || isNotation(tokens[at + 1])) return undefined
  const value = readNumeral(token.said)
  if (value === 1 && !isCount(tokens.slice(at + 1, at + 3))) return undefined
  if (value >= LARGEST || /^0\d/.test(token.said)) return undefined
  const whole = Math.floor(value)
  const fraction = Number.isInteger(value) ? [] : fractionInWords(/[.,](\d+)$/.exec(token.said)?.[1] ?? '', whole)
  const words = spelled([...wholeInWords(whole, isFeminine(tokens, at)), ...fraction], [token])
  const read = numberAt(words, 0)
  return read?.to === words.length && read.value === value ? words : undefined
}

/** These words in the place of the tokens; a quotation still has the text's own. */
const spelled = (words: readonly string[], tokens: readonly Token[]): Token[] =>
  tokensOf(words.join(' ')).map((word, place) => ({ ...word, written: place === 0 ? writtenOf(tokens) : '' }))

/** Returns the tokens with one form for each number: of 'um ponto dois', 'trinta e oito e sete' of fever, 'b doze'. */
function inOneForm(tokens: readonly Token[]): Token[] {
  const out: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const read = isNumeral(token.word) ? numberAt(tokens, at) : undefined
    const { value, to } = read ? withTenths(tokens, read) : { value: 0, to: at + 1 }
    const own = tokens.slice(at, to)
    if (value === 12 && isVitamin(tokens, at)) out.push(...spelled(['B12'], [...out.splice(-1), ...own]))
    else if (read && !Number.isInteger(value) && (to > read.to || own.some(({ word }) => comma.test(word)))) {
      const [whole = '', fraction = ''] = String(Number(value.toFixed(3))).split('.')
      out.push(...spelled([...wholeInWords(Number(whole), false), ...fractionInWords(fraction, Number(whole))], own))
    } else out.push(...own.map((one, place) => usual(one, own[place + 1])))
    at = to - 1
  }
  return out
}
const comma = /^(virgula|ponto)$/

const [quatorze, cento] = tokensOf('quatorze cento') as readonly [Token, Token]
function usual(token: Token, next: Token | undefined): Token {
  const other = token.word === 'catorze' ? quatorze : token.word === 'cem' && next?.word === 'e' ? cento : undefined
  return other ? { ...other, written: writtenOf([token]) } : token
}

/** The tokens of a line of talk, numbers as words. */
export const spokenTokensOf = remembered((text: string): readonly Token[] => {
  const tokens = tokensOf(text)
  const words = tokens.flatMap((token, at) => wordsOf(tokens, at) ?? [token])
  return words.some(({ word }) => isNumeral(word)) ? inOneForm(words) : words
})
