import { hundreds, small, tens } from '#domain/record/safety/lexicon/numerals.ts'
import { plain } from '#domain/text.ts'

/** A run of digits in a text, typed or spoken, each with the place of its word. */
export type DigitRun = { digits: string; from: number[]; to: number[]; start: number }

const TOKEN = /\d+|[\p{L}\p{M}]+/gu
/** Signs, and their names, that may stand between the parts of one number. */
const JOINT = /^[\s.,\-–/()+]*$/
const joints = new Set(['e', 'ponto', 'traco', 'tracinho', 'hifen', 'barra', 'digito', 'final'])

type SpokenNumber = {
  text: string
  value: number
  kind: 'digits' | 'small' | 'tens' | 'hundreds'
  at: number
  end: number
}

function parseNumber(word: string, at: number): SpokenNumber | null {
  const end = at + word.length
  if (/^\d/.test(word)) return { text: word, value: Number(word), kind: 'digits', at, end }
  const low = plain(word)
  const unit = low === 'meia' ? 6 : small[low]
  if (unit !== undefined) return { text: String(unit), value: unit, kind: 'small', at, end }
  for (const [kind, table] of [
    ['tens', tens],
    ['hundreds', hundreds],
  ] as const) {
    const value = table[low]
    if (value !== undefined) return { text: String(value), value, kind, at, end }
  }
  return null
}

/** Whether two numbers add up: 'duzentos e quarenta e sete' is 247, and 'dois quatro sete' is digits. */
const adds = (one: SpokenNumber, next: SpokenNumber): boolean =>
  (one.kind === 'hundreds' && (next.kind === 'tens' || next.kind === 'small') && next.value > 0) ||
  (one.kind === 'tens' && next.kind === 'small' && next.value > 0 && next.value < 10)

/** Every stretch of a text that has only digits, spoken or typed. */
export function digitRuns(text: string): DigitRun[] {
  const runs: DigitRun[] = []
  let run: SpokenNumber[] = []
  let and = false
  let end = 0
  const close = () => {
    if (run.length > 0) runs.push(runOf(run))
    run = []
  }
  for (const match of text.matchAll(TOKEN)) {
    const at = match.index
    if (!JOINT.test(text.slice(end, at))) close()
    const number = parseNumber(match[0], at)
    const last = run.at(-1)
    if (number && last && and && adds(last, number)) {
      const value = last.value + number.value
      run[run.length - 1] = { ...number, text: String(value), value, at: last.at }
    } else if (number) run.push(number)
    else if (!joints.has(plain(match[0]))) close()
    and = plain(match[0]) === 'e'
    end = at + match[0].length
  }
  close()
  return runs
}

function runOf(numbers: SpokenNumber[]): DigitRun {
  const run: DigitRun = { digits: '', from: [], to: [], start: numbers[0]?.at ?? 0 }
  for (const { text, at, end } of numbers)
    for (const digit of text) {
      run.digits += digit
      run.from.push(at)
      run.to.push(end)
    }
  return run
}

const named = (table: Record<string, number>) =>
  Object.entries(table).reduce((names, [word, value]) => {
    names.set(value, [...(names.get(value) ?? []), word])
    return names
  }, new Map<number, string[]>())
const names = new Map([...named(small), ...named(tens), ...named(hundreds)])

/** The spoken forms of a number of up to four digits, without accents: 1980 is 'mil novecentos e oitenta'. */
export function spelled(value: number): string[] {
  const direct = names.get(value) ?? []
  if (value <= 20) return direct
  const power = value >= 1_000 ? 1_000 : value >= 100 ? 100 : 10
  const [head, rest] = [Math.floor(value / power) * power, value % power]
  const heads = power === 1_000 ? [head === 1_000 ? 'mil' : `${spelled(head / 1_000)[0]} mil`] : (names.get(head) ?? [])
  if (rest === 0) return direct.length > 0 ? direct : heads
  return heads.flatMap((one) =>
    spelled(rest).map((other) => `${one}${power === 1_000 && rest > 100 ? '( e)? ' : ' e '}${other}`),
  )
}
