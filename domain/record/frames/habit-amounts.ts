// Reads the slots of a habit from the words about it: how much, how often and how long.
import type { Clause } from '#domain/dialogue/clause.ts'
import times from '../lexicon/habit-times.json' with { type: 'json' }
import { plainWords } from '../safety/words.ts'
import { type Topic, topicWords } from './habit-topics.ts'
import { figure, isTime, lastingOf, span } from './times.ts'

type Numbers = Clause['quantities']
const often: readonly (readonly [RegExp, string])[] = Object.entries(times.often).map(([note, say]) => [
  new RegExp(`\\b(${say.replaceAll('; ', '|')})\\b`),
  note,
])
const weekend = new Set(times.weekend)
const weekdays = new Map(
  Object.entries(times.weekdays).flatMap(([note, say]) => say.split(' ').map((word) => [word, note] as const)),
)

/** The days that are a habit: 'aos sábados', '3x/semana'. 'Vem no domingo' after other words is none. */
function daysIn({ tokens }: Clause, { isFollowUp }: { isFollowUp: boolean }): string | undefined {
  const places = tokens.flatMap(({ word }, at) => (weekdays.has(word) ? [at] : []))
  const [first] = places
  if (first === undefined || (isFollowUp && first > 3)) return undefined
  // 'De segunda a quinta' is a stretch, 'ela vem sexta' a date.
  if (
    places.some((at) => /^(segunda|terca|quarta|quinta)$/.test(tokens[at]?.word ?? '') && tokens[at + 1]?.word === 'a')
  )
    return undefined
  const days = [...new Set(places.map((at) => weekdays.get(tokens[at]?.word ?? '') ?? ''))]
  if (days.length >= 3) return `${days.length}x/semana`
  if (days.length === 2)
    return days.every((day) => weekend.has(day)) ? 'aos finais de semana' : `${articled(days[0])} e ${days[1]}`
  const lead = tokens[first - 1]?.word ?? ''
  const isMany = tokens[first]?.word.endsWith('s') ?? false
  if (isFollowUp && !isMany && !/^(no|na|aos|as|todo|toda|de|dia|so|cada)$/.test(lead)) return undefined
  return articled(days[0])
}
const articled = (day = ''): string => `${day.endsWith('as') ? 'às' : 'aos'} ${day}`

/** 'aos sábados', '3x/semana', 'ocasionalmente' */
export function oftenIn(clause: Clause, { isFollowUp = false } = {}): string | undefined {
  const { plain, quantities } = clause
  const week = quantities.find(({ unit, either }) => unit === 'vez' && !either)
  if (week && /semana/.test(plain)) return `${rangeText(week, clause)}x/semana`
  if (week && /\bmes\b/.test(plain)) return `${rangeText(week, clause)}x/mês`
  // 'Não é todo dia que bebo'
  const isNotDaily = /\bnao( \w+){0,2} tod[oa]s?\b/.test(plain)
  return (
    daysIn(clause, { isFollowUp }) ??
    often.find(([pattern, note]) => pattern.test(plain) && !(isNotDaily && note === 'diariamente'))?.[1]
  )
}

/** '7 a 8' where two numbers stand together: 'umas sete, oito'. */
function rangeText(one: Numbers[number], { quantities, tokens }: Clause): string {
  const low = quantities.find(
    ({ to, value, either }) =>
      !either &&
      to <= one.from &&
      one.from - to <= 1 &&
      value < one.value &&
      value * 3 >= one.value &&
      tokens.slice(to, one.from).every(({ word }) => /^(,|ou|a)$/.test(word)),
  )
  return low ? `${figure(low.value)} a ${figure(one.value)}` : figure(one.value)
}

/** The clause cut to the words from `from` to before `to`. */
export function cut(clause: Clause, { from, to }: { from: number; to: number }): Clause {
  if (from === 0 && to === clause.tokens.length) return clause
  const inside = (one: { from: number; to: number }) => one.from >= from && one.to <= to
  const move = <T extends { from: number; to: number }>(one: T): T => ({
    ...one,
    from: one.from - from,
    to: one.to - from,
  })
  const tokens = clause.tokens.slice(from, to)
  return {
    ...clause,
    tokens,
    plain: plainWords(tokens),
    quantities: clause.quantities.filter(inside).map(move),
    said: clause.said.filter(inside).map(move),
  }
}

/** 'dos 18 aos 40 anos' */
export function agesIn({ quantities, tokens }: Clause): { text: string; until: number } | undefined {
  const [start, end] = ['dos', 'aos'].map((lead) => quantities.find(({ from }) => tokens[from - 1]?.word === lead))
  if (!start || !end || end.from < start.from || end.value <= start.value || end.value > 100) return undefined
  return { text: `dos ${start.value} aos ${end.value} anos`, until: end.to }
}

const stopPlace = ({ tokens }: Clause): number =>
  tokens.findIndex(({ word }) => /^(parei|parou|larguei|largou|deixei|deixou|abandonei|cortei)$/.test(word))

/** 'Parei faz dez anos', 'parei de fumar': whether the patient gave up the habit itself, not something else. */
export function stops(clause: Clause): boolean {
  const { tokens, plain } = clause
  if (/\bnao (fumo|bebo|uso) mais\b(?! (de|do|que)\b)/.test(plain)) return true
  const at = stopPlace(clause)
  if (at < 0) return false
  if (/^(nao|nunca)$/.test(tokens[at - 1]?.word ?? '')) return false
  const next = tokens
    .slice(at + 1)
    .find(({ word }) => !/^(de|o|a|com|do|da|isso|ja|tudo|tambem|mesmo|por|completo)$/.test(word))
  return (
    next?.kind !== 'word' ||
    topicWords.has(next.word) ||
    /^(faz|tem|ha|em|quando|desde|vai|no|na|depois|antes|ano|anos|mes|ontem|uns|umas|uma|um|cedo|novo|nova|eu|mas|e|que|dois|duas|pra|para|por)$/.test(
      next.word,
    ) ||
    /^\d|^(tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|quarenta)$/.test(next.word)
  )
}

const periods: readonly (readonly [RegExp, string])[] = [
  [/\b(por|na|cada|numa|em uma) semana\b/, 'semana'],
  [/\b(por|no|ao|cada|num) mes\b/, 'mês'],
  [/\b(por|no|ao|cada|o|num|todo|todos os) dias?\b|\bdiari\w+/, 'dia'],
]
const periodIn = (text: string): string | undefined => periods.find(([pattern]) => pattern.test(text))?.[1]

/** How much of it: '10 cigarros/dia', '2 taças', '30 minutos'. A period that is not said is that of the `earlier` amount. */
export function amountOf(topic: Topic, clause: Clause, earlier = ''): string | undefined {
  const ages = agesIn(clause)
  const numbers = clause.quantities.filter(({ either, from }) => !either && (!ages || from >= ages.until))
  const spoken = numbers.filter((one) => !isTime(one) && one.unit !== 'vez' && one.value > 0)
  const counted = (pattern: RegExp) => spoken.findLast(({ unit }) => pattern.test(unit))
  const { plain } = clause
  // 'Já foi um maço': more than now.
  if (earlier && /^(mas )?(ja|antes) (foi|era|fumei|bebi)\b/.test(plain)) return undefined
  const period = periodIn(plain) ?? periodIn(clause.answers?.plain ?? '') ?? /(?:\/| por )([^ /]+)$/.exec(earlier)?.[1]
  const each = period ? `/${period}` : ''
  if (topic.kind === 'tabaco') {
    const one = counted(/^(maco|carteir)/)
    if (one) return `${rangeText(one, clause)} maço${one.value > 1 ? 's' : ''}${each}`
    if (/\b(parei|parou|larg\w+|anos?|idade|desde)\b/.test(plain) && !counted(/^(cigar|palheir)/)) return undefined
    const some =
      counted(/^(cigar|palheir)/) ??
      spoken.findLast(({ value, unit, known }) => value > 1 && value < 80 && (!known || unit === ''))
    if (!some) return undefined
    const what = /\bpalheiro/.test(plain) ? 'palheiro' : 'cigarro'
    return `${rangeText(some, clause)} ${what}${some.value > 1 ? 's' : ''}${/\bde palha\b/.test(plain) ? ' de palha' : ''}${each}`
  }
  if (topic.kind === 'alcool') {
    const glass = counted(/^(lat|garraf|dos|tac|cop|cervej|chop|litrao|calic)/)
    if (glass) {
      const unitWord = clause.tokens
        .slice(glass.to)
        .find(({ word }) => word.startsWith(glass.unit.slice(0, 3)))
        ?.said.toLowerCase()
      return /^(cervej|chop)/.test(glass.unit) && glass.value === 1
        ? undefined
        : `${rangeText(glass, clause)} ${unitWord ?? glass.unit}`
    }
    const bare = spoken.findLast(
      ({ unit, from, value }) =>
        unit === '' && value > 1 && value < 30 && /^(umas|uns)$/.test(clause.tokens[from - 1]?.word ?? ''),
    )
    return bare && topic.name === 'cerveja' ? `${rangeText(bare, clause)} cervejas` : undefined
  }
  if (topic.kind === 'bebida') {
    const litres = counted(/^litro$/)
    if (litres) return `${rangeText(litres, clause)} L de ${topic.name}${period ? ` por ${period}` : ''}`
    const one = spoken.findLast(({ known, unit, value }) => value < 40 && (!known || unit === ''))
    const cup = /^(cop|lat|cui)/.exec(one?.unit ?? '')?.[0]
    if (!one || (!cup && topic.name !== 'café')) return undefined
    const many = one.value > 1 ? 's' : ''
    return `${rangeText(one, clause)} ${cup ? { cop: 'copo', lat: 'lata', cui: 'cuia' }[cup] : 'xícara'}${many} de ${topic.name}${period ? ` por ${period}` : ''}`
  }
  const minutes = numbers.find(
    ({ unit, value }) => (unit === 'minuto' && value >= 5) || (unit === 'hora' && value <= 4),
  )
  if (topic.kind !== 'atividade' || !minutes) return undefined
  return minutes.unit === 'hora' && minutes.value < 1 ? `${minutes.value * 60} minutos` : span(minutes)
}

/** 'por 10 anos': how long a habit lasted, told before its end. Undefined where it is not told there. */
export function lastingBeforeStop(topic: Topic, clause: Clause): string | undefined {
  const end = stopPlace(clause)
  if (end <= 0 || !clause.quantities.some(({ from }) => from > end)) return undefined
  const before = cut(clause, { from: 0, to: end })
  const years = before.quantities.find(({ unit, value }) => /^(ano|mes)$/.test(unit) && value > 0)
  return topic.kind === 'tabaco' && years ? `por ${span(years)}` : undefined
}

/** Since when, or until when if the patient gave it up: 'há 10 anos', 'dos 18 aos 40 anos'. */
export function lastingIn(topic: Topic, whole: Clause, stopped: boolean): string | undefined {
  // 'Fumei dez anos, parei faz quinze': the time after the verb is that of the end.
  const end = stopped ? cut(whole, { from: Math.max(0, stopPlace(whole)), to: whole.tokens.length }) : whole
  const clause = end.quantities.length > 0 ? end : whole
  const { plain, quantities, tokens } = clause
  const isDated =
    topic.kind === 'tabaco' ||
    (topic.kind !== 'bebida' &&
      /\b(ha|faz|desde|atras)\b/.test(plain) &&
      !quantities.some(({ unit }) => unit === 'hora'))
  if (!isDated && !stopped) return undefined
  const year = stopped
    ? quantities.find(({ value, unit, either }) => !either && !unit && value >= 1940 && value <= 2100)
    : undefined
  if (year) return `em ${year.value}`
  const lasting = lastingOf(clause)
  if (lasting && !/(minuto|hora)/.test(lasting)) return lasting
  const numbers = quantities.filter(({ either }) => !either)
  const years = numbers.find(
    ({ unit, from }) =>
      !/^(dos|aos|com|ate|os)$/.test(tokens[from - 1]?.word ?? '') &&
      (stopped ? /^(ano|mes|semana)$/ : /^(ano|mes)$/).test(unit),
  )
  if (years && years.value > 0) return stopped ? `há ${span(years)}` : `por ${span(years)}`
  const bare = numbers.find(({ unit, value }) => unit === '' && value > 1)
  return stopped && bare && /\b(faz|ha)\b/.test(plain) ? `há ${bare.value} anos` : undefined
}
