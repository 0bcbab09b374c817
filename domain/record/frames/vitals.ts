// Vital signs: numbers that a doctor reads out in one breath, each with the sign named before or after it.
import { type Clause, chanceOf, spanText } from '#domain/dialogue/clause.ts'
import { corrects } from '#domain/dialogue/words.ts'
import vitals from '../lexicon/vitals.json' with { type: 'json' }
import type { Quantity } from '../safety/numbers.ts'
import { type Frames, fill } from './frame.ts'
import { figure, isTime } from './times.ts'

type Sign = { name: string; from: number; to: number; unit: string; counts?: string; fraction?: boolean }
const signs: readonly Sign[] = Object.entries(vitals).map(([name, sign]) => ({ name, ...sign }))
const byWord = new Map(
  Object.entries(vitals).flatMap(([name, { say }]) =>
    say.split(' ').map((word) => [word, signs.find((sign) => sign.name === name)] as const),
  ),
)
const byUnit = new Map(signs.flatMap((sign) => (sign.counts ? [[sign.counts, sign] as const] : [])))
/** How many words a sign's name may stand after its number: 'noventa e oito de pulso'. */
const behind = 3
/** A value said again this many clauses later is a correction, not a new measurement. */
const near = 8

/** The words [from, to) of a clause that vital signs take. */
export type Span = { from: number; to: number }

/** A question that names no sign and no number: 'Ele estudou até que série?' */
const asksOther = (clause: Clause): boolean =>
  clause.act === 'question' && !/\b(quant\w*|deu|esta|ta)\b/.test(clause.plain) && lastSign(clause, 0) === undefined

/** Reads vital signs clause by clause; remembers the sign that waits for its number. */
export class VitalSigns {
  readonly #frames: Frames
  #waiting: Sign | undefined
  /** A place that waits for its pressure: 'no braço direito deu …' in the next clause. */
  #place: { text: string; line: string; index: number } | undefined
  readonly #at = new Map<string, number>()

  constructor(frames: Frames) {
    this.#frames = frames
  }

  /** Puts the vital signs of a clause; returns the words they take. */
  read(clause: Clause, index: number, told: boolean): Span[] {
    const spans: Span[] = []
    const numbers = clause.quantities.filter(({ either }) => !either)
    const isQuestion = clause.act === 'question'
    if (this.#place && index - this.#place.index > 2) this.#place = undefined
    let free = 0
    if (clause.answers && answersSign(clause)) this.#waiting = lastSign(clause.answers, 0) ?? this.#waiting
    else if (clause.answers && asksOther(clause.answers)) this.#waiting = undefined
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]
      if (!number || number.from < free || isSpan(clause, number)) continue
      const low = numbers[at + 1]
      const pressure = low && pressureOf(clause, number, low)
      if (pressure && low) {
        const from = Math.max(free, cueBefore(clause, free, number.from, /^(pressao|pa|arterial)$/))
        const after = placeOf(clause, low.to, Math.min(low.to + 3, numbers[at + 2]?.from ?? clause.tokens.length))
        const own = placeOf(clause, free, number.from) || after
        const place = own || (this.#place?.text ?? '')
        const lines = own || !this.#place ? [clause.line] : [this.#place.line, clause.line]
        this.#place = undefined
        // A bare number after a pressure is no longer the sign that was named before it.
        this.#waiting = undefined
        if (!isQuestion) this.#put('PA', pressure, clause, { index, told, place, lines })
        free = low.to + (place !== '' && place === after ? after.split(' ').length : 0)
        spans.push({ from, to: free })
        at += 1
        continue
      }
      const found = this.#signOf(clause, number, free, numbers[at + 1]?.from ?? clause.tokens.length)
      // 'Dezessete em trinta no mini mental'
      const score = found?.sign.unit.startsWith('/') && /^(em|de)$/.test(clause.tokens[number.from - 1]?.word ?? '')
      const value =
        found &&
        (heightOf(found.sign, clause, number) ??
          readValue(found.sign, (score && numbers[at - 1]) || number, clause.quantities))
      if (!found && number.known) this.#waiting = undefined
      if (!found || !value || tellsChange(clause, free, number.from)) continue
      this.#waiting = found.sign
      free = Math.max(found.to, value.to)
      // 'Pulso oitenta e oito irregular'
      const next = clause.tokens[free]?.word === ',' ? free + 1 : free
      const rhythm = found.sign.name === 'FC' ? rhythmOf(clause.tokens[next]?.word ?? '') : ''
      const text = measured(found.sign, value.value, number.unit)
      if (!isQuestion) this.#put(found.sign.name, rhythm ? `${text}, ${rhythm}` : text, clause, { index, told })
      if (rhythm) free = next + 1
      let start = found.from
      while (start > 0 && byWord.has(clause.tokens[start - 1]?.word ?? '')) start -= 1
      spans.push({ from: start, to: free })
    }
    const place = placeOf(clause, free, clause.tokens.length)
    if (place) this.#place = { text: place, line: clause.line, index }
    const last = lastSign(clause, free)
    if (last) this.#waiting = last
    else if (spans.length === 0 && numbers.length === 0 && clause.tokens.length > 8) this.#waiting = undefined
    return spans
  }

  #signOf(
    clause: Clause,
    number: Quantity,
    free: number,
    next: number,
  ): { sign: Sign; from: number; to: number } | undefined {
    const unit = byUnit.get(number.unit)
    // 'Perder uns cinco quilos' measures nothing.
    if (unit?.name === 'peso' && changesWeight.test(spanText(clause, number.from - 5, number.from))) return undefined
    const size = unitEnd(clause, number)
    for (let at = number.from - 1; at >= free && at >= number.from - 7; at--) {
      const word = clause.tokens[at]?.word ?? ''
      const named = byWord.get(word)
      if (!named) continue
      // 'Frequência 18': no heart beats so slowly.
      const sign = (word === 'frequencia' && number.value < named.from && byWord.get('fr')) || named
      // 'Altura uterina', 'frequência respiratória': the second word decides, and it was met first.
      if (!unit || unit === sign || (unit.counts === 'cm' && sign.unit === ' cm') || unit.unit === sign.unit)
        return { sign: renamed(sign, clause, free, number.from), from: at, to: size }
      break
    }
    if (unit && (unit.counts !== 'cm' || this.#waiting !== undefined || free > 0))
      return { sign: unit, from: number.from, to: size }
    for (let at = number.to; at < Math.min(next, number.to + behind); at++) {
      const token = clause.tokens[at]
      if (token?.kind === 'mark' || token?.word === 'por') break
      const sign = byWord.get(token?.word ?? '')
      if (sign && !(sign.name === 'FC' && token?.word === 'coracao')) return { sign, from: number.from, to: at + 1 }
    }
    const isCorrected = corrects.test(clause.plain) || /\b(errado|errei|enganei)\b/.test(clause.plain)
    const bare = number.unit === '' || isCorrected
    if (this.#waiting && bare && (clause.tokens.length <= 4 || isCorrected || isRead(clause, free)))
      return { sign: this.#waiting, from: number.from, to: size }
    return undefined
  }

  #put(
    name: string,
    value: string,
    clause: Clause,
    {
      index,
      told,
      place = '',
      lines = [clause.line],
    }: { index: number; told: boolean; place?: string; lines?: string[] },
  ): void {
    const key = `${name}${told ? '|aferida em casa' : ''}`
    const before = this.#at.get(key + place)
    // A value without a place corrects the one before; a later one is another measurement.
    if (before !== undefined && index - before > near && !corrects.test(clause.plain)) return
    this.#at.set(key + place, index)
    fill(this.#frames.put('measure', key, lines), place || 'value', value, lines, true)
  }
}

/** Words of a change, unless a weight of today follows: 'perdeu peso, hoje está com setenta quilos'. */
const changesWeight =
  /\b(perder|perdi|perdeu|ganhar|ganhei|ganhou|emagrec\w+|engord\w+)(?!.*\b(esta|estou|ta|to|com|pes\w+ (agora|hoje)|pesando)\b)/
/** 'Conta por trinta segundos' is no rate; 'dezoito por minuto' is. */
const isSpan = (clause: Clause, number: Quantity): boolean => isTime(number) && clause.tokens[number.to]?.word !== 'por'

const rhythmOf = (word: string): string =>
  /^(ritmad|ritmic|regular|certinh)/.test(word)
    ? 'regular'
    : /^(irregular|arritmic|descompassad)/.test(word)
      ? 'irregular'
      : ''

/** Babies are weighed in grams. 'Vezes por minuto' stays a rate without its own name. */
const measured = ({ name, unit }: Sign, value: number, said: string): string =>
  name === 'peso' && value < 10 && !Number.isInteger(value)
    ? `${Math.floor(value)}.${String(Math.round((value % 1) * 1000)).padStart(3, '0')} g`
    : `${figure(value)}${said === 'vez' && name === 'FR' ? ' rpm' : unit}`

/** 'Perdeu quatro quilos' is no weight. */
const tellsChange = (clause: Clause, from: number, to: number): boolean =>
  clause.tokens
    .slice(Math.max(from, to - 4), to)
    .some(({ word }) => /^(perd|emagrec|ganh|engord|aument|diminu)/.test(word))

/** Whether nothing but numbers follows: 'cento e dezoito... vinte e oito, cento e vinte e oito'. */
const silent =
  /^(e|deu|isso|minuto|otimo|bom|certo|ta|esta|agora|hoje|aqui|entao|foi|veio|nao|de|por|eh|a|o|meu|minha)$/
const isRead = (clause: Clause, from: number): boolean =>
  clause.tokens.every(
    ({ kind, word }, at) =>
      at < from ||
      kind === 'mark' ||
      silent.test(word) ||
      clause.quantities.some((one) => at >= one.from && at < one.to),
  )

const unitEnd = (clause: Clause, number: Quantity): number =>
  number.known && number.unit !== '' ? Math.min(clause.tokens.length, number.to + 1) : number.to

/** 'Altura do útero' is no body height, 'coração do bebê' no pulse. */
function renamed(sign: Sign, clause: Clause, from: number, to: number): Sign {
  if (sign.name !== 'altura' && sign.name !== 'FC' && sign.name !== 'perímetro cefálico') return sign
  for (let at = from; at < to; at++) {
    const other = byWord.get(clause.tokens[at]?.word ?? '')
    if (other && (other.name === 'altura uterina' || other.name === 'BCF' || other.name === 'FR')) return other
  }
  return sign
}

function lastSign(clause: Clause, free: number): Sign | undefined {
  for (let at = clause.tokens.length - 1; at >= free && at >= clause.tokens.length - 4; at--) {
    const sign = byWord.get(clause.tokens[at]?.word ?? '')
    if (sign) return sign
  }
  return undefined
}

function cueBefore(clause: Clause, free: number, to: number, cue: RegExp): number {
  for (let at = to - 1; at >= free; at--) if (cue.test(clause.tokens[at]?.word ?? '')) return at
  return to
}

/** 'Trinta e seis e oito' is 36,8; 'onze quilos e duzentos' is 11,2 kg. */
function readValue(sign: Sign, number: Quantity, all: readonly Quantity[]): { value: number; to: number } | undefined {
  const fine = sign.fraction ? all.find(({ either, from }) => either && from === number.from) : undefined
  const fits = (value: number): boolean => value >= sign.from && value <= sign.to
  if (fine && fits(fine.value)) return fine
  // 'Cinco quilos seiscentos e vinte'
  const grams =
    sign.name === 'peso' && number.unit === 'kg' ? all.find(({ from }) => from === number.to + 1) : undefined
  if (grams && grams.value >= 10 && grams.value < 1000 && grams.unit !== 'bpm')
    return { value: number.value + grams.value / 1000, to: grams.to }
  if (sign.name === 'peso' && number.unit !== 'kg' && number.value > 1500 && number.value < 15_000) {
    const rest = all.find(({ from }) => from >= number.to && from <= number.to + 1)
    const hundreds = number.value % 1000 === 0 && rest && rest.value < 1000 ? rest : undefined
    return { value: (number.value + (hundreds?.value ?? 0)) / 1000, to: hundreds?.to ?? number.to }
  }
  if (sign.name === 'altura' && number.value >= 120 && number.value <= 220)
    return { value: number.value / 100, to: number.to }
  return fits(number.value) ? number : undefined
}

/** 'Um e setenta' is 1,7 m. */
const heightOf = ({ name }: Sign, { tokens }: Clause, { value, from, to }: Quantity) =>
  name === 'altura' && value >= 20 && value < 100 && tokens[from - 1]?.word === 'e' && tokens[from - 2]?.word === 'um'
    ? { value: 1 + value / 100, to }
    : undefined

/** 'Treze por oito' is 130x80. Both numbers are in the same scale. */
function pressureOf(clause: Clause, high: Quantity, low: Quantity): string | undefined {
  const middle = clause.tokens.slice(high.to, low.from)
  // 'Treze meia por oito dois' is 136x82.
  if (middle[0]?.word === 'meia' && middle[1]?.word === 'por' && high.value < 30 && low.value < 20) {
    const last = clause.quantities.find(({ from, either }) => from === low.to && !either)
    return last && last.value < 10 ? `${high.value}6x${low.value}${last.value} mmHg` : undefined
  }
  if (!middle.some(({ word }) => /^(por|x|\/)$/.test(word)) || middle.length > 2) return undefined
  const short = high.value < 30 && low.value < 20
  if (!short && (high.value < 60 || low.value < 30)) return undefined
  const [top, bottom] = short ? [high.value * 10, low.value * 10] : [high.value, low.value]
  return top >= 60 && top <= 280 && bottom >= 30 && bottom <= 170 && top > bottom
    ? `${figure(top)}x${figure(bottom)} mmHg`
    : undefined
}

/** 'em pé', 'no braço direito': how and where a pressure was measured. */
function placeOf(clause: Clause, from: number, to: number): string {
  const lead = clause.tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ')
  const position = /\b(deitad[oa]|sentad[oa]|(?:em|de) pe)\b/.exec(lead)?.[1]?.replace(/^.* pe$/, 'em pé') ?? ''
  const side = /\b(?:braco|no) (direito|esquerdo)\b/.exec(lead)?.[1]
  return [position, side && `no braço ${side}`].filter(Boolean).join(' ')
}

/** 'Quanto ele pesa?' 'Dezesseis quilos.', 'Altura?' 'Um e setenta.': a number alone answers the question for a sign. */
const answersSign = ({ answers, tokens, quantities }: Clause): boolean =>
  answers !== undefined &&
  quantities.length > 0 &&
  tokens.length <= 6 &&
  answers.tokens.some(({ word }) => byWord.has(word)) &&
  (/\bquant[oa]s?\b|\bqual\b|\bcomo (ta|esta)\b/.test(answers.plain) ||
    /^(e )?(a |o )?(sua |seu )?\w+$/.test(answers.plain))

/** 'A pressão hoje está em 150 por 90', 'temperatura 36,7': a doctor who is not asked reads a sign. */
function readsSign({ speaker, act, answers, plain, tokens, quantities }: Clause): boolean {
  if (speaker !== 'doctor' || act !== 'statement' || answers !== undefined || tokens.length > 12) return false
  const named = tokens.findIndex(({ word }) => byWord.has(word) || /^(pressao|pa)$/.test(word))
  const number = quantities.find(({ from, either }) => !either && from > named)
  if (named < 0 || !number) return false
  return named < 2 ? number.from - named <= 2 : /\b(hoje|agora|aqui)\b/.test(plain) && number.from - named <= 5
}

/** Whether a clause may tell a value measured now. */
export const isMeasuring = (clause: Clause): boolean =>
  (chanceOf(clause, 'ef') > 0.35 && chanceOf(clause, 'exc') < 0.5) ||
  (chanceOf(clause, 'ef') > 0.1 &&
    chanceOf(clause, 'exc', 'med', 'con', 'ori') < 0.4 &&
    clause.quantities.length > 1) ||
  answersSign(clause) ||
  readsSign(clause)
