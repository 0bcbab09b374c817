import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { flagOf } from './evidence.ts'
import { unitOf } from './lexicon/numerals.ts'
import { ofPlan } from './negation.ts'
import { type Quantity, sameQuantity } from './numbers.ts'
import type { Dialogue, ReadLine } from './reading.ts'
import { unitsOf } from './units.ts'
import type { Token } from './words.ts'

type Measure = 'strength' | 'gota' | 'ml' | 'jato' | 'days'
/** A drug's dose as it stands in the text; not `sure`: a bare number some words behind its drug. */
type Dose = { ids: readonly string[]; measure: Measure; quantity: Quantity; said: string; sure: boolean }
type Mention = { ids: string[]; at: number; to: number }

const strengths = /^(mg|mcg|g|ui)$/
const periods = /^(dia|semana|mes)$/
const lasts = /^(por|durante)$/
/** Between a drug and its bare number: 'de cinquenta', 'pra cento e cinquenta', 'de cem para duzentos'. */
const leads = /^(de|da|do|a|o|para|pra|ate|dose|com|em|por|:|,|ou|mg)$/
/** A bare number below it counts tablets or times: 'losartana, dois por dia'. */
const LEAST = 5
/** More words between a drug and its number are not repeated. */
const BETWEEN = 3
/** A dose may be told some lines before or after its drug. */
const REACH = 5
/** 'Sertralina.' 'Tá tomando quanto?' 'Cem.' */
const ANSWERED = 3
/** Behind a bare number, what it does not count: 'dez toda noite'. */
const saysWhen = /^(tod[oa]s?|pel[oa]|cada|manha|noite|tarde|diari[oa]|diariamente)$/
const asksDose = /^(quant[oa]s?|dose|miligramas?|mg|gotas|gotinhas)$/

/** SF18: a drug is given another dose than any that was spoken of it. */
export function doseFlags(statement: Statement, section: CanonicalKey, dialogue: Dialogue): Flag[] {
  if (section === 'hf') return []
  const own = dosesIn(statement.tokens, statement.quantities, true)
  const judged = new Set<string>()
  return own.flatMap((dose): Flag[] => {
    const naming = dialogue.lines.filter(({ drugs }) => dose.ids.some((id) => drugs.has(id)))
    const told = [
      ...naming.flatMap((line) => toldBeside(line, dose)),
      ...naming.flatMap((line) => answered(line, dose, dialogue)),
    ]
    const doses = told.filter(({ sure }) => sure)
    const byDoctor = ofPlan.test(section) && doses.find(({ line }) => line.speaker === 'doctor')
    const first = byDoctor || doses[0]
    if (!first || judged.has(dose.said)) return []
    if (told.some((one) => isSame(dose.quantity, one.quantity)) || isDaily(dose, statement.tokens, told)) return []
    if (naming.some((line) => isNear(line, dose, dialogue))) return []
    judged.add(dose.said)
    const message = `O registro diz “${dose.said}”; na consulta foi dito “${first.said}”.`
    return [
      flagOf(
        'number',
        message,
        doses.map(({ line }) => line),
      ),
    ]
  })
}

type Told = Pick<Dose, 'quantity' | 'said' | 'sure'> & { line: ReadLine }
const toldBeside = (line: ReadLine, { ids, measure }: Dose): Told[] =>
  measure === 'days' && line.speaker === 'patient'
    ? []
    : dosesIn(line.tokens, line.quantities, false)
        .filter((one) => one.measure === measure && one.ids.some((id) => ids.includes(id)))
        .map(({ quantity, said, sure }) => ({ quantity, said, sure, line }))

/** What is answered to 'Quanto?' behind a drug, before another is named. */
function answered(naming: ReadLine, { measure }: Dose, { lines }: Dialogue): Told[] {
  for (let at = naming.index + 1; at <= naming.index + ANSWERED; at++) {
    const line = lines[at]
    if (!line || line.drugs.size > 0) return []
    const asked = line.linked.some(
      (index) => index < at && lines[index]?.tokens.some(({ word }) => asksDose.test(word)),
    )
    if (!asked || line.speaker === 'doctor') continue
    const [quantity] = line.quantities
    if (!quantity || measureOf(quantity) !== measure) return []
    return [
      { quantity, said: saidOf(line.tokens, { at: quantity.from, to: quantity.from }, quantity), sure: true, line },
    ]
  }
  return []
}

/** The number is spoken near the drug, before any other is named. */
function isNear(naming: ReadLine, { ids, measure, quantity }: Dose, { lines }: Dialogue): boolean {
  const says = (line: ReadLine) =>
    line.quantities.some((read) => {
      const one = ownUnit(line.tokens, read)
      return (!one.known || measureOf(one) === measure) && isSame(quantity, one.known ? one : bare(one))
    })
  const ofOther = (line: ReadLine) => [...line.drugs].some((id) => !ids.includes(id))
  if (ofOther(naming)) return false
  for (const step of [-1, 1])
    for (let at = naming.index; Math.abs(at - naming.index) <= REACH; at += step) {
      const line = lines[at]
      if (!line || ofOther(line)) break
      if (says(line)) return true
    }
  return false
}

/** 'Setenta e cinco uma vez': a number that only shares the unit of the next is bare. */
const ownUnit = (tokens: readonly Token[], quantity: Quantity): Quantity =>
  quantity.known && !unitOf(tokens[quantity.to]?.word ?? '') && !quantity.either ? bare(quantity) : quantity
const bare = (quantity: Quantity): Quantity => ({ ...quantity, unit: '', known: false })
/** A bare number of a strength is of milligrams, most often. */
const isSame = (a: Quantity, b: Quantity): boolean => {
  const inMg = (one: Quantity) => (one.known ? one : { ...one, unit: 'mg', known: true })
  return sameQuantity(a, b) || sameQuantity(inMg(a), inMg(b))
}

const MOST_A_DAY = 4
/** '100 mg/dia' of what is taken as fifty twice. */
function isDaily({ quantity }: Dose, tokens: readonly Token[], told: readonly Told[]): boolean {
  const after = tokens.slice(quantity.to, quantity.to + 4).map(({ word }) => word)
  if (!/^(?:\w+ )?(?:\/|ao|por) dia\b/.test(after.join(' '))) return false
  return told.some(({ quantity: one, line }) => {
    if (/\buma vez\b/.test(line.text.toLowerCase())) return false
    const times = quantity.value / one.value
    return Number.isInteger(times) && times <= MOST_A_DAY
  })
}

function measureOf({ unit, known }: Quantity): Measure | undefined {
  if (known ? strengths.test(unit) : unit === '' || saysWhen.test(unit)) return 'strength'
  if (!known) return undefined
  if (unit === 'gota' || unit === 'ml' || unit === 'jato') return unit
  return periods.test(unit) ? 'days' : undefined
}

/** The doses of a text, each with the drug before it, or behind it where 'de' joins them. */
function dosesIn(tokens: readonly Token[], quantities: readonly Quantity[], typed: boolean): Dose[] {
  const drugs = mentionsIn(tokens)
  if (drugs.length === 0) return []
  const out: Dose[] = []
  /** Where the last number that stood beside its drug ends: 'de cem para duzentos'. */
  let beside = 0
  for (const read of quantities) {
    const quantity = ownUnit(tokens, read)
    const measure = measureOf(quantity)
    if (!measure || (typed && quantity.either)) continue
    const next = drugs.find((drug) => drug.at >= quantity.to)
    const ofNext = next !== undefined && joinedBy(tokens, quantity, next.at)
    const drug = ofNext ? next : drugs.findLast((one) => one.to <= quantity.from)
    if (!drug || isOfOther(tokens, quantity)) continue
    const [from, to] = ofNext ? [quantity.from, drug.to] : [drug.at, quantity.to]
    if (typed && tokens.slice(from, to).some(({ word }) => /^[.;]$/.test(word))) continue
    if (measure === 'days' && !lasts.test(tokens[quantity.from - 1]?.word ?? '')) continue
    const between = tokens.slice(Math.max(drug.to, beside), quantity.from)
    const sure = quantity.known || ofNext || between.every(({ word }) => leads.test(word))
    if (typed && !sure) continue
    if (!quantity.known && quantity.value < LEAST && Number.isInteger(quantity.value)) continue
    if (sure && !ofNext) beside = quantity.to
    const said = ofNext ? textOf(tokens.slice(from, to)) : saidOf(tokens, drug, quantity)
    out.push({ ids: drug.ids, measure, quantity: quantity.known ? quantity : bare(quantity), said, sure })
  }
  return out
}

function mentionsIn(tokens: readonly Token[]): Mention[] {
  const out: Mention[] = []
  for (const { at, to, features } of unitsOf(tokens)) {
    const ids = features.filter((feature) => feature.startsWith('d'))
    if (ids.length > 0 && !out.some((one) => one.at <= at && at < one.to)) out.push({ ids, at, to })
  }
  return out
}

/** 'Cinquenta miligramas de losartana'. */
function joinedBy(tokens: readonly Token[], quantity: Quantity, at: number): boolean {
  const between = tokens.slice(quantity.to, at).map(({ word }) => word)
  return /^d[aeo]$/.test(between.at(-1) ?? '') && between.length === (quantity.known ? 2 : 1)
}

/** A spacing ('8/8 h'), what a concentration counts in ('/5 ml', 'mg/ml', 'mg/kg'), a value of the blood. */
function isOfOther(tokens: readonly Token[], { from, to, known }: Quantity): boolean {
  const word = (at: number) => tokens[at]?.word ?? ''
  if (word(from - 1) === '/' || (!known && word(to) === '/')) return true
  return known && word(to + 1) === '/' && /^(ml|kg|dl|l)$/.test(word(to + 2))
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ said }) => said)
    .join(' ')
    .replace(/ (?=[.,;:])/g, '')
/** From the drug to its number; what stands between them is passed over where it is long. */
function saidOf(
  tokens: readonly Token[],
  drug: { at: number; to: number },
  { from, to, known, either }: Quantity,
): string {
  const end = known && !either ? to + 1 : to
  const whole = tokens.slice(drug.at, end)
  if (from - drug.to <= BETWEEN) return textOf(whole)
  const halves = /^e$/.test(tokens[end]?.word ?? '') && /^mei[ao]$/.test(tokens[end + 1]?.word ?? '')
  return `${textOf(tokens.slice(drug.at, drug.to))} … ${textOf(tokens.slice(from, halves ? end + 2 : end))}`
}
