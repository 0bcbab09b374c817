// Analytes: the names of what a laboratory measures, and the number that is read beside each.
import type { Clause } from '#domain/dialogue/clause.ts'
import results from '../lexicon/results.json' with { type: 'json' }
import type { Quantity } from '../safety/numbers.ts'
import { figure, isTime } from './times.ts'

export type Analyte = { name: string; unit: string; from: number; to: number; fraction?: boolean }
const keyOf = (word: string): string => word.replace(/s$/, '')
const small = /^(de|do|da|na|no|a|o|em|para)$/
type Variant = { words: readonly string[]; analyte: Analyte }
const byFirst = new Map<string, Variant[]>()
for (const [name, { say, unit, from, to, ...rest }] of Object.entries(results))
  for (const text of say.split(';')) {
    const words = text
      .trim()
      .split(/[\s-]+/)
      .filter((word) => !small.test(word))
      .map(keyOf)
    const variant = { words, analyte: { name, unit, from, to, ...rest } }
    const key = words[0] ?? ''
    byFirst.set(
      key,
      [...(byFirst.get(key) ?? []), variant].sort((a, b) => b.words.length - a.words.length),
    )
  }

export type Named = { analyte: Analyte; from: number; to: number }
/** The analytes that a clause names, in order. */
export function analytesIn(clause: Clause): Named[] {
  const { tokens } = clause
  const out: Named[] = []
  for (let at = 0; at < tokens.length; at++) {
    const split = (tokens[at]?.word ?? '').split('-')
    for (const { words, analyte } of byFirst.get(keyOf(split[0] ?? '')) ?? []) {
      let next = at
      const rest = [...words]
      while (rest.length > 0 && next < tokens.length) {
        const parts = (tokens[next]?.word ?? '').split('-').map(keyOf)
        if (parts.every((part, index) => rest[index] === part)) rest.splice(0, parts.length)
        else if (next === at || !small.test(tokens[next]?.word ?? '')) break
        next += 1
      }
      if (rest.length > 0) continue
      out.push({ analyte, from: at, to: next })
      at = next - 1
      break
    }
  }
  return out
}

/** '15.800/mm³', '7,8 mUI/L'. */
export const written = ({ unit }: { unit: string }, value: number): string =>
  [value >= 1000 ? String(value).replace(/\B(?=(\d{3})+$)/g, '.') : figure(value), unit]
    .filter(Boolean)
    .join(/^[%/]/.test(unit) ? '' : ' ')

const takesBack = /^(perdao|desculpa|desculpe|digo|alias|minto|corrigindo|errei)$/
const dosed = /^(ml|mg|mcg|g|gota|comprimido|capsula|ui|litro|kg|cm|mm|hora|semana)$/
/** Whether a number counts something that the analyte is not measured in: 'ferro trinta miligramas por dia'. */
const isDose = (clause: Clause, { known, unit, to }: Quantity): boolean =>
  known &&
  dosed.test(unit) &&
  (!/^(mg|mcg|g|ui)$/.test(unit) ||
    clause.tokens.slice(to, to + 5).some(({ word }) => /^(dia|manha|noite|vez|vezes|horas|gota|gotas)$/.test(word)))

/** How many words may stand between an analyte and its value. */
const reach = 7
/** 'Um e um' is 1,1: both are read as articles elsewhere. */
function oneAndTenth(
  { tokens, quantities }: Clause,
  from: number,
  until: number,
): { value: number; to: number; from: number } | undefined {
  const at = small.test(tokens[from]?.word ?? '') ? from + 1 : from
  if (tokens[at]?.word === 'um' && (tokens[at + 1]?.kind === 'mark' || at + 1 >= tokens.length))
    return { value: 1, to: at + 1, from: at }
  if (tokens[at]?.word !== 'um' || tokens[at + 1]?.word !== 'e' || at + 2 >= until) return undefined
  const tenth = tokens[at + 2]?.word === 'um' ? 1 : quantities.find((one) => one.from === at + 2 && !one.either)?.value
  return tenth !== undefined && tenth > 0 && tenth < 10 ? { value: 1 + tenth / 10, to: at + 3, from: at } : undefined
}

/** 'Onze e seis' is 11,6 and 'zero nove' is 0,9 where the analyte has decimals. */
export function readValue(
  clause: Clause,
  { analyte, to }: Named,
  until: number,
): { value: number; to: number; from: number } | undefined {
  const fits = (value: number): boolean => value >= analyte.from && value <= analyte.to
  const near = clause.quantities.filter(
    (one) => one.from >= to && one.from < Math.min(until, to + reach) && !isTime(one) && !isDose(clause, one),
  )
  const numbers = near.filter(({ either }) => !either)
  // 'Nove e dois, perdão, oito e dois'
  const takenBack = clause.tokens.findIndex(
    ({ word }, at) => at >= (numbers[0]?.to ?? until) && at < until && takesBack.test(word),
  )
  const again =
    takenBack < 0 ? [] : clause.quantities.filter(({ from, either }) => from > takenBack && from < until && !either)
  // 'Trezentos e quarenta... trezentos e dez'
  const pause = clause.tokens.slice(numbers[0]?.to ?? 0, numbers[1]?.from ?? 0)
  const paused = pause.length > 0 && pause.every(({ word }) => /^[.…]+$/.test(word))
  const base = again.length > 0 ? again : paused && fits(numbers[1]?.value ?? 0) ? numbers.slice(1) : numbers
  const one = analyte.fraction ? oneAndTenth(clause, to, until) : undefined
  if (one) return one
  const first = base[0]
  if (!first) return undefined
  const fine = clause.quantities.find(({ either, from }) => either && from === first.from)
  if (analyte.fraction && fine && fits(fine.value)) return fine
  const tenth = base[1]
  if (
    analyte.fraction &&
    Number.isInteger(first.value) &&
    first.value < 20 &&
    tenth &&
    tenth.from === first.to &&
    tenth.value < 10
  )
    return { value: first.value + tenth.value / 10, to: tenth.to, from: first.from }
  // 'Sete vírgula três oito'
  if (analyte.fraction && tenth && tenth.from === first.to && tenth.value < 10 && !Number.isInteger(first.value))
    return { value: first.value + tenth.value / 100, to: tenth.to, from: first.from }
  // 'Subiu de 7,8 para 8,9': the second is the value now.
  const rise = clause.tokens
    .slice(to, first.from)
    .some(({ word }) => /^(sub|cai(u|ndo)?$|aument|baix|passou|foi)/.test(word))
  if (rise && tenth && tenth.from - first.to <= 2 && fits(tenth.value)) return tenth
  return base.find(({ value }) => fits(value))
}
