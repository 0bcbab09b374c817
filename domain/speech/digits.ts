// Writes spoken numbers as digits, only where the words allow no other reading.
import { small, unitOf } from '../record/safety/lexicon/numerals.ts'
import { isNumeral, isTemperature, isUnit, isVitamin, withTenths } from '../record/safety/number-context.ts'
import { isPercent, type NumberToken, numberAt } from '../record/safety/numbers.ts'

type Numeral = { from: number; to: number; value: number; isWritten: boolean; isSure: boolean }

/** Larger numbers stay in words: 'um milhão e duzentas mil' is easier to read than its digits. */
const LARGEST = 1_000_000
/** Smaller numbers stay in words without a unit or another clear sign: 'três filhos'. */
const LARGEST_WORD = 10

const pattern = (words: string) => new RegExp(`^(?:${words.replaceAll(' ', '|')})$`)
const forms = pattern('vez comprimido gota jato ml')
const definite = pattern(
  'os as dos das nos nas aos pelos pelas esses essas estes estas todos todas meus minhas seus suas nos voces eles elas',
)
const article = pattern('um uma')
const range = pattern('a ou ate')
const indefinite = pattern('pouco poucos poucas tanto tantos tantas tal la')
const correction = pattern('quer digo minto alias desculpa nao')
const month = pattern('janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro')
const dayPart = pattern('manha tarde noite madrugada')
const period = pattern('dia semana mes noite ano hora')
const joining = pattern('de do da dos das a e ou por em no na que com para pra se mas eu ele ela foi')
const afterHalf = pattern('de do da por em no na hoje ontem agora e mas a ou ai so ne')
const describing = /^(que|.*(ad[oa]|id[oa]|ont[oa]|uim|ole|rac[oa]|al))$/

/** Reads every number of the words; only a sure one will be written as digits. */
function numeralsIn(words: readonly NumberToken[]): Numeral[] {
  const found: Numeral[] = []
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (!first || (first.kind === 'word' && !isNumeral(first.word))) continue
    const last = found.at(-1)
    if (first.word === 'cento' && isPercent(words, at - 1, last?.to === at - 1 ? last.value : 0)) continue
    const read = numberAt(words, at)
    if (!read || !Number.isFinite(read.value)) continue
    const { value, to } = withTenths(words, read.half && !isSureHalf(words, read) ? withoutHalf(read) : read)
    found.push({ from: at, to, value, isWritten: first.kind === 'number' && to === at + 1, isSure: false })
    at = to - 1
  }
  return found
}

type Read = Pick<Numeral, 'value' | 'to'>
const withoutHalf = ({ value, to }: Read): Read => ({ value: value - 0.5, to: to - 2 })

/** 'Trinta e oito e meio' is 38,5, but 'e meia' is a time and 'e meio tonto' says something else. */
function isSureHalf(words: readonly NumberToken[], read: Read): boolean {
  if (words[read.to - 1]?.word === 'meia') return false
  const next = words[read.to]?.word
  if (next === undefined || afterHalf.test(next) || isUnit(next) || isNumeral(next)) return true
  return isTemperature(words, read) && !describing.test(next)
}

/** Returns true if the words around the number allow another number. */
function isUnclear(words: readonly NumberToken[], { from, to, value }: Numeral): boolean {
  const spoken = words.slice(from, to).map(({ word }) => word)
  const [next, then] = [words[to]?.word ?? '', words[to + 1]?.word ?? '']
  const last = spoken.at(-1) ?? ''
  if (value >= LARGEST || /^(milhao|milhoes|bilhao|bilhoes|meia|mil)$/.test(next)) return true
  if (spoken.join(' ') === 'cento') return true
  if (spoken.length === 1 && last === 'mil' && (!isUnit(next) || unitOf(next) === 'vez')) return true
  // 'B doze mil microgramas'
  if (value > 12 && words[from - 1]?.word === 'b') return true
  // 'Um vírgula zero' would lose its zero.
  if (Number.isInteger(value) && spoken.some((word) => /^(virgula|ponto)$/.test(word))) return true
  if (next === 'e' && (then === '' || indefinite.test(then) || correction.test(then))) return true
  if (spoken.length < 3 || spoken.at(-2) !== 'e') return false
  // 'Losartana de cinquenta e um comprimido', 'de cinquenta e dois comprimidos': perhaps two numbers.
  if (article.test(last) && next !== '' && !next.endsWith('s') && !joining.test(next)) return true
  if (article.test(last) && spoken[0] === 'mil') return true
  return words[from - 1]?.word === 'de' && value < 100 && (small[last] ?? 10) < 10 && forms.test(unitOf(next) ?? '')
}

/** The words before a number of the ICD, 'cid dez i dez'. The letters 'a', 'e' and 'o' may be words. */
const code = /(?:^| )cid(?: (?:dez|10))?(?: [b-df-np-z])?$/
const isOfCode = (words: readonly NumberToken[], from: number): boolean =>
  code.test(
    words
      .slice(Math.max(0, from - 3), from)
      .map(({ word }) => word)
      .join(' '),
  )

/** Returns true if the words around a number show that it is one: a unit, a time, a date, a score. */
function isSureAlone(words: readonly NumberToken[], { from, to, value }: Numeral): boolean {
  if (!Number.isInteger(value) || value > LARGEST_WORD) return true
  const [before, next, then] = [words[from - 1]?.word ?? '', words[to]?.word ?? '', words[to + 1]?.word ?? '']
  const earlier = words[from - 2]?.word ?? ''
  if (value < 2) return article.test(words[from]?.word ?? '') && next === 'metro' && then === 'e'
  const isTime = (next === 'da' && dayPart.test(then)) || /^horas?$/.test(next)
  if (isTime || (words[from - 1]?.said.toLowerCase() === 'às' && !next.endsWith('s'))) return true
  // 'Os dois dias' means both.
  if (value === 2 && definite.test(before)) return false
  if (isUnit(next) || (next === 'por' && period.test(then)) || (next === 'de' && month.test(then))) return true
  if (isOfCode(words, from)) return true
  if (before === 'dia') return /^(o|no|do|ao|ate|pro|desde)$/.test(earlier)
  return before === 'nota' || (before === 'tipo' && /^diabetes?$/.test(earlier))
}

/** Whether two numbers are a blood pressure, in cmHg or mmHg. */
const isPressure = (high: number, low: number): boolean =>
  high > low && ((high >= 6 && high <= 30 && low >= 3 && low <= 20) || (high >= 60 && high <= 300 && low >= 30))

/** Two numbers with one word between them: a range, a pressure, an interval, a score, a fraction. True if they are one. */
function readPair(words: readonly NumberToken[], one: Numeral, two: Numeral): boolean {
  const middle = words[one.to]?.word ?? ''
  const before = words[one.from - 1]?.word
  const isInterval = middle === 'em' && before === 'de' && one.value === two.value && one.value > 1
  const isScale = middle === 'a' && before === 'de' && one.value === 0
  const isScore = middle === 'de' && two.value === 10 && one.value <= 10 && !article.test(words[one.from]?.word ?? '')
  if (isInterval || isScale || isScore || (middle === 'por' && isPressure(one.value, two.value))) {
    one.isSure = true
    two.isSure = true
    return true
  }
  if (range.test(middle) && two.isSure && one.value < two.value) {
    one.isSure = true
    return true
  }
  if (middle !== 'e') return false
  const isArticle = article.test(words[two.from]?.word ?? '') && two.to === two.from + 1
  if (one.isSure || one.isWritten) two.isSure = !isArticle
  else if (!isUnit(words[two.to]?.word)) two.isSure = false
  return false
}

/** Marks the sure numbers. A pair of which one number is unclear stays in words as a whole. */
function decide(words: readonly NumberToken[], numerals: readonly Numeral[]): void {
  for (const numeral of numerals) numeral.isSure = isSureAlone(words, numeral)
  const unclear = new Set(numerals.filter((numeral) => isUnclear(words, numeral)))
  const pairs: [Numeral, Numeral][] = []
  for (const [index, two] of numerals.entries()) {
    const one = numerals[index - 1]
    // 'Dois três dias', 'nove nove oito': numbers side by side are a guess, a correction or digits.
    if (one?.to === two.from) unclear.add(one).add(two)
    if (one && one.to + 1 === two.from && readPair(words, one, two)) pairs.push([one, two])
  }
  for (const pair of pairs) if (pair.some((numeral) => unclear.has(numeral))) for (const one of pair) unclear.add(one)
  for (const numeral of unclear) numeral.isSure = false
}

function written(value: number): string {
  if (!Number.isInteger(value)) return String(Number(value.toFixed(3))).replace('.', ',')
  if (value < 10_000) return String(value)
  return value % 1000 === 0 ? `${value / 1000} mil` : String(value).replace(/(\d{3})$/, '.$1')
}

/** Returns a text for each word; a number stands at its first word, and its other words are ''. */
export function withDigits(words: readonly NumberToken[]): string[] {
  const numerals = numeralsIn(words)
  decide(words, numerals)
  const out = words.map(({ said }) => said)
  for (const [index, { from, to, value, isSure, isWritten }] of numerals.entries()) {
    const low = numerals[index + 1]
    if (low && low.from === to + 1 && words[to]?.word === 'por' && isPressure(value, low.value)) {
      const name = words.slice(Math.max(0, from - 3), from).findLastIndex(({ said }) => said === 'pa')
      if (name >= 0) out[Math.max(0, from - 3) + name] = 'PA'
    }
    if (!isSure || isWritten) continue
    out.fill('', from, to)
    out[from] = written(value)
    if (value === 12 && isVitamin(words, from)) out.splice(from - 1, 2, 'B12', '')
  }
  return out
}
