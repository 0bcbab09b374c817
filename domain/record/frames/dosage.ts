// Reads how a medicine is taken out of the words behind its name: strength, amount, route, frequency, course.
import type { Clause } from '#domain/dialogue/clause.ts'
import forms from '../lexicon/forms.json' with { type: 'json' }
import intakes from '../lexicon/intakes.json' with { type: 'json' }
import routes from '../lexicon/routes.json' with { type: 'json' }
import type { Quantity } from '../safety/numbers.ts'
import { isTime, span } from './times.ts'

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

const phrases = (say: string): RegExp => new RegExp(`\\b(${say.split(';').join('|')})\\b`)
const routeWords = Object.entries(routes).map(([route, say]) => [route, phrases(say)] as const)
const momentWords = Object.entries(intakes).map(([moment, say]) => [moment, phrases(say)] as const)
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
/** Words that may follow a bare strength: 'de cinquenta toda noite'. */
const followsStrength = new Set(
  (
    'manha noite tarde cedo jejum agora toda todo todos depois antes so uma um duas dois tres da do se e digo nao mas ai de pra para por a ao ' +
    'no na em que ta eu ele ela quando ja agora isso mesmo sempre uns hoje desde ha faz junto meio cada com tem depois doutor doutora ' +
    'liberacao continua continuar certo ne la cada quatro cinco seis oito doze quinze mais era passou aumentou'
  ).split(' '),
)
/** Words before a bare strength. */
const leadsStrength = new Set(
  'de da do pra para ta e a o era agora com em mais passou aumentou subiu baixou dose tomo toma usa uso pro ate por reduzo reduz'.split(
    ' ',
  ),
)
/** '1.000', '12,5'. */
const numeral = (value: number): string => {
  const rounded = Math.round(value * 1000) / 1000
  return rounded >= 1000
    ? String(Math.round(rounded)).replace(/\B(?=(\d{3})+$)/g, '.')
    : String(rounded).replace('.', ',')
}
const amountOf = (value: number, { one, many }: Form): string => {
  if (value === 0.5) return `meio ${one}`
  if (value === 1.5) return `1 ${one} e meio`
  return `${numeral(value)} ${value > 1 ? many : one}`
}

const wordsIn = (clause: Clause, from: number, to: number): string =>
  clause.tokens
    .slice(Math.max(0, from), to)
    .flatMap(({ word, kind }) => (kind === 'mark' ? [] : [word]))
    .join(' ')

/** Where 'depois …' begins the second part of a course, or `to`. */
function secondPart(clause: Clause, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    const { word } = clause.tokens[at] ?? { word: '' }
    const next = clause.tokens[at + 1]?.word ?? ''
    if (word === 'depois' && !/^(do|da|de|das|dos|que|disso|e)$/.test(next)) return at
  }
  return to
}

type Reading = { clause: Clause; from: number; to: number; unit: string; out: Dosage; certain: boolean }
const put = (reading: Reading, slot: DoseSlot, text: string, last = false): true => {
  if (last || !reading.out[slot]) reading.out[slot] = text
  return true
}

const hourly = /^(1|2|3|4|6|8|12|24)$/
/** 'de oito em oito', 'a cada seis horas', 'duas vezes por semana'. True if the number was used. */
function readFrequency(reading: Reading, one: Quantity, next: Quantity | undefined): boolean {
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
  if (!/^(vez|vezes|x)$/.test(word(one.to))) return false
  const tail = wordsIn(clause, one.to + 1, Math.min(reading.to, one.to + 5))
  const period = /^((por|ao|no|na|a|da|pra|cada|toda|todo|nessa) )?(dia|semana|mes)\b/.exec(tail)?.[3]
  const lead = wordsIn(clause, one.from - 3, one.from)
  if (
    !period &&
    (one.value > 6 ||
      /\b(ja|umas|foi|foram|tomei|usei|passei|dei)$/.test(lead) ||
      (one.value === 1 && !reading.certain))
  )
    return true
  const text = `${numeral(one.value)}x/${period === 'mes' ? 'mês' : (period ?? 'dia')}`
  return /\b(maximo|ate)\b/.test(lead) ? put(reading, 'limit', `no máximo ${text}`) : put(reading, 'frequency', text)
}
const unitAt = (word: string): string =>
  word
    .replace(/^meses$/, 'mes')
    .replace(/s$/, '')
    .replace(/^me$/, 'mes')

/** 'por sete dias', 'sete noites'. */
function readCourse(reading: Reading, one: Quantity): boolean {
  const { clause } = reading
  const word = clause.tokens[one.to]?.word ?? ''
  const nights = /^noites?$/.test(word)
  if (!isTime(one) && !nights) return false
  if (!nights && unitAt(word) !== one.unit) return false
  const mark = clause.tokens.slice(Math.max(0, one.from - 3), one.from).findLastIndex(({ kind }) => kind === 'mark')
  const lead = wordsIn(clause, Math.max(0, one.from - 3) + mark + 1, one.from)
  if (/\b(ha|faz|fazem|tem|desde|daqui|em|atras|idade|as|uns|umas|ja|quase|cada|tinha|vai)$/.test(lead)) return true
  const long = one.unit === 'hora' && one.value >= 24 && /\b(por|durante)$/.test(lead)
  if ((one.unit === 'hora' && !long) || one.unit === 'minuto' || one.unit === 'ano') return true
  if (one.said.toLowerCase().includes('ontem')) return true
  if (/^(atras|de idade|antes)/.test(wordsIn(clause, one.to + 1, one.to + 3))) return true
  if (one.value <= 1 && one.unit === 'dia') return true
  const text = nights ? `${numeral(one.value)} noites` : span(one)
  return put(reading, 'course', `por ${/\b(maximo|ate)\b/.test(lead) ? 'até ' : ''}${text}`)
}

/** '50 mg', '250 mg/5 mL', '5 mL', '2 comprimidos'. */
function readUnits(reading: Reading, one: Quantity): boolean {
  const { clause, out } = reading
  const word = clause.tokens[one.to]?.word ?? ''
  const unit = unitWords[word]
  const before = clause.tokens[one.from - 1]?.word ?? ''
  if (
    before === 'por' &&
    out.strength &&
    !out.strength.includes('/') &&
    (unit === 'mL' || (one.value === 5 && !isTime(one)))
  )
    return put(reading, 'strength', `${out.strength}/${one.value === 1 ? '' : `${numeral(one.value)} `}mL`, true)
  // 'Três mililitros vírgula três'.
  const tenth = /^(virgula|ponto)$/.test(clause.tokens[one.to + 1]?.word ?? '')
    ? clause.quantities.find(({ from, value }) => from === one.to + 2 && value < 10)
    : undefined
  if (unit === 'mL' && tenth) return put(reading, 'amount', `${numeral(one.value + tenth.value / 10)} mL`, true)
  if (unit === 'mL') return put(reading, 'amount', `${numeral(one.value)} mL`, true)
  if (unit) {
    const tail = wordsIn(clause, one.to + 1, one.to + 3)
    if (/^(por|ao) dia$/.test(tail) && /\b(maximo|ate)\b/.test(wordsIn(clause, one.from - 3, one.from)))
      return put(reading, 'limit', `até ${numeral(one.value)} ${unit}/dia`)
    return put(reading, 'strength', `${numeral(one.value)} ${unit}`, true)
  }
  if (word === '%') return put(reading, 'strength', `${numeral(one.value)}%`, true)
  const form = formWords.get(word)
  if (!form || one.value > 60) return false
  if (form.route) put(reading, 'route', form.route)
  return put(reading, 'amount', amountOf(one.value, form), true)
}

/** 'de cinquenta': a strength without its unit. */
function readBare(reading: Reading, one: Quantity, first: boolean): void {
  const { clause, unit, out } = reading
  const word = clause.tokens[one.to]?.word ?? ''
  const before = clause.tokens[one.from - 1]
  const kind = clause.tokens[one.to]?.kind
  if (one.known && unitAt(word) === one.unit) return
  const leads =
    leadsStrength.has(before?.word ?? '') ||
    before?.kind === 'mark' ||
    one.from === reading.from ||
    before === undefined ||
    first
  const follows =
    kind === undefined || kind === 'mark' || kind === 'number' || followsStrength.has(word) || before?.word === 'de'
  if (!leads || !follows) return
  const fraction = before?.word === 'de' || !Number.isInteger(one.value)
  const least = unit === 'UI' ? 100 : unit === 'mcg' ? 12 : fraction ? 0.1 : 5
  if (one.value < least || (one.value > 3000 && unit !== 'UI') || /^(19|20)\d\d$/.test(String(one.value))) return
  if (
    /\b(pass\w+|acima|abaixo|mais|menos|maior|menor|chegar) (de|que|a)$/.test(wordsIn(clause, one.from - 3, one.from))
  )
    return
  if (one.value === 0.5 && !/^\d/.test(one.said)) return
  // 'Era vinte': the strength of before.
  if (/\b(era|tava|estava|antes)$/.test(wordsIn(clause, one.from - 2, one.from)) && out.strength) return
  put(reading, 'strength', `${numeral(one.value)} ${unit}`, true)
}

const singles: readonly [RegExp, DoseSlot, string][] = [
  [/\bum[a]? (por|ao|a cada|no|cada) dia\b/, 'frequency', '1x/dia'],
  [/\buma? (por|na|a cada|cada) semana\b/, 'frequency', '1x/semana'],
  [/\bum[a]? (por|ao|no) mes\b/, 'frequency', '1x/mês'],
  [/\b(dia sim,? dia nao|um dia sim|em dias alternados)\b/, 'frequency', 'em dias alternados'],
  [/\b(tod[oa]s? (santo )?dias?|todos os dias|diari\w+|por dia|ao dia)\b/, 'frequency', '1x/dia'],
  [/\b(uso continuo|pra sempre|para sempre|resto da vida|vida toda)\b/, 'course', 'uso contínuo'],
  [/\b(dose unica|tomada unica|de uma vez so)\b/, 'course', 'dose única'],
  [/\b(liberacao (prolongada|lenta|controlada)|longa acao)\b/, 'release', 'de liberação prolongada'],
  [/\bxr\b/, 'release', 'XR'],
  [/\bretard\b/, 'release', 'retard'],
  [/\b(meio|metade (do|de um)) (comprimido|cp)\b/, 'amount', 'meio comprimido'],
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

function partOf(reading: Reading): Dosage {
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
      put(reading, 'strength', `${numeral(next.value / 10)} ${reading.unit}`, true)
      return
    }
    if (readFrequency(reading, one, next)) {
      if (next && next.value === one.value && clause.tokens[one.to]?.word === 'em') used.add(next)
      return
    }
    if (readUnits(reading, one) || readCourse(reading, one)) return
    readBare(reading, one, first)
    first = false
  })
  const text = wordsIn(clause, from, to)
  readMoments(reading, text)
  for (const [pattern, slot, wording] of singles) if (pattern.test(text)) put(reading, slot, wording)
  const route = routeWords.find(([, pattern]) => pattern.test(text))?.[0]
  if (route) put(reading, 'route', route, true)
  if (out.amount === '1 dose' && out.course === 'dose única') delete out.amount
  return out
}

/** One line of a dosage: '50 mg, 1 comprimido VO 2x/dia por 5 dias'. */
export function dosageText(slots: Dosage): string {
  const head = [slots.release, slots.strength].filter(Boolean).join(' ')
  // 'De 8/8 h' leaves no place for one moment of the day.
  const often = /^[2-9]x\/dia|\/\d+ h$/.test(slots.frequency ?? '')
  const moment = often && slots.moment !== 'em jejum' ? undefined : slots.moment
  const rest = [slots.amount, slots.route, slots.frequency, moment, slots.course].filter(Boolean).join(' ')
  const joined = head && slots.amount ? `${head}, ${rest}` : [head, rest].filter(Boolean).join(' ')
  return [joined, slots.limit, slots.later && `depois ${slots.later}`].filter(Boolean).join(', ')
}

/**
 * The dosage said between two words of a clause. `unit`: the unit of a bare strength. `certain`: the words speak of this
 * medicine, so that 'uma vez' is its frequency.
 */
export function dosageIn(clause: Clause, from: number, to: number, unit = 'mg', certain = false): Dosage {
  const cut = secondPart(clause, from, to)
  const out = partOf({ clause, from, to: cut, unit, out: {}, certain })
  if (cut >= to) return out
  const later = dosageText(partOf({ clause, from: cut + 1, to, unit, out: {}, certain }))
  if (later) out.later = later
  return out
}
