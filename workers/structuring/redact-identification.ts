import { isCpf } from '#domain/patient/cpf.ts'
import type { Identification } from '#domain/patient/identification.ts'
import { plain } from '#domain/text.ts'
import { isEveryday } from './everyday.ts'
import { digitRuns, spelled } from './spoken-digits.ts'

export const CPF = '[cpf]'
export const PHONE = '[telefone]'
export const ADDRESS = '[endereço]'
export const BIRTH = '[data]'

/** What leaves a text: from where to where, and what stands there instead. */
type Hidden = { from: number; to: number; mark: string }

/** Anybody's, by its usual punctuation. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g, CPF],
  [/(?:\+55\s?)?\(\d{2}\)\s?9?\s?\d{4}[-\s]?\d{4}\b/g, PHONE],
  [/\b(?:\d{2}\s)?9\d{4}-\d{4}\b/g, PHONE],
  [/\b\d{2}\.?\d{3}-\d{3}\b/g, ADDRESS],
]
/** After these words, a long number is one whoever it belongs to. */
const announced: readonly (readonly [RegExp, number, string])[] = [
  [/\bcpf\b[^.!?]{0,40}$/, 11, CPF],
  [/\b(telefone|celular|whatsapp|whats|zap|fone|contato)\b[^.!?]{0,40}$/, 8, PHONE],
]

/** Takes CPF, telephone, birth date and address out of a text, typed or said. */
export function identificationRedactor(of: Partial<Identification>): (text: string) => string {
  const numbers: [digits: string, mark: string][] = []
  const cpf = digitsOf(of.cpf)
  const phone = digitsOf(of.phone)
  if (cpf) numbers.push([cpf, CPF])
  // The area code is often left out.
  if (phone) numbers.push([phone, PHONE], [phone.slice(2), PHONE])
  const patterns: [RegExp, string][] = [
    ...addressPatterns(of.address ?? '').map((pattern): [RegExp, string] => [pattern, ADDRESS]),
    ...(of.birth_date ? [[birthPattern(of.birth_date), BIRTH] as [RegExp, string]] : []),
  ]

  return (text) => {
    const hidden: Hidden[] = []
    for (const [pattern, mark] of [...shapes, ...patterns])
      for (const match of text.matchAll(pattern)) {
        const from = match.index + (match[0].length - match[0].trimStart().length)
        hidden.push({ from, to: match.index + match[0].length, mark })
      }
    for (const run of digitRuns(text)) {
      const hide = (at: number, length: number, mark: string) =>
        hidden.push({ from: run.from[at] as number, to: run.to[at + length - 1] as number, mark })
      for (const [digits, mark] of numbers)
        for (let at = run.digits.indexOf(digits); at >= 0; at = run.digits.indexOf(digits, at + 1))
          hide(at, digits.length, mark)
      if (run.digits.length === 11 && isCpf(run.digits)) hide(0, 11, CPF)
      const before = plain(text.slice(Math.max(0, run.start - 60), run.start))
      for (const [cue, least, mark] of announced)
        if (run.digits.length >= least && run.digits.length <= 14 && cue.test(before)) hide(0, run.digits.length, mark)
    }
    return without(text, hidden)
  }
}

const digitsOf = (written: string | null | undefined): string => written?.replace(/\D/g, '') ?? ''

function without(text: string, hidden: Hidden[]): string {
  let out = ''
  let end = 0
  // The longest first where two begin together; what lies within another goes with it.
  for (const { from, to, mark } of hidden.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (to <= end) continue
    if (from >= end) out += text.slice(end, from) + mark
    end = to
  }
  return (out + text.slice(end)).replace(
    /(\[endereço\])(?:[\s,–-]+(?:(?:em|no|na|bairro|cep)\s+)?\[endereço\])+/gi,
    '$1',
  )
}

const letters: Record<string, string> = { a: 'aáàâã', e: 'eéê', i: 'ií', o: 'oóôõ', u: 'uúü', c: 'cç', n: 'nñ' }
/** A pattern for plain words that finds them with their accents and capitals. */
const anyAccent = (word: string): string =>
  [...word]
    .map((letter) => (letters[letter] ? `[${letters[letter]}${letters[letter]?.toUpperCase()}]` : either(letter)))
    .join('')
const either = (letter: string) =>
  /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Digits as typed or as said; `( e)?` of a spelling stays what it is. */
const numberPattern = (digits: string): string => {
  const said = digits.length <= 4 ? spelled(Number(digits)) : []
  const ways = said.map((way) =>
    way
      .split('( e)?')
      .map((part) => part.split(' ').map(anyAccent).join('\\s+'))
      .join('(?:\\s+e)?'),
  )
  return `(?:0*${Number(digits)}${ways.map((way) => `|${way}`).join('')})`
}

const WAY = 'rua|r\\.|avenida|av\\.?|travessa|alameda|pra[cç]a|rodovia|estrada|largo|vila|bairro|jardim'
const EDGE = ['(?<![\\p{L}\\p{M}\\d])', '(?![\\p{L}\\p{M}\\d])'] as const
const LEADING_WAY = /^(rua|r|avenida|av|travessa|alameda|praca|rodovia|estrada|largo|bairro)\.?\s+/

/** One for every part of the address that says where: its street with its number, its quarter, its city. */
function addressPatterns(address: string): RegExp[] {
  const parts = address.split(/[,;\n]|\s[-–]\s/).map((part) => part.trim())
  return parts.flatMap((part, index) => {
    const core = plain(part).replace(LEADING_WAY, '')
    const words = core.split(/[^a-z0-9]+/).filter(Boolean)
    // A number alone is somebody's dose, two letters are a state.
    if (words.length === 0 || /^\d+$/.test(core) || core.length < 3) return []
    const body = words.map((word) => (/^\d+$/.test(word) ? numberPattern(word) : anyAccent(word))).join('[\\s.,ºª-]+')
    const number = parts[index + 1]?.match(/^(?:n[º°.]*\s*)?(\d{1,5})\b/)?.[1]
    const door = number ? `(?:,?\\s*(?:n[uú]mero|n[º°.]*)?\\s*${numberPattern(number)})?` : ''
    // One word that is said every day is a place only where a way is named before it.
    const alone = words.length === 1 && (isEveryday(core) || core.length < 5)
    const way = `(?:(?:${WAY})\\s+)${alone ? '' : '?'}`
    return [new RegExp(`${EDGE[0]}${way}${body}${door}${EDGE[1]}`, 'giu')]
  })
}

const months = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

/** 12/03/1980, 12.3.80, 12 de março de 1980, doze do três de mil novecentos e oitenta. */
function birthPattern(day: string): RegExp {
  const [year = '', month = '', date = ''] = day.split('-')
  const between = '\\s*(?:/|\\.|-|\\bde\\b|\\bdo\\b|\\s)\\s*'
  const first = date === '01' ? `(?:${numberPattern(date)}|primeiro|1º)` : numberPattern(date)
  const named = `(?:${numberPattern(month)}|${anyAccent(months[Number(month) - 1] ?? '')})`
  const years = `(?:${numberPattern(year)}|${numberPattern(year.slice(2))})`
  return new RegExp(`${EDGE[0]}${first}${between}${named}${between}${years}${EDGE[1]}`, 'giu')
}
