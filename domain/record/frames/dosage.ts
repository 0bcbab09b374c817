// Reads how a medicine is taken out of the words behind its name: strength, amount, route, frequency, course.
import { type Clause, wordsOf } from '#domain/dialogue/clause.ts'
import intakes from '../lexicon/intakes.json' with { type: 'json' }
import routes from '../lexicon/routes.json' with { type: 'json' }
import type { Quantity } from '../safety/numbers.ts'
import {
  type Dosage,
  type DoseSlot,
  numeral,
  type Preparation,
  put,
  type Reading,
  readBare,
  readCount,
  readPair,
  readUnits,
  unitAt,
} from './medicine-strength.ts'
import { isInTurns, isTime, span } from './times.ts'

export type { Dosage, DoseSlot } from './medicine-strength.ts'

const phrases = (say: string): RegExp => new RegExp(`\\b(${say.split(';').join('|')})\\b`)
const routeWords = Object.entries(routes).map(([route, say]) => [route, phrases(say)] as const)
const momentWords = Object.entries(intakes).map(([moment, say]) => [moment, phrases(say)] as const)
/** Where 'depois …' begins the second part of a course, or `to`. */
function secondPart(clause: Clause, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    const { word } = clause.tokens[at] ?? { word: '' }
    const next = clause.tokens[at + 1]?.word ?? ''
    // 'Depois de uma semana', 'depois de seis em seis horas'.
    const isNext =
      next === 'de' && clause.quantities.some((one) => one.from === at + 2 && (isTime(one) || isInTurns(clause, one)))
    if (word === 'depois' && (isNext || !/^(do|da|de|das|dos|que|disso|e)$/.test(next))) return at
  }
  return to
}

const hourly = /^(1|2|3|4|6|8|12|24)$/
/** 'de oito em oito', 'a cada seis horas', 'duas vezes por semana'. True if the number was used. */
function readFrequency(
  reading: Reading,
  one: Quantity,
  next: Quantity | undefined,
  before: Quantity | undefined,
): boolean {
  const { clause } = reading
  const word = (at: number) => clause.tokens[at]?.word ?? ''
  const same = next && next.value === one.value && word(one.to) === 'em' && next.from <= one.to + 2
  const unit = same ? next.unit : one.unit
  const every = same || /^cada$/.test(word(one.from - 1))
  if (every) {
    if (/^(dia|semana|mes|minuto)$/.test(unit) && unit === unitAt(word(same ? next.to : one.to)))
      return put(reading, 'frequency', `a cada ${span({ ...one, unit })}`)
    if (hourly.test(String(one.value))) return put(reading, 'frequency', `de ${one.value}/${one.value} h`)
    return same === true
  }
  if (readDays(reading, one)) return true
  // 'No máximo três por dia'.
  if (
    one.unit === '' &&
    one.value > 1 &&
    one.value <= 6 &&
    /^(por|ao) dia\b/.test(wordsOf(clause, one.to, one.to + 2))
  ) {
    const text = `${numeral(one.value)}x/dia`
    return /\b(maximo|ate)\b/.test(wordsOf(clause, one.from - 3, one.from))
      ? put(reading, 'limit', `no máximo ${text}`)
      : put(reading, 'frequency', text)
  }
  if (!/^(vez|vezes|x)$/.test(word(one.to))) return false
  const tail = wordsOf(clause, one.to + 1, Math.min(reading.to, one.to + 5))
  const period = /^((por|ao|no|na|a|da|pra|cada|toda|todo|nessa) )?(dia|semana|mes)\b/.exec(tail)?.[3]
  const lead = wordsOf(clause, one.from - 3, one.from)
  if (/\b(mais|menos|passar) de$/.test(lead)) return true
  if (!period && one.value === 1 && /^so\b/.test(tail)) return put(reading, 'course', 'dose única')
  if (
    !period &&
    (one.value > 6 ||
      /\b(ja|umas|foi|foram|tomei|usei|passei|dei)$/.test(lead) ||
      (one.value === 1 && !reading.certain))
  )
    return true
  // 'Quatro, cinco vezes'.
  const ranged =
    before &&
    before.value === one.value - 1 &&
    /^(vez)?$/.test(before.unit) &&
    /^(ou|a|)$/.test(wordsOf(clause, before.to, one.from))
  const often = ranged ? `${numeral(before.value)} a ${numeral(one.value)}` : numeral(one.value)
  const text = `${often}x/${period === 'mes' ? 'mês' : (period ?? 'dia')}`
  return /\b(maximo|ate)\b/.test(lead) ? put(reading, 'limit', `no máximo ${text}`) : put(reading, 'frequency', text)
}
/** 'no máximo dois dias na semana': how often, not for how long. */
function readDays(reading: Reading, one: Quantity): boolean {
  const { clause } = reading
  if (one.unit !== 'dia' || !/^dias?$/.test(clause.tokens[one.to]?.word ?? '')) return false
  const period = /^(?:por|na|da|no|ao|cada|d[ao]) (semana|mes)\b/.exec(wordsOf(clause, one.to + 1, one.to + 3))?.[1]
  if (!period) return false
  const text = `${numeral(one.value)} ${one.value === 1 ? 'dia' : 'dias'}/${period === 'mes' ? 'mês' : period}`
  const lead = wordsOf(clause, one.from - 3, one.from)
  if (/\b(mais|menos|passar) de$/.test(lead)) return true
  return /\b(maximo|ate)\b/.test(lead) ? put(reading, 'limit', `no máximo ${text}`) : put(reading, 'frequency', text)
}

/** 'por sete dias', 'sete noites'. */
function readCourse(reading: Reading, one: Quantity): boolean {
  const { clause } = reading
  const word = clause.tokens[one.to]?.word ?? ''
  const nights = /^noites?$/.test(word)
  if (!isTime(one) && !nights) return false
  if (!nights && unitAt(word) !== one.unit) return false
  const mark = clause.tokens.slice(Math.max(0, one.from - 3), one.from).findLastIndex(({ kind }) => kind === 'mark')
  const lead = wordsOf(clause, Math.max(0, one.from - 3) + mark + 1, one.from)
  if (
    /\b(ha|faz|fazem|tem|desde|com|daqui|daqui a|em|atras|idade|as|uns|umas|ja|quase|cada|tinha|vai|das|dos|nas|nos|antes|antes de|depois de|pausa de|intervalo de|(mais|menos|passar|passa) de)$/.test(
      lead,
    )
  )
    return true
  const long = one.unit === 'hora' && one.value >= 24 && /\b(por|durante)$/.test(lead)
  if ((one.unit === 'hora' && !long) || one.unit === 'minuto' || one.unit === 'ano') return true
  if (/ontem|primeir|segund/.test(one.said.toLowerCase())) return true
  if (/^(atras|de idade|antes)/.test(wordsOf(clause, one.to + 1, one.to + 3))) return true
  if (one.value <= 1 && one.unit === 'dia') return true
  // 'Acabou os quatorze dias, volta pro pantoprazol': a time before the name is no length.
  const drugs = clause.said.filter(({ concept, from }) => concept.kind === 'drug' && from < reading.to)
  const before = drugs.length > 0 && drugs.every(({ from }) => from >= one.to)
  if (before && word && !/\b(por|durante)$/.test(lead) && (drugs[0]?.from ?? 0) > one.to + 2) return true
  // 'Usa camisinha por sete dias'.
  if (/\b(usa|use|usar) \w+ por$/.test(lead) && !drugs.some(({ to }) => one.from - to <= 1)) return true
  const text = nights ? `${numeral(one.value)} noites` : span(one)
  // 'Até doze semanas' of a pregnancy is no length.
  if (/\bate$/.test(lead)) return put(reading, 'course', `até ${text}`)
  return put(reading, 'course', `por ${/\b(maximo|ate)\b/.test(lead) ? 'até ' : ''}${text}`)
}

const singles: readonly [RegExp, DoseSlot, string][] = [
  [/\bum[a]? (por|ao|a cada|no|cada) dia\b/, 'frequency', '1x/dia'],
  [/\buma? (por|na|a cada|cada) semana\b/, 'frequency', '1x/semana'],
  [/\bum[a]? (por|ao|no) mes\b/, 'frequency', '1x/mês'],
  [/\b(dia sim,? dia nao|um dia sim|em dias alternados)\b/, 'frequency', 'em dias alternados'],
  [
    /(?<!\b(nao (e|tom[oa]|us[oa]|precisa)|nunca|nem) )\b(tod[oa]s? (santo )?dias?|todos os dias|diari\w+|por dia|ao dia)\b/,
    'frequency',
    '1x/dia',
  ],
  [/\b(uso continuo|pra sempre|para sempre|resto da vida|vida toda)\b/, 'course', 'uso contínuo'],
  [/\b(dose unica|tomada unica|de uma vez so)\b/, 'course', 'dose única'],
  [/\b(liberacao (prolongada|lenta|controlada)|longa acao)\b/, 'release', 'de liberação prolongada'],
  [/\bxr\b/, 'release', 'XR'],
  [/\bretard\b/, 'release', 'retard'],
  [/\b(meio|metade (do|de um)) (comprimido|cp)\b/, 'amount', 'meio comprimido'],
  [/\b(um|comprimido) inteiro\b/, 'amount', '1 comprimido'],
  [/\bum quarto (de|do) comprimido\b/, 'amount', 'um quarto de comprimido'],
]
const alone: Record<string, string> = {
  manhã: 'pela manhã',
  almoço: 'no almoço',
  tarde: 'à tarde',
  jantar: 'no jantar',
  noite: 'à noite',
  jejum: 'em jejum',
}

/** 'De manhã e de noite' is twice a day; one moment alone is written as such. */
function readMoments(reading: Reading, text: string): void {
  const found = momentWords.flatMap(([moment, pattern]) => (pattern.test(text) ? [moment] : []))
  const fasting = found.includes('jejum')
  const times = found.filter((moment) => moment !== 'jejum' && !(fasting && moment === 'manhã'))
  if (fasting) put(reading, 'moment', 'em jejum')
  if (times.length === 2 && times[0] === 'almoço' && times[1] === 'jantar')
    put(reading, 'moment', 'no almoço e no jantar')
  else if (times.length > 1) put(reading, 'frequency', `${times.length}x/dia`)
  else if (times[0]) put(reading, 'moment', alone[times[0]] ?? '')
}

/** 'Em vez de cinquenta duas vezes, cem de manhã': where the old dosage ends, or `from`. */
function pastInstead({ clause, from, to }: Reading): number {
  const at = clause.tokens.findIndex(
    ({ word }, index) => index >= from && index < to && word === 'vez' && clause.tokens[index - 1]?.word === 'em',
  )
  const end = at < 0 ? -1 : clause.tokens.findIndex(({ kind }, index) => index > at && index < to && kind === 'mark')
  return end < 0 ? from : end
}

/** 'Vinte unidades de manhã e dez à noite': each moment with its own dose of insulin. */
function unequalDoses({ clause, to, about }: Reading, quantities: readonly Quantity[]): string | undefined {
  const [first, second, ...others] = quantities
  if (about.unit !== 'UI' || !first || !second || others.length > 0 || first.value === second.value) return undefined
  const doses = [first, second].map((one) => {
    const end = one === first ? second.from : to
    const text = wordsOf(clause, one.to, Math.min(end, one.to + 4))
    const found = momentWords.filter(([, pattern]) => pattern.test(text))
    const moment = found.length === 1 ? alone[found[0]?.[0] ?? ''] : undefined
    return moment && !isTime(one) && one.value <= 200 ? `${numeral(one.value)} UI ${moment}` : undefined
  })
  return doses.every((one) => one !== undefined) ? doses.join(' e ') : undefined
}

function partOf(whole: Reading): Dosage {
  const reading = { ...whole, from: pastInstead(whole) }
  const { clause, from, to, out } = reading
  const names = clause.said.filter(({ concept }) => concept.kind === 'drug')
  // The twelve of 'B12' is no dose.
  const quantities = clause.quantities.filter(
    (one) =>
      one.from >= from &&
      one.to <= to &&
      !one.either &&
      !names.some((name) => one.from >= name.from && one.to <= name.to),
  )
  const used = new Set<Quantity>()
  let first = true
  quantities.forEach((one, index) => {
    if (used.has(one)) return
    const next = quantities[index + 1]
    // 'Zero quatro' is 0,4.
    if (one.value === 0 && next && next.from === one.to && next.value < 10) {
      used.add(next)
      put(reading, 'strength', `${numeral(next.value / 10)} ${reading.about.unit}`, true)
      return
    }
    if (readPair(reading, one, next)) {
      if (next) used.add(next)
      return
    }
    if (readCount(reading, one, next)) return
    if (readFrequency(reading, one, next, quantities[index - 1])) {
      if (next && next.value === one.value && clause.tokens[one.to]?.word === 'em') used.add(next)
      return
    }
    if (readUnits(reading, one) || readCourse(reading, one)) return
    readBare(reading, one, first)
    first = false
  })
  const text = wordsOf(clause, from, to)
  const byMoment = unequalDoses(reading, quantities)
  if (byMoment) {
    for (const slot of ['strength', 'frequency', 'moment'] as const) delete out[slot]
    put(reading, 'amount', byMoment, true)
    return out
  }
  readMoments(reading, text)
  for (const [pattern, slot, wording] of singles)
    if (pattern.test(text) && !(slot === 'frequency' && (out.limit || out.amount?.endsWith('/dia'))))
      put(reading, slot, wording)
  const route = routeWords.find(([, pattern]) => pattern.test(text))?.[0]
  if (route) put(reading, 'route', route, true)
  if (out.moment && out.course === 'dose única' && !text.includes('dose unica')) delete out.course
  if (out.amount === '1 dose' && out.course === 'dose única') delete out.amount
  return out
}

/** One line of a dosage: '50 mg, 1 comprimido VO 2x/dia por 5 dias'. */
export function dosageText(slots: Dosage): string {
  const head = [slots.release, slots.strength].filter(Boolean).join(' ')
  // 'De 8/8 h' leaves no place for one moment of the day.
  const often = /^[2-9]x\/dia|\/\d+ h$/.test(slots.frequency ?? '')
  const moment = often && slots.moment !== 'em jejum' ? undefined : slots.moment
  const route = / em cada (narina|olho|ouvido)/.test(slots.amount ?? '') ? undefined : slots.route
  const rest = [slots.amount, route, slots.frequency, moment, slots.course].filter(Boolean).join(' ')
  const joined = head && slots.amount ? `${head}, ${rest}` : [head, rest].filter(Boolean).join(' ')
  return [joined, slots.limit, slots.later && `depois ${slots.later}`].filter(Boolean).join(', ')
}

/** The dosage said between two words of a clause. `certain`: they speak of this medicine, so 'uma vez' is its frequency. */
export function dosageIn(clause: Clause, from: number, to: number, about: Preparation, certain = false): Dosage {
  const cut = secondPart(clause, from, to)
  const out = partOf({ clause, from, to: cut, about, out: {}, certain })
  if (cut >= to) return out
  const span = firstSpan(clause, cut, to)
  const part = partOf({ clause, from: span ? span.to + 1 : cut + 1, to, about, out: {}, certain })
  if (span && !out.course) out.course = `por ${span.text}`
  if (out.route === part.route) delete part.route
  const later =
    dosageText(part) || (/\b(para|parar|pare|suspend\w+)\b/.test(wordsOf(clause, cut, to)) ? 'suspender' : '')
  if (later) out.later = later
  return out
}

/** 'Depois de uma semana': how long the first part lasts. */
function firstSpan(clause: Clause, cut: number, to: number): { to: number; text: string } | undefined {
  if (clause.tokens[cut + 1]?.word !== 'de') return undefined
  const one = clause.quantities.find(({ from }) => from === cut + 2)
  return one && isTime(one) && !isInTurns(clause, one) && one.to <= to ? { to: one.to, text: span(one) } : undefined
}
