// Reads durations, beginnings, frequencies and doses out of a clause, and writes them in the note's form.
import { type Clause, spanText } from '#domain/dialogue/clause.ts'
import days from '../lexicon/days.json' with { type: 'json' }
import type { Quantity } from '../safety/numbers.ts'

const plural: Record<string, [string, string]> = {
  minuto: ['minuto', 'minutos'],
  hora: ['hora', 'horas'],
  dia: ['dia', 'dias'],
  semana: ['semana', 'semanas'],
  mes: ['mês', 'meses'],
  ano: ['ano', 'anos'],
}
export const isTime = (quantity: Quantity): boolean => quantity.unit in plural

/** '3 dias', '1 ano e meio', '2,5 mg'. */
export const figure = (value: number): string => String(Math.round(value * 100) / 100).replace('.', ',')
export function span(quantity: Quantity): string {
  if (quantity.unit === 'ano' && quantity.value === 0.5) return '6 meses'
  const [one, many] = plural[quantity.unit] ?? ['', '']
  const whole = Math.floor(quantity.value)
  if (quantity.value - whole === 0.5 && whole > 0)
    return `${whole} ${whole === 1 ? one : many} e mei${/^(hora|semana)$/.test(quantity.unit) ? 'a' : 'o'}`
  return `${figure(quantity.value)} ${quantity.value === 1 ? one : many}`
}

export const asksTime =
  /\b(quanto tempo|quando|desde|quantos dias|quantas semanas|quantos meses|quantos anos|que dia|comecou|tempo)\b/
/** A question for the beginning of what is talked about, not of something else: 'Desde quando?', not 'Voltou quando?'. */
export const asksOnset =
  /\b(desde (quando|que)|comecou|(ha|faz|tem|tem ja) quanto tempo|quanto tempo (faz|tem|que|ta|esta|isso|sente|voce|a senhora|o senhor|com)|(ha|faz|tem|sao) quant[oa]s (dias|semanas|meses|anos)|quant[oa]s (dias|semanas|meses|anos) (tem|faz|ta|que|ja|com isso)|apareceu|iniciou)|^(e |mas |entao |isso |ai |esquerdo entao |direito entao )*(quando|quanto tempo|tempo|faz tempo|que dia)( (foi|isso|foi isso))?$|quando( que)? foi/
const since = new RegExp(
  `\\b(?:desde|comecou|comeca|iniciou|foi)(?: (?:que|na|no|a|o|de|hoje|era|eu|mais|ou|menos)){0,3} (${Object.keys(days).join('|')})\\b`,
)
const sinceAnswer = new RegExp(`^(?:(?:na|no|foi|acho|que|desde|ah|uns) ){0,3}(${Object.keys(days).join('|')})\\b`)

/** 'Desde os vinte anos' names an age. */
const isSinceAge = ({ unit, value }: Quantity, lead: string): boolean =>
  unit === 'ano' && value > 3 && /\bdesde os$/.test(lead)

/** 'há 3 dias', 'desde ontem': how long something lasts, or undefined. `asked`: the question that the clause answers. */
export function lastingOf(clause: Clause, asked = clause.answers?.plain ?? ''): string | undefined {
  const asksTimeHere = asksTime.test(asked)
  const found = clause.quantities.filter((quantity) => {
    // 'Meia hora' tells how long something lasts.
    if (quantity.unit === 'hora' && quantity.value < 1) return false
    if (!isTime(quantity) || quantity.value === 0 || /^(ante)?ontem$/i.test(quantity.said)) return false
    const [lead, tail] = [
      spanText(clause, quantity.from - 3, quantity.from),
      spanText(clause, quantity.to, quantity.to + 3),
    ]
    if (/\bultim[oa]s$/.test(lead)) return true
    if (isSinceAge(quantity, lead)) return false
    // 'Uns quinze minutos' tells how long it lasts.
    if (/^(minuto|hora|segundo)$/.test(quantity.unit) && !asksTimeHere && !/\b(ha|faz|tem|desde|la)\b/.test(lead))
      return /^\w* ?atras/.test(tail)
    if (/\b(daqui|em|vezes|cada|de idade|proxim\w+|dura|duram|durou|por)\b/.test(lead.split(' ').slice(-2).join(' ')))
      return false
    if (/^(\w+ )?de (idade|gravidez|gestacao|casad)/.test(tail)) return false
    // 'Tenho 36 anos e estou com febre' is an age.
    if (quantity.unit === 'ano' && /\b(tenho|fiz|completei)$/.test(lead)) return false
    // 'Tô de seis meses' is the age of a pregnancy.
    if (/\b(to|ta|tou|estou|esta|gravida|tava|estava) de$/.test(lead)) return false
    if (quantity.value === 1 && !/\b(ha|faz|tem|desde)\b/.test(lead) && !asksTimeHere) return false
    if (/\b(ha|faz|fazem|tem|uns|umas|desde|quase|cerca|ja|mais de|la)\b/.test(lead))
      return !(quantity.unit === 'ano' && quantity.value > 12 && /\b(ela|ele|eu|que)? ?(tem|com)$/.test(lead))
    if (/^\w* ?(atras|que)\b/.test(tail)) return true
    return asksTimeHere
  })
  const age = clause.quantities.find((one) => isSinceAge(one, spanText(clause, one.from - 2, one.from)))
  if (age) return `desde os ${figure(age.value)} anos`
  const last = found.at(-1)
  const some =
    /\b(?:ha|faz|tem|fazem|uns|umas) (?:ja )?(alguns|algumas|poucos|poucas|varios|varias|muitos|muitas) (dias|semanas|meses|anos|horas)\b/.exec(
      clause.plain,
    )
  if (!last && some) return `há ${some[1]?.replace('varios', 'vários').replace('varias', 'várias')} ${some[2]}`
  if (last) return `há ${span(last)}`
  // 'Ontem deu trinta e sete e nove' tells when something was measured.
  const measures = clause.quantities.some(({ unit, value }) => unit === '' && value > 3)
  const several = Object.keys(days).filter((day) => clause.tokens.some(({ word }) => word === day)).length > 1
  if (several) return undefined
  const named =
    since.exec(clause.plain)?.[1] ?? (asksTimeHere && !measures ? sinceAnswer.exec(clause.plain)?.[1] : undefined)
  return named ? `desde ${days[named as keyof typeof days]}` : undefined
}

/** 'de 4 a 6 horas': two values of one range, or the last value. */
function rangeOf(clause: Clause, found: readonly Quantity[]): { low: number; high: number; unit: string } | undefined {
  const last = found.at(-1)
  const other = found.at(-2)
  if (!last) return undefined
  const middle =
    other &&
    clause.tokens
      .slice(other.to, last.from)
      .map((token) => token.word)
      .join(' ')
  const joined = middle !== undefined && /^(\S+ )?(,|a|ou|e|ate|as)$/.test(middle) && other && other.value < last.value
  return { low: joined ? other.value : last.value, high: last.value, unit: last.unit }
}
const ranged = (low: number, high: number): string => (low === high ? figure(high) : `${figure(low)} a ${figure(high)}`)

/** 'De duas em duas horas': whether the quantity is one of the two, which say how often. */
export const isInTurns = ({ tokens, quantities }: Clause, { from, to, value }: Quantity): boolean =>
  quantities.some(
    (other) =>
      other.value === value &&
      ((other.from === to + 1 && tokens[to]?.word === 'em') ||
        (other.to === from - 1 && tokens[from - 1]?.word === 'em')),
  )

/** 'com duração de 4 a 6 horas': how long one episode lasts. */
export function episodeOf(clause: Clause): string | undefined {
  const times = clause.quantities.filter(
    (one) => /^(segundo|minuto|hora|dia)$/.test(one.unit) && one.value > 0 && !isInTurns(clause, one),
  )
  const range = rangeOf(
    clause,
    times.filter(({ unit }) => unit === times.at(-1)?.unit),
  )
  if (!range) return undefined
  const [one, many] = plural[range.unit] ?? [range.unit, `${range.unit}s`]
  const less = /\bmenos de um\b/.test(clause.plain) && range.high === 1 ? 'menos de ' : ''
  return `com duração de ${less}${ranged(range.low, range.high)} ${range.high === 1 ? one : many}`
}

const periods: readonly [RegExp, string][] = [
  [/\b(por|ao|no|a cada|o|num|cada|em um) dia\b|\bdiari\w+/, 'dia'],
  [/\b(por|na|a|cada|em uma|numa) semana\b/, 'semana'],
  [/\b(por|no|ao|cada|num) mes\b/, 'mês'],
  [/\b(por|no|ao|nesse|esse|num|este) ano\b/, 'ano'],
  [/\b(por|na|a|de|cada|toda) (noite|madrugada)\b/, 'noite'],
]
const periodIn = (text: string): string | undefined => periods.find(([pattern]) => pattern.test(text))?.[1]
/** '2x/dia', 'a cada 3 dias', '2 episódios': how often something happens. */
export function oftenOf(clause: Clause, asked: string, isNamed = false): string | undefined {
  const pair = clause.quantities.find((one, index) => {
    const next = clause.quantities[index + 1]
    return next !== undefined && next.value === one.value && clause.tokens[next.from - 1]?.word === 'em' && isTime(next)
  })
  if (pair && clause.tokens[pair.from - 1]?.word === 'de') {
    const next = clause.quantities[clause.quantities.indexOf(pair) + 1]
    return next && `a cada ${span(next)}`
  }
  const every = clause.quantities.find((one) => isTime(one) && clause.tokens[one.from - 1]?.word === 'cada')
  if (every) return `a cada ${span(every)}`
  const asksCount =
    /\b(quantas vezes|com que frequencia|quantos episodios|quantas crises|quantas (por|no|na|ao|a))\b/.test(asked)
  // 'Duas vezes por semana, dura vinte minutos': the twenty counts nothing.
  const hasTimes = clause.quantities.some(({ unit }) => unit === 'vez')
  const counted = clause.quantities.filter(
    (one) => (one.unit === 'vez' || (asksCount && !(hasTimes && isTime(one)))) && one.value > 0 && one.value <= 40,
  )
  const range = rangeOf(
    clause,
    counted.filter(({ unit }) => unit === 'vez' || unit === '' || asksCount),
  )
  if (!range || (counted.some(isTime) && !counted.some(({ unit }) => unit === 'vez'))) return undefined
  if (/\bontem\b/.test(clause.plain) && range.high > 1 && counted.some(({ unit }) => unit === 'vez'))
    return `${ranged(range.low, range.high)} episódios ontem`
  const period = periodIn(clause.plain) ?? periodIn(asked)
  if (period) return `${ranged(range.low, range.high)}x/${period}`
  // 'Já travou duas vezes', and not 'já fui duas vezes ao posto'.
  const counts = /\b(so|foi)\b/.test(clause.plain) || (isNamed && /\bja\b/.test(clause.plain))
  if (!asksCount && !counts) return undefined
  return `${ranged(range.low, range.high)} ${range.high === 1 ? 'episódio' : 'episódios'}`
}
