// A medicine: its name in the note, and its frame. A medicine in use and a decision on it are two frames.
import { type Clause, type Said, wordsOf } from '#domain/dialogue/clause.ts'
import { plain } from '#domain/text.ts'
import traits from '../lexicon/drug-traits.json' with { type: 'json' }
import { type Dosage, type DoseSlot, dosageIn } from './dosage.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { isSold, type Preparation } from './medicine-strength.ts'

/** `use`: the patient takes or took it. `plan`: the doctor decides on it. */
export type Side = 'use' | 'plan'

const byName = (lists: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(lists).flatMap(([trait, names]) => names.split(';').map((name) => [name, trait] as const)))
const unitByName = byName(traits.unit)
const routeByName = byName(traits.route)
const smallOnes = new Set(traits.small.split(';'))
const microOnes = new Set(traits.micro.split(';'))
const inhaled = /formoterol|salmeterol|vilanterol/
const preparationOf = (ingredient: string): Preparation => {
  const paired = /\+| com /.test(ingredient)
  return {
    unit: unitByName.get(ingredient) ?? (paired && inhaled.test(ingredient) ? 'mcg' : 'mg'),
    small: smallOnes.has(ingredient),
    paired,
    oral: !routeByName.has(ingredient),
    micro: microOnes.has(ingredient),
  }
}
/** '50 mg', where the medicine is sold in this strength; undefined for another number. */
export function strengthOf(ingredient: string, value: number): string | undefined {
  const { unit, paired } = preparationOf(ingredient)
  return !paired && isSold(value, unit) ? `${`${value}`.replace('.', ',')} ${unit}` : undefined
}
/** The only route by which the medicine is given at home, or undefined where there are several. */
const routeOf = (ingredient: string): string | undefined => {
  const route = routeByName.get(ingredient) ?? 'VO'
  return route === 'none' ? undefined : route
}
const injected =
  /\b(injecao|injetavel|injecoes|veia|aplicou|aplicaram|aplicada|hospital|soro|pomada|creme|gel|colirio|spray|ampola)\b/

/** The name in the note: the ingredient, or the trade name of a combination. */
export function writtenName({ concept, said }: Said): string {
  const own = plain(said)
  if (own === 'aas') return 'AAS'
  if (concept.note === 'vitamina B12' && !own.includes('vitamina')) return 'B12'
  const note = concept.note.replace(/ \([^)]*\+[^)]*\)$/, '')
  if (!note.includes('+')) return note
  const isTrade = !own.includes(plain(concept.note).slice(0, 5)) && !own.includes(' com ') && /^[a-z]{5,}$/.test(own)
  return isTrade ? `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}` : concept.note.replaceAll(' + ', ' com ')
}

const otherThings = traits.elsewhere.split(';').map((words) => words.split(' '))
const likened =
  /\b(prim[ao]|parentes?|familia|classe|resistentes?|sensivel|parecid[oa]|diferente)( \w+)? (d[oae]|ao?|com( [oa])?)( \w+ (e|ou))?$/
const measured =
  /^(ta |tava |estava |veio |deu )?(um pouco |muito |bem |levemente )?(alt[ao]|baix[ao]|normal|elevad[ao])\b(?! (pra|para|um|meio)\b)/
/** 'Falta de ferro' is no tablet; 'é prima do enalapril' and 'resistente a cipro' speak of another thing. */
function isOtherMatter(clause: Clause, { from, to }: Said): boolean {
  if (likened.test(wordsOf(clause, Math.max(0, from - 4), from))) return true
  // 'Testosterona um pouco alta' is a result.
  if (measured.test(wordsOf(clause, to, to + 4))) return true
  // 'Tylenol, aquele com cafeína': a part of the medicine before.
  const isPart = /\b(aquel[ea]|que tem|que vem) com$/.test(wordsOf(clause, from - 3, from))
  if (isPart && clause.said.some((one) => one.concept.kind === 'drug' && one.to <= from - 1 && from - one.to < 5))
    return true
  const around = ` ${wordsOf(clause, Math.max(0, from - 2), to + 2)} `
  return otherThings.some((words) => around.includes(` ${words.join(' ')} `))
}

/** The medicines of a clause. A class gives way to a name beside it: 'um relaxante, ciclobenzaprina'. */
export function namedIn(clause: Clause): Said[] {
  const all = clause.said.filter((one) => one.concept.kind === 'drug' && !isOtherMatter(clause, one))
  const named = all.filter(
    (one, index) => !all.some((other, at) => at < index && other.from < one.to && one.from < other.to),
  )
  return named.filter(
    (one) =>
      one.concept.group !== 'class' ||
      !named.some(
        ({ concept, from }) =>
          concept.group !== 'class' && from >= one.to && from - one.to <= 4 && one.polarity !== 'denied',
      ),
  )
}

/** The words that speak of each medicine of a clause: from the mark or 'e' before it to that of the next. */
export function segmentsOf(clause: Clause, named: readonly Said[]): { drug: Said; from: number; to: number }[] {
  const starts = named.map((drug, index) => {
    const before = named[index - 1]
    if (!before) return 0
    for (let at = drug.from - 1; at >= before.to; at--)
      if (/^(,|;|e|mas|porem|ai|entao|agora|ou)$/.test(clause.tokens[at]?.word ?? '')) return at
    return drug.from
  })
  return named.map((drug, index) => ({ drug, from: starts[index] ?? 0, to: starts[index + 1] ?? clause.tokens.length }))
}

const keyOf = (side: Side, ingredient: string): string => `${side}|${ingredient}`
export const sideOf = (frame: Frame): Side => (frame.name.startsWith('plan|') ? 'plan' : 'use')
/** The active ingredient of a medication's frame. */
export const ingredientOf = (frame: Frame): string => frame.name.slice(frame.name.indexOf('|') + 1)
export const findMedicine = (frames: Frames, side: Side, ingredient: string): Frame | undefined =>
  frames.find('medication', keyOf(side, ingredient))

/** Puts a medicine with its status; '' leaves the status as it is. */
export function putMedicine(frames: Frames, side: Side, drug: Said, line: string, status: string): Frame {
  const frame = frames.put('medication', keyOf(side, drug.concept.note), [line])
  if (status) frame.status = status
  fill(frame, 'name', writtenName(drug), [line])
  return frame
}

/** Fills the dosage slots; a later value replaces an earlier one if `last`. */
export function fillDosage(frame: Frame, dosage: Dosage, lines: readonly string[], last = false): boolean {
  const entries = Object.entries(dosage) as [DoseSlot, string][]
  const { strength } = dosage
  // A new strength with its own times replaces the times of the old one.
  if (last && strength && frame.slots.has('strength') && frame.slots.get('strength')?.text !== strength)
    if (dosage.frequency || dosage.moment)
      for (const slot of ['frequency', 'moment', 'amount', 'limit', 'later']) frame.slots.delete(slot)
  if (dosage.amount?.endsWith('/dia')) frame.slots.delete('frequency')
  for (const [slot, text] of entries) fill(frame, slot, text, lines, last)
  return entries.length > 0
}

/** Where the words behind the medicine's name begin to explain: 'que não engorda', 'porque tira o sono'. */
export function explanationFrom(clause: Clause, from: number, to: number): number {
  const name = clause.said.find((one) => one.concept.kind === 'drug' && one.from >= from && one.to <= to)
  for (let at = (name?.to ?? from) + 1; at < to; at++) {
    const { word } = clause.tokens[at] ?? { word: '' }
    if (/^(porque|pois|senao|mede|meca|medir|anota|anote|avisa|avise|bebe|fuma|come|caminha)$/.test(word)) return at
    if (word === 'mas' && /^(fico|fiquei)$/.test(clause.tokens[at + 1]?.word ?? '')) return at
    if (word === 'que' && explains.test(clause.tokens[at + 1]?.word ?? '') && clause.tokens[at - 1]?.word !== 'o')
      return at
  }
  return to
}
const explains =
  /^(eu|ele|ela|nao|me|te|a|o|e|era|faz|fica|tira|ajuda|causa|segura|tava|ta|esta|so|essa|esse|isso|mexe|engorda|protege|trata)$/

/** The dosage that these words give to a medicine, with the route that it always has. */
export function dosageOf(clause: Clause, ingredient: string, from: number, to: number, certain = true): Dosage {
  const dosage = dosageIn(clause, from, explanationFrom(clause, from, to), preparationOf(ingredient), certain)
  const route = routeOf(ingredient)
  const own = routeByName.get(ingredient)
  if (own && route && /^(VO|tópico)$/.test(dosage.route ?? '')) dosage.route = route
  if (!dosage.route && route && (dosage.strength || dosage.amount || dosage.frequency || dosage.moment))
    if (own || !injected.test(clause.plain)) dosage.route = route
  return dosage
}
