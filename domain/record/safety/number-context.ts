// Numbers that the words around them decide: degrees with tenths, and the vitamin B12.
import { hundreds, small, tens, unitOf } from './lexicon/numerals.ts'
import type { NumberToken } from './numbers.ts'

const pattern = (words: string) => new RegExp(`^(?:${words.replaceAll(' ', '|')})$`)
const counted = pattern(
  'ampola ampolas colher colheres dose doses cigarro cigarros maco macos copo copos lata latas cartela cartelas caixa caixas noite noites',
)
const temperature = pattern('febre temperatura termometro graus febril')

export const isNumeral = (word: string) => word in small || word in tens || word in hundreds || word === 'mil'

export const isUnit = (word = '') => (word.length > 1 && unitOf(word) !== undefined) || counted.test(word)

type Read = { value: number; to: number }

/** Whether the number ends beside words for a body temperature. */
export const isTemperature = (words: readonly NumberToken[], { value, to }: Read): boolean =>
  value > 34 && value < 42 && words.slice(Math.max(0, to - 10), to).some(({ word }) => temperature.test(word))

/** 'Febre de trinta e oito e dois' is 38,2. */
export function withTenths(words: readonly NumberToken[], read: Read): Read {
  const tenths = words[read.to + 1]?.word ?? ''
  const next = words[read.to + 2]?.word ?? ''
  const value = small[tenths] ?? 0
  const isTenths = words[read.to]?.word === 'e' && value > 1 && value < 10 && tenths !== 'duas'
  const isCount = (next.endsWith('s') && next !== 'graus') || isNumeral(next) || isUnit(next.replace(/^graus?$/, ''))
  if (!isTenths || isCount || !Number.isInteger(read.value) || !isTemperature(words, read)) return read
  return { value: read.value + value / 10, to: read.to + 2 }
}

/** 'Falta de b doze', but not 'hepatite b doze anos atrás'. */
export const isVitamin = (words: readonly NumberToken[], at: number): boolean =>
  words[at - 1]?.word === 'b' && words[at - 2]?.word !== 'hepatite' && !isUnit(words[at + 1]?.word)
