import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { type Evidence, flagOf, linesAround } from './evidence.ts'
import { small } from './lexicon/numerals.ts'
import { type Quantity, sameQuantity } from './numbers.ts'
import type { Dialogue, ReadLine } from './reading.ts'
import { isGeneral } from './words.ts'

/** A dose may be said right before or after the drug. */
const reach = 1

/** SF2: a number that the lines do not have. Elsewhere in the consultation it counts only beside the same words. */
export function numberFlags(statement: Statement, evidence: Evidence, dialogue: Dialogue): Flag[] {
  const flags: Flag[] = []
  const near = linesAround(dialogue, evidence.lines, reach)
  for (const quantity of statement.quantities) {
    if (!worth(quantity, statement)) continue
    if (near.some((line) => has(line, quantity, statement))) continue
    // Where the lines give another number of the same unit, that one was meant.
    const other =
      quantity.known &&
      evidence.lines.some((line) => line.quantities.some((told) => told.known && told.unit === quantity.unit))
    if (
      !other &&
      dialogue.counting.some(
        (line) => line.quantities.some((told) => sameQuantity(quantity, told)) && sharesWords(line, statement),
      )
    )
      continue
    flags.push(numberFlag(quantity, evidence))
  }
  return flags
}

/** Articles, ordinals and the ends of scales are no numbers that were told. */
function worth(quantity: Quantity, statement: Statement): boolean {
  if (quantity.either) return false
  const digits = /^\d/.test(quantity.said)
  if (!digits && quantity.value <= 1) return false
  const before = statement.tokens.slice(Math.max(0, quantity.from - 2), quantity.from).map((token) => token.word)
  if (before.at(-1) === '/' && quantity.value === 10) return false
  if (/^(maco|macos)$/.test(quantity.unit) && /^(ano|anos)$/.test(statement.tokens[quantity.to + 1]?.word ?? ''))
    return false
  if (before.includes('cid') || statement.tokens[quantity.to]?.word === '+') return false
  if (/^(ontem|anteontem)$/i.test(quantity.said)) return false
  if (/^[ºª]$/.test(statement.tokens[quantity.to]?.said ?? '')) return false
  return !/^(primeir|terceir|quart|segund)/.test(quantity.said.toLowerCase())
}

const one = /^(um|uma|passad[oa]|inteir[oa]|cada|tod[oa]|unic[oa]|meio)$/

function has(line: ReadLine, quantity: Quantity, statement: Statement): boolean {
  if (line.quantities.some((told) => sameQuantity(quantity, told))) return true
  // 'Um' may be an article, 'semana passada' is one week ago.
  if (quantity.value === 1 && line.tokens.some((token) => one.test(token.word))) return true
  // 'Em quinze' is 2015, 'em noventa e oito' 1998.
  if (
    quantity.value >= 1950 &&
    quantity.value < 2050 &&
    line.quantities.some(
      (told) => told.value === quantity.value % 100 && line.tokens[told.from - 1]?.word === 'em' && told.unit === '',
    )
  )
    return true
  // 'Durmo às onze' is at 23 h.
  if (
    quantity.unit === 'hora' &&
    quantity.value > 12 &&
    line.quantities.some((told) => told.value === quantity.value - 12)
  )
    return true
  // 'Um maço por dia' is twenty cigarettes.
  if (
    /^cigarr/.test(quantity.unit) &&
    line.quantities.some((told) => /^(maco|carteira)/.test(told.unit) && told.value * 20 === quantity.value)
  )
    return true
  return spelled(line, quantity) || pressure(line, quantity, statement) || daily(line, quantity, statement)
}

/** 'Liga no um oito oito': digit by digit. */
function spelled({ tokens }: ReadLine, { value }: Quantity): boolean {
  const digits = String(value)
  if (!/^\d{3,}$/.test(digits)) return false
  const read = tokens.map(({ word }) => (word === 'meia' ? 6 : (small[word] ?? 10)))
  return read.some((_, at) => [...digits].every((digit, index) => read[at + index] === Number(digit)))
}

/** 'Treze por oito' is 130/80 or 13x8. */
function pressure(line: ReadLine, quantity: Quantity, statement: Statement): boolean {
  const around = [statement.tokens[quantity.from - 1]?.word, statement.tokens[quantity.to]?.word]
  if (!around.some((word) => /^(x|×|\/|por)$/.test(word ?? ''))) return false
  return line.quantities.some(
    (told) =>
      (told.value === quantity.value * 10 || told.value * 10 === quantity.value || told.value === quantity.value) &&
      [line.tokens[told.from - 1]?.word, line.tokens[told.to]?.word].some((word) => /^(x|×|\/|por)$/.test(word ?? '')),
  )
}

/** '2 vezes ao dia' is 'de manhã e à noite' and 'de doze em doze horas'. */
function daily(line: ReadLine, quantity: Quantity, statement: Statement): boolean {
  const { value, unit } = quantity
  if (unit === 'vez') {
    const text = line.tokens.map((token) => token.word).join(' ')
    const parts = [/\bmanha\b|\bcafe\b|\bacord/, /\btarde\b|\balmoc/, /\bnoite\b|\bdormir\b|\bjanta/].filter((part) =>
      part.test(text),
    ).length
    if (value === parts || (value === 1 && /\b(todo dia|todos os dias|por dia|diari|toda|noite|manha)/.test(text)))
      return true
    return line.quantities.some((told) => told.unit === 'hora' && told.value * value === 24)
  }
  if (unit !== 'hora' || 24 % value !== 0) return false
  const spaced =
    /^(\/|em)$/.test(statement.tokens[quantity.from - 1]?.word ?? '') ||
    /^(\/|em)$/.test(statement.tokens[quantity.to]?.word ?? '')
  return spaced && line.quantities.some((told) => told.unit === 'vez' && told.value * value === 24)
}

function sharesWords(line: ReadLine, statement: Statement): boolean {
  return statement.units.some(
    (unit) =>
      !isGeneral(statement.tokens[unit.at]?.word ?? '') && unit.features.some((feature) => line.tallies.has(feature)),
  )
}

function numberFlag(quantity: Quantity, evidence: Evidence): Flag {
  const told = evidence.lines.flatMap((line) => line.quantities)
  const like =
    told.find((one) => one.known && one.unit === quantity.unit) ?? told.find((one) => one.unit === quantity.unit)
  const base = `Nas falas citadas não aparece “${quantity.said}”`
  if (!like) return flagOf('number', `${base}.`, [])
  const lines = evidence.lines.filter((line) => line.quantities.includes(like))
  return flagOf('number', `${base}; foi dito “${like.said}”.`, lines)
}
