import { between, counts, hundreds, notCounted, ordinals, small, tens, unitOf } from './lexicon/numerals.ts'
import { type Token, writtenOf } from './words.ts'

/** `either`: one of two ways to read it. A number with what it counts: `unit` is a known unit, a noun ('cigarr…' as said), or '' where nothing follows. */
export type Quantity = {
  value: number
  unit: string
  known: boolean
  said: string
  from: number
  to: number
  either?: boolean
}

const numberWords = new Set(
  [small, tens, hundreds, counts, ordinals, { mil: 1000, milhao: 1, milhoes: 1 }].flatMap((words) =>
    Object.keys(words),
  ),
)

const starts = new Set([...numberWords, 'meia', 'meio', 'ontem', 'anteontem'])

export const readNumeral = (text: string): number =>
  // '1.500' counts thousands, '1.5' does not.
  Number(/^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text.replace(',', '.'))

type Read = { value: number; to: number; article: boolean } | undefined
/** The part of a token that numbers are read from. */
export type NumberToken = Pick<Token, 'said' | 'word' | 'kind'>

/** 'cento e vinte e cinco', 'dois mil e dezenove', '1,5', from this token. */
function valueAt(tokens: readonly NumberToken[], from: number): Read {
  const first = tokens[from]
  if (!first || (first.kind === 'word' && !numberWords.has(first.word))) return undefined
  if (first.kind === 'number') {
    const thousand = tokens[from + 1]?.word === 'mil'
    return { value: readNumeral(first.said) * (thousand ? 1000 : 1), to: from + (thousand ? 2 : 1), article: false }
  }
  let total = 0
  let group = 0
  let rank = 4
  let at = from
  let any = false
  for (;;) {
    const word = tokens[at]?.word ?? ''
    if (/^milh(ao|oes)$/.test(word) && rank > 0) {
      total += (group || 1) * 1_000_000
      group = 0
      rank = 4
    } else if (word === 'mil' && total % 1_000_000 === 0) {
      total += (group || 1) * 1000
      group = 0
      rank = 4
    } else if (hundreds[word] !== undefined && rank > 3) {
      group += hundreds[word]
      rank = 3
    } else if (tens[word] !== undefined && rank > 2) {
      group += tens[word]
      rank = 2
    } else if (small[word] !== undefined && rank > 1) {
      group += small[word]
      rank = 1
    } else break
    any = true
    at += 1
    const next = tokens[at]?.word ?? ''
    const then = tokens[at + 1]?.word ?? ''
    const more = (rank > 3 && hundreds[then]) || (rank > 2 && tens[then]) || (rank > 1 && small[then])
    if (next === 'e' && more !== undefined && more !== false && rank > 1 && group + total >= 20) at += 1
    // 'Mil novecentos e oitenta': a hundred follows a thousand without 'e'.
    else if (!/^(mil|milhao|milhoes)$/.test(next) && !(rank === 4 && hundreds[next] !== undefined)) break
  }
  if (!any) {
    const other = counts[first.word] ?? ordinals[first.word]
    return other === undefined ? undefined : { value: other, to: from + 1, article: first.word === 'segunda' }
  }
  return { value: total + group, to: at, article: at === from + 1 && /^(um|uma)$/.test(first.word) }
}

/**
 * Reads the number that begins at this token, with its fraction: 'trinta e oito e meio', 'um vírgula dois'. `to` is the
 * token after it; `half` means that it ends in 'e meio' or 'e meia'. Undefined where no number begins.
 */
export function numberAt(
  tokens: readonly NumberToken[],
  from: number,
): { value: number; to: number; article: boolean; half: boolean } | undefined {
  const read = valueAt(tokens, from)
  if (!read) return undefined
  const { value, to, article } = read
  const joint = tokens[to]?.word
  if (joint === 'e' && /^mei[ao]$/.test(tokens[to + 1]?.word ?? ''))
    return { value: value + 0.5, to: to + 2, article, half: true }
  if (!/^(ponto|virgula)$/.test(joint ?? '')) return { ...read, half: false }
  const zero = tokens[to + 1]?.word === 'zero' ? valueAt(tokens, to + 2) : undefined
  // 'Um ponto zero dois'
  if (zero && zero.value > 0 && zero.value < 10)
    return { value: value + zero.value / 100, to: zero.to, article: false, half: false }
  const after = valueAt(tokens, to + 1)
  if (!after || after.value >= 1000) return { ...read, half: false }
  const share = after.value < 10 ? 10 : after.value < 100 ? 100 : 1000
  return { value: value + after.value / share, to: after.to, article: false, half: false }
}

/** 'Por cento' from this token. 'Cento e vinte por cento e quatro' is a pressure: its first number is the higher one. */
export function isPercent(tokens: readonly NumberToken[], at: number, before: number): boolean {
  if (tokens[at]?.word !== 'por' || tokens[at + 1]?.word !== 'cento') return false
  const low = valueAt(tokens, at + 1)
  return !low || low.to === at + 2 || before <= low.value
}

const isDate = (tokens: readonly Token[], at: number): boolean =>
  /^(mes|semana|ano)$/.test(tokens[at]?.word ?? '') && /^passad[oa]$/.test(tokens[at + 1]?.word ?? '')

function unitAfter(tokens: readonly Token[], from: number): { unit: string; known: boolean } {
  for (let at = from; at < Math.min(from + 3, tokens.length); at++) {
    const token = tokens[at]
    if (!token || (token.kind === 'mark' && !/[%°×]/.test(token.word))) break
    const unit = unitOf(token.word)
    // 'Passou pra quatro mês passado': the month is a date.
    if (unit && isDate(tokens, at) && !/^(um|uma|1)$/.test(tokens[from - 1]?.word ?? '')) break
    if (unit) return { unit, known: true }
    if (notCounted.has(token.word) || token.kind === 'number' || token.word in small || token.word in tens) break
    if (between.has(token.word)) continue
    return { unit: token.word, known: false }
  }
  return { unit: '', known: false }
}

/** The numbers of a text, in digits or words. 'Seis ou sete vezes' gives both their unit. */
export function quantitiesIn(tokens: readonly Token[]): Quantity[] {
  const out: Quantity[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || (token.kind !== 'number' && !starts.has(token.word))) continue
    // 'Noventa e seis por cento': the hundred is no number of its own.
    const last = out.at(-1)
    if (isPercent(tokens, at - 1, last?.to === at - 1 ? last.value : 0)) continue
    if (/^(ontem|anteontem)$/.test(token.word))
      out.push({
        value: token.word === 'ontem' ? 1 : 2,
        unit: 'dia',
        known: true,
        said: token.said,
        from: at,
        to: at + 1,
      })
    if (/^mei[ao]$/.test(token.word)) {
      const { unit, known } = unitAfter(tokens, at + 1)
      if (known) out.push({ value: 0.5, unit, known, said: token.said, from: at, to: at + 1 })
      if (tokens[at + 1]?.word === 'duzia')
        out.push({ value: 6, unit: '', known: false, said: 'meia dúzia', from: at, to: at + 2 })
      continue
    }
    const read = numberAt(tokens, at)
    if (!read) continue
    const { to, half, article } = read
    let { value } = read
    let { unit, known } = unitAfter(tokens, to)
    // 'Às duas da tarde'
    if (!known && /^(as|às)$/i.test(tokens[at - 1]?.said ?? '') && tokens[at - 1]?.said.toLowerCase() === 'às') {
      const day = tokens.slice(to, to + 4).map((token) => token.word)
      if (value < 12 && /^(tarde|noite)$/.test(day.find((word) => /^(tarde|noite|manha)$/.test(word)) ?? ''))
        value += 12
      unit = 'hora'
      known = true
    }
    // 'Dois anos e meio'
    if (!half && known && tokens[to + 1]?.word === 'e' && /^mei[ao]$/.test(tokens[to + 2]?.word ?? '')) value += 0.5
    if (isPercent(tokens, to, value)) {
      unit = '%'
      known = true
    }
    if (article && unit === '') continue
    out.push({
      value,
      unit,
      known,
      said: writtenOf(tokens.slice(at, to)),
      from: at,
      to,
    })
    at = to - 1
  }
  const fine = out.flatMap((one) => withFraction(tokens, one))
  // 'duas, três vezes', '6 a 7 dias': speakers say the unit once.
  for (let index = out.length - 2; index >= 0; index--) {
    const [one, two] = [out[index], out[index + 1]]
    // 'Losartana de cinquenta, duas vezes': a dose is no number of times.
    if (!one || !two || one.known || (two.unit === 'vez' && one.value > 12)) continue
    // 'De quinhentos, uma cápsula': a range goes up.
    if (one.value > two.value) continue
    const middle = tokens.slice(one.to, two.from).map((token) => token.word)
    if (middle.length <= 2 && middle.every((word) => /^(,|a|ou|e|ate|-|–|\/|uns|umas|mais)$/.test(word))) {
      one.unit = two.unit
      one.known = two.known
    }
  }
  return [...out, ...fine]
}

/** 'Trinta e nove e dois', 'oito e dois', 'um metro e setenta', 'três quilos e duzentos': read both ways. */
function withFraction(tokens: readonly Token[], one: Quantity): Quantity[] {
  // 'Zero nove' is 0,9.
  const tenth = one.value === 0 && !one.known ? valueAt(tokens, one.to) : undefined
  if (tenth && Number.isInteger(tenth.value) && tenth.value > 0 && tenth.value < 100) {
    const value = tenth.value / (tenth.value < 10 ? 10 : 100)
    const text = `${one.said} ${tokens[one.to]?.said}`
    return [{ ...one, either: true, ...unitAfter(tokens, tenth.to), said: text, value, to: tenth.to }]
  }
  // 'Cinco quilos seiscentos e vinte' is 5,62 kg.
  const grams = one.unit === 'kg' ? valueAt(tokens, one.to + 1) : undefined
  if (grams && Number.isInteger(one.value) && grams.value >= 100 && grams.value < 1000)
    return [{ ...one, either: true, said: one.said, value: one.value + grams.value / 1000, to: grams.to }]
  const at = one.known && tokens[one.to + 1]?.word === 'e' ? one.to + 1 : tokens[one.to]?.word === 'e' ? one.to : -1
  if (at < 0) return []
  const after = valueAt(tokens, at + 1)
  if (!after || !Number.isInteger(one.value) || !Number.isInteger(after.value) || after.value === 0) return []
  const { unit, known } = one.known ? one : unitAfter(tokens, after.to)
  const text = `${one.said} e ${writtenOf(tokens.slice(at + 1, after.to))}`
  const share = after.value < 10 ? 10 : after.value < 100 ? 100 : 1000
  return [{ ...one, either: true, unit, known, said: text, value: one.value + after.value / share, to: after.to }]
}

const asDays: Record<string, number> = {
  segundo: 1 / 86_400,
  hora: 1 / 24,
  minuto: 1 / 1440,
  dia: 1,
  semana: 7,
  mes: 30,
  ano: 365,
}
const asMetres: Record<string, number> = { mm: 0.001, cm: 0.01, metro: 1 }
const asGrams: Record<string, number> = { mcg: 1e-6, mg: 0.001, g: 1, kg: 1000 }
const asLitres: Record<string, number> = { ml: 0.001, litro: 1 }
const scales = [asDays, asMetres, asGrams, asLitres]
const close = (a: number, b: number, share: number) =>
  Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b)) + 1e-9

/** Whether one quantity says what the other says. Two equal counts match, even of different things. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  const scale = a.known && b.known && a.unit !== b.unit ? scales.find((s) => a.unit in s && b.unit in s) : undefined
  // '15 dias' is 'duas semanas', '1 ano' is 'doze meses'.
  if (scale) return close(a.value * (scale[a.unit] ?? 0), b.value * (scale[b.unit] ?? 0), scale === asDays ? 0.08 : 0)
  if (!close(a.value, b.value, 0)) return false
  if (a.unit === '' || b.unit === '' || a.unit === b.unit) return true
  if (a.known && b.known) return false
  // A noun counts things; time and measures never do.
  const other = a.known ? a.unit : b.known ? b.unit : 'vez'
  return /^(vez|comprimido|gota|jato|bpm|irpm|mmhg|%|grau|ui|kg|cm|metro)$/.test(other)
}
