// Reads how much of a medicine one intake holds: its strength and its amount.
import { type Clause, wordsOf } from '#domain/dialogue/clause.ts'
import traits from '../lexicon/drug-traits.json' with { type: 'json' }
import forms from '../lexicon/forms.json' with { type: 'json' }
import type { Quantity } from '../safety/numbers.ts'
import { isTime } from './times.ts'

/** `strength`: '50 mg'. `amount`: '2 comprimidos'. `moment`: 'pela manhã'. `later`: what follows the first part of a course. */
export type DoseSlot =
  | 'release'
  | 'strength'
  | 'amount'
  | 'route'
  | 'frequency'
  | 'moment'
  | 'course'
  | 'limit'
  | 'later'
export type Dosage = Partial<Record<DoseSlot, string>>
/** `small`: it comes in less than 5 mg. `paired`: two ingredients, each with its strength. `oral`: it is swallowed.
 * `micro`: a bare number from 100 on counts micrograms. */
export type Preparation = { unit: string; small: boolean; paired: boolean; oral: boolean; micro: boolean }

type Form = { one: string; many: string; route: string }
const formWords = new Map<string, Form>(
  Object.entries(forms).flatMap(([one, { many, say, route }]) =>
    say.split(' ').map((word) => [word, { one, many, route }] as const),
  ),
)
const unitWords: Record<string, string> = {
  mg: 'mg',
  miligrama: 'mg',
  miligramas: 'mg',
  g: 'g',
  grama: 'g',
  gramas: 'g',
  mcg: 'mcg',
  micrograma: 'mcg',
  microgramas: 'mcg',
  ui: 'UI',
  unidade: 'UI',
  unidades: 'UI',
  ml: 'mL',
  mililitro: 'mL',
  mililitros: 'mL',
}
/** The strengths in which tablets are sold, by unit. A bare number that is none of them counts something else. */
const sold = new Map(
  Object.entries(traits.strengths).map(([unit, list]) => [unit, new Set(list.split(' ').map(Number))]),
)
/** Whether tablets are sold in this strength. */
export const isSold = (value: number, unit: string): boolean => sold.get(unit)?.has(value) === true

/** Words that may follow a bare strength: 'de cinquenta toda noite'. */
const followsStrength = new Set(
  (
    'manha noite tarde cedo jejum agora toda todo todos depois antes so uma um duas dois tres da do se e digo nao mas ai de pra para por a ao ' +
    'no na em que ta eu ele ela quando ja agora isso mesmo sempre uns hoje desde ha faz junto meio cada com tem depois doutor doutora ' +
    'liberacao continua continuar certo ne la cada quatro cinco seis oito doze quinze mais era passou aumentou basta'
  ).split(' '),
)
/** Words before a bare strength. */
const leadsStrength = new Set(
  'de da do pra para ta e a o era agora com em mais passou aumentou subiu baixou dose tomo toma usa uso pro ate por reduzo reduz digo minto alias melhor nao'.split(
    ' ',
  ),
)
/** '1.000', '12,5'. 'Um milhão e duzentas' units leave out the thousand. */
export const numeral = (value: number): string => {
  const whole = value > 1e6 && value < 1e6 + 1000 ? 1e6 + (value - 1e6) * 1000 : value
  const rounded = Math.round(whole * 1000) / 1000
  return rounded >= 1000
    ? String(Math.round(rounded)).replace(/\B(?=(\d{3})+$)/g, '.')
    : String(rounded).replace('.', ',')
}
export const amountOf = (value: number, { one, many }: Form): string => {
  if (value === 0.5) return `meio ${one}`
  if (value === 1.5) return `1 ${one} e meio`
  return `${numeral(value)} ${value > 1 ? many : one}`
}
export const tablet: Form = { one: 'comprimido', many: 'comprimidos', route: 'VO' }

export type Reading = { clause: Clause; from: number; to: number; about: Preparation; out: Dosage; certain: boolean }
export const put = (reading: Reading, slot: DoseSlot, text: string, last = false): true => {
  if (last || !reading.out[slot]) reading.out[slot] = text
  return true
}
export const unitAt = (word: string): string =>
  word
    .replace(/^meses$/, 'mes')
    .replace(/s$/, '')
    .replace(/^me$/, 'mes')

/** '875/125 mg', '12/400 mcg': the strengths of two ingredients. True if both numbers were used. */
export function readPair(reading: Reading, one: Quantity, next: Quantity | undefined): boolean {
  if (!next || !reading.about.paired || one.value < 5) return false
  const between = wordsOf(reading.clause, one.to, next.from)
  // The number reader takes 'por cento e vinte e cinco' for a percentage and 25.
  const isCut = between === 'por cento e' && next.value < 100
  if (!isCut && (!/^(por|com|e|de|barra|)$/.test(between) || next.known || next.value <= 5)) return false
  if (reading.clause.tokens[next.to]?.word === 'em') return false
  const second = isCut ? next.value + 100 : next.value
  return put(reading, 'strength', `${numeral(one.value)}/${numeral(second)} ${reading.about.unit}`, true)
}

/** 'dois de noventa': tablets and their strength. True if the first number was used. */
export function readCount(reading: Reading, one: Quantity, next: Quantity | undefined): boolean {
  const { clause, about } = reading
  if (!about.oral || one.known || one.value > 4 || !next || next.from !== one.to + 1) return false
  if (
    clause.tokens[one.to]?.word !== 'de' ||
    clause.tokens[next.to]?.word === 'em' ||
    isTime(next) ||
    !sold.get(about.unit)?.has(next.value)
  )
    return false
  return Number.isInteger(one.value) && put(reading, 'amount', amountOf(one.value, tablet))
}

/** '50 mg', '250 mg/5 mL', '5 mL', '2 comprimidos'. */
export function readUnits(reading: Reading, one: Quantity): boolean {
  const { clause, out } = reading
  const word = clause.tokens[one.to]?.word ?? ''
  const unit = unitWords[word]
  const before = clause.tokens[one.from - 1]?.word ?? ''
  const holds = before === 'por' || (before === 'em' && unit === 'mL' && /^(1|5|10)$/.test(String(one.value)))
  if (holds && out.strength && !out.strength.includes('/') && (unit === 'mL' || (one.value === 5 && !isTime(one))))
    return put(reading, 'strength', `${out.strength}/${one.value === 1 ? '' : `${numeral(one.value)} `}mL`, true)
  // 'Três mililitros vírgula três'.
  const tenth = /^(virgula|ponto)$/.test(clause.tokens[one.to + 1]?.word ?? '')
    ? clause.quantities.find(({ from, value }) => from === one.to + 2 && value < 10)
    : undefined
  if (unit === 'mL' && tenth) return put(reading, 'amount', `${numeral(one.value + tenth.value / 10)} mL`, true)
  if (unit === 'mL') return put(reading, 'amount', `${numeral(one.value)} mL`, true)
  if (unit) {
    const tail = wordsOf(clause, one.to + 1, one.to + 3)
    if (/^(por|ao) dia$/.test(tail) && /\b(maximo|ate)\b/.test(wordsOf(clause, one.from - 3, one.from)))
      return put(reading, 'limit', `até ${numeral(one.value)} ${unit}/dia`)
    // 'Três miligramas por mililitro' is a concentration.
    const each = clause.tokens[one.to + 1]?.word === 'por' && unitWords[clause.tokens[one.to + 2]?.word ?? ''] === 'mL'
    return put(reading, 'strength', `${numeral(one.value)} ${unit}${each ? '/mL' : ''}`, true)
  }
  if (word === 'por' && unitWords[clause.tokens[one.to + 1]?.word ?? ''] === 'mL')
    return put(reading, 'strength', `${numeral(one.value)} ${reading.about.unit}/mL`, true)
  if (word === '%') return put(reading, 'strength', `${numeral(one.value)}%`, true)
  const form = formWords.get(word)
  if (!form || one.value > 60) return false
  if (form.route) put(reading, 'route', form.route)
  // 'Seis jatos por dia' are not taken at once.
  const daily = !form.route && one.value > 2 && /^(por|ao|no) dia\b/.test(wordsOf(clause, one.to + 1, one.to + 3))
  if (daily) return put(reading, 'amount', `${amountOf(one.value, form)}/dia`, true)
  const weekly = /^(por|na|ao) (semana|mes)\b/.exec(wordsOf(clause, one.to + 1, one.to + 3))?.[2]
  if (weekly) return put(reading, 'amount', `${amountOf(one.value, form)}/${weekly === 'mes' ? 'mês' : weekly}`, true)
  const sides = form.route ? null : /\b(?:cada|por) (narina|olho|ouvido)\b/.exec(clause.plain)
  return put(reading, 'amount', `${amountOf(one.value, form)}${sides ? ` em cada ${sides[1]}` : ''}`, true)
}

/** Whether a number follows a medicine's name: 'ondansetrona, quatro'. */
const followsName = ({ clause }: Reading, one: Quantity): boolean =>
  clause.said.some(
    ({ concept, to }) =>
      concept.kind === 'drug' &&
      (to === one.from ||
        (to === one.from - 1 && (clause.tokens[to]?.kind === 'mark' || clause.tokens[to]?.word === 'de'))),
  )

/** 'de cinquenta': a strength without its unit. */
export function readBare(reading: Reading, one: Quantity, first: boolean): void {
  const { clause, about, out } = reading
  const word = clause.tokens[one.to]?.word ?? ''
  const before = clause.tokens[one.from - 1]
  const kind = clause.tokens[one.to]?.kind
  if (one.known && unitAt(word) === one.unit) return
  if (/^(uns|umas|os|aos|dos)$/.test(before?.word ?? '') || wordsOf(clause, one.to, one.to + 2) === 'em cada') return
  // 'Dez e quatro' is a length of a pregnancy or a temperature.
  if (clause.quantities.some(({ either, from, to }) => either && from === one.from && to > one.to)) return
  // 'São seis, seis ampolas'.
  if (
    clause.quantities.some(
      ({ from, value, known }) => known && from - one.to <= 1 && from >= one.to && value === one.value,
    )
  )
    return
  if (one.value === 0.5 && one.said === 'metade' && about.oral && (kind !== 'word' || /^(a|de|por)$/.test(word))) {
    if (!/^(de|da) /.test(wordsOf(clause, one.to + 1, one.to + 2))) put(reading, 'amount', 'meio comprimido', true)
    return
  }
  const near = followsName(reading, one)
  const leads =
    near ||
    leadsStrength.has(before?.word ?? '') ||
    before?.kind === 'mark' ||
    one.from === reading.from ||
    before === undefined ||
    first
  const follows =
    kind === undefined || kind === 'mark' || kind === 'number' || followsStrength.has(word) || before?.word === 'de'
  if (!leads || !follows) return
  // A number before the name counts something else, but for 'trezentos de ferro'.
  const drugs = clause.said.filter(({ concept }) => concept.kind === 'drug')
  const next = drugs.find(({ from }) => from >= one.to && from < reading.to)
  if (next && !(word === 'de' && next.from === one.to + 1) && !drugs.some(({ to }) => to <= one.from)) return
  if (about.paired && !(one.value >= 20 && (near || before?.word === 'de'))) return
  const fraction = before?.word === 'de' || !Number.isInteger(one.value)
  const isSmall = about.small && near && (kind !== 'word' || /^(de|em|a|agora|se)$/.test(word))
  const least = about.unit === 'UI' ? 100 : about.unit === 'mcg' ? 12 : fraction || isSmall ? 0.1 : 5
  if (one.value < least || (one.value > 3000 && about.unit !== 'UI')) return
  const tablets = sold.get(about.unit)
  if (tablets && !tablets.has(one.value) && !(near && before?.word === 'de')) return
  if (
    /\b(pass\w+|acima|abaixo|mais|menos|maior|menor|chegar) (de|que|a)$/.test(wordsOf(clause, one.from - 3, one.from))
  )
    return
  if (one.value === 0.5 && clause.tokens[one.from]?.word !== 'zero') return
  // 'Era vinte': the strength of before.
  if (/\b(era|tava|estava|antes)$/.test(wordsOf(clause, one.from - 2, one.from)) && out.strength) return
  const unit = about.micro && one.value >= 100 ? 'mcg' : about.unit
  put(reading, 'strength', `${numeral(one.value)} ${unit}`, true)
}
