import { isCpf } from '#domain/patient/cpf.ts'
import type { Identification } from '#domain/patient/identification.ts'
import { plain } from '#domain/text.ts'
import { addressPatterns, cepOf, cepPattern } from './address-patterns.ts'
import { type DigitRun, digitRuns } from './spoken-digits.ts'
import { anyAccent, EDGE, numberPattern } from './spoken-patterns.ts'

const CPF = '[cpf]'
const PHONE = '[telefone]'
const ADDRESS = '[endereço]'
const BIRTH = '[data]'

/** A stretch of text to hide, and its replacement. */
type Hidden = { from: number; to: number; mark: string }

/** Anyone's numbers, by their usual punctuation. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g, CPF],
  [/(?:\+55\s?)?\(\d{2}\)\s?9?\s?\d{4}[-\s]?\d{4}\b/g, PHONE],
  [/\b(?:\d{2}\s)?9\d{4}-\d{4}\b/g, PHONE],
  [/\b\d{2}\.?\d{3}-\d{3}\b/g, ADDRESS],
]
/** After these words, a number of that length is hidden without a known owner. */
const announced: readonly (readonly [cue: string, least: number, most: number, mark: string])[] = [
  ['cpf\\b', 11, 14, CPF],
  // 'Contato com sarampo em 2015': alone, that word announces illness.
  ['(?:telefone|celular|whatsapp|whats|zap|fone|numero (?:de|para) contato|contato:)', 8, 14, PHONE],
  ['cep\\b', 8, 8, ADDRESS],
]
const cues = announced.map(([cue, least, most, mark]) => ({
  cue: new RegExp(`\\b${cue}[^.!?]{0,40}$`),
  lineBefore: new RegExp(`\\b${cue}`),
  least,
  most,
  mark,
}))
/** An answer to the line before begins within this many characters: 'É o 98765'. */
const AT_ONCE = 16
/** Part of a known number, of this many digits, is hidden alone; a shorter part only after its cue. */
const PIECE = 5
const CUED_PIECE = 3

/**
 * Returns a function that replaces CPF, telephone, birth date and address in a text, typed or spoken. `before`: earlier
 * lines, whose question it may answer.
 */
export function identificationRedactor(of: Partial<Identification>): (text: string, before?: string) => string {
  const numbers: [digits: string, mark: string][] = []
  const cpf = digitsOf(of.cpf)
  const phone = digitsOf(of.phone)
  if (cpf) numbers.push([cpf, CPF])
  // The area code is often left out.
  if (phone) numbers.push([phone, PHONE], [phone.slice(2), PHONE])
  const personal = [...numbers]
  const cep = cepOf(of.address ?? '')
  if (cep) numbers.push([cep, ADDRESS])
  const patterns: [RegExp, string][] = [
    ...addressPatterns(of.address ?? '').map((pattern): [RegExp, string] => [pattern, ADDRESS]),
    ...(cep ? [[cepPattern(cep), ADDRESS] as [RegExp, string]] : []),
    ...(of.birth_date ? [[birthPattern(of.birth_date), BIRTH] as [RegExp, string]] : []),
  ]

  return (text, before = '') => {
    const hidden: Hidden[] = []
    for (const [pattern, mark] of [...shapes, ...patterns])
      for (const match of text.matchAll(pattern)) {
        const from = match.index + (match[0].length - match[0].trimStart().length)
        hidden.push({ from, to: match.index + match[0].length, mark })
      }
    const linesBefore = plain(before)
    for (const run of digitRuns(text)) {
      for (const [digits, mark] of numbers)
        for (let at = run.digits.indexOf(digits); at >= 0; at = run.digits.indexOf(digits, at + 1))
          hidden.push(placeOf(run, at, at + digits.length, mark))
      const textBefore = plain(text.slice(Math.max(0, run.start - 60), run.start))
      const answers = run.start <= AT_ONCE
      const cued = cues.filter((cue) => cue.cue.test(textBefore) || (answers && cue.lineBefore.test(linesBefore)))
      const parts = partsOf(text, run)
      for (const [from, to] of parts.length > 1 ? [...parts, [0, run.digits.length] as const] : parts) {
        const digits = run.digits.slice(from, to)
        const hide = (mark: string) => hidden.push(placeOf(run, from, to, mark))
        if (digits.length === 11 && isCpf(digits)) hide(CPF)
        // A number dictated in groups comes in several lines.
        for (const [number, mark] of personal) {
          const least = cued.some((cue) => cue.mark === mark) ? CUED_PIECE : PIECE
          if (digits.length >= least && number.includes(digits)) hide(mark)
        }
      }
      for (const [from, to] of parts)
        for (const { least, most, mark } of cued)
          if (to - from >= least && to - from <= most) hidden.push(placeOf(run, from, to, mark))
    }
    return without(text, hidden)
  }
}

const placeOf = (run: DigitRun, from: number, to: number, mark: string): Hidden => ({
  from: run.from[from] as number,
  to: run.to[to - 1] as number,
  mark,
})

/** These separate typed numbers: a date, a pressure, a list of values, two years. */
const APART = /[/,]|\.\s|\be\b/

/** The numbers in a run of digits: [from, to) pairs of its digits. */
function partsOf(text: string, { digits, from, to }: DigitRun): (readonly [from: number, to: number])[] {
  const parts: (readonly [number, number])[] = []
  let start = 0
  for (let at = 1; at < digits.length; at++) {
    const [end, next] = [to[at - 1] as number, from[at] as number]
    if (next < end || !/\d/.test(text[end - 1] ?? '') || !/\d/.test(text[next] ?? '')) continue
    if (!APART.test(text.slice(end, next))) continue
    parts.push([start, at])
    start = at
  }
  return [...parts, [start, digits.length]]
}

const digitsOf = (written: string | null | undefined): string => written?.replace(/\D/g, '') ?? ''

function without(text: string, hidden: Hidden[]): string {
  let out = ''
  let end = 0
  // The longest first at the same place; a stretch inside another goes with it.
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
