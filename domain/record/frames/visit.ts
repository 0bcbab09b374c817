// Reasons of a visit that are no symptom: a return, a prescription, results, a child's or a pregnant woman's check.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import words from '../lexicon/complaints.json' with { type: 'json' }
import { includesAny, phrasesOf } from './complaint-place.ts'
import { isTime, span } from './times.ts'

/** `at`: the clause that says it. `isBare`: a return that names nothing it is about. */
type Visit = { name: string; at: number; lines: string[]; slots: Map<string, string>; isBare: boolean }

const opening = 30
/** A visit named in the first clauses needs less to be the reason. */
const soon = 12
const controls = Object.entries(words.controls).map(([name, say]) => ({ name, say: phrasesOf(say) }))
const kinds: Readonly<Record<string, string>> = words.visits
const altered = phrasesOf(words.altered)
const results = phrasesOf(words.results)
/** 'A consulta de um ano': an age right behind it makes it a child's check. */
const check = /\bconsulta d[eoa]s?$/
const oldestChild = 18

/** Whether the clause may say why the patient comes: the doctor's own words count unless they are denied. */
function mayTell(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at] as Clause
  if (clause.conditional || chanceOf(clause, 'qp') < (at < soon ? 0.2 : 0.35)) return false
  return clause.speaker !== 'doctor' || clauses[at + 1]?.reply?.means !== 'no'
}

const unique = (items: readonly string[]): string => [...new Set(items)].slice(0, 3).join('|')
const named = ({ said }: Clause, kind: string): string[] =>
  said.flatMap(({ concept, polarity }) => (concept.kind === kind && polarity === 'affirmed' ? [concept.note] : []))
/** Diseases that a return is about: named, or by the word that people use for their control. */
const conditionsOf = (clause: Clause): string[] => [
  ...named(clause, 'condition'),
  ...controls.filter(({ say }) => clause.tokens.some(({ word }) => say.includes(word))).map(({ name }) => name),
]
/** An age or a count of weeks. */
const spansOf = ({ quantities }: Clause, units: RegExp, highest: number): string[] =>
  quantities
    .filter((one) => isTime(one) && units.test(one.unit) && one.value > 0 && one.value <= highest)
    .map((one) => span(one))

/** Whether the patient says that a result was not normal: 'O exame veio alterado.' `before`: the clause before. */
const saysAltered = (clause: Clause, before: Clause | undefined): boolean =>
  clause.speaker !== 'doctor' &&
  includesAny(clause.plain, altered) &&
  (includesAny(clause.plain, results) ||
    [clause, before].some((one) => one?.line === clause.line && named(one, 'exam').length > 0))

const wishes = /\b(quero|queria|gostaria|preciso)\b/
/** The patient's request: 'Quero trocar o anticoncepcional.' */
function wishIn(clause: Clause): string | undefined {
  if (clause.speaker === 'doctor' || !wishes.test(clause.plain) || chanceOf(clause, 'qp') < 0.45) return undefined
  const [drug] = named(clause, 'drug')
  return drug && `${/\b(trocar|mudar)\b/.test(clause.plain) ? 'deseja trocar' : 'solicita'} ${drug}`
}

/** The kind of visit that the clause names, in the wording of a note. */
function visitIn(clause: Clause, before: Clause | undefined): string | undefined {
  const topic = clause.said.find(
    ({ concept, polarity }) => concept.kind === 'topic' && concept.group === 'qp' && polarity === 'affirmed',
  )
  const isCheck = clause.quantities.some(
    ({ unit, value, from }) =>
      /^(mes|ano)$/.test(unit) &&
      value <= oldestChild &&
      check.test(
        clause.tokens
          .slice(0, from)
          .map(({ word }) => word)
          .join(' '),
      ),
  )
  if (isCheck) return 'consulta de puericultura'
  return topic?.concept.note ?? (saysAltered(clause, before) ? 'alteração de exame' : wishIn(clause))
}

/** The subject of the visit, read from its clause and then from neighbours that also give the reason. */
function detailsOf(kind: string | undefined, clause: Clause): [string, string[]] | undefined {
  if (kind === 'control') return ['condition', conditionsOf(clause)]
  if (kind === 'drug') return ['drug', named(clause, 'drug')]
  if (kind === 'surgery') return ['condition', named(clause, 'condition')]
  if (kind === 'child') return ['age', spansOf(clause, /^(mes|ano)$/, oldestChild).slice(-1)]
  if (kind === 'pregnancy') return ['weeks', spansOf(clause, /^semana$/, 42).slice(-1)]
  if (kind === 'result') return ['exam', named(clause, 'exam')]
  return undefined
}

/** Finds the first reason of the visit that is no symptom. */
export function readVisit(clauses: readonly Clause[]): Visit | undefined {
  const early = clauses.slice(0, opening)
  const at = early.findIndex(
    (clause, index) => mayTell(early, index) && visitIn(clause, early[index - 1]) !== undefined,
  )
  const clause = early[at]
  const note = clause && visitIn(clause, early[at - 1])
  if (!clause || !note) return undefined
  const isControl = /^(retorno|controle)/.test(note)
  const kind = isControl ? 'control' : kinds[note]
  const lines = [clause.line]
  const slots = new Map<string, string>()
  const beside = [at + 1, at + 2, at + 3, at - 1, at - 2, at - 3].flatMap((index) => early[index] ?? [])
  for (const one of [clause, ...beside.filter((other) => chanceOf(other, 'qp') >= 0.4)]) {
    const [slot, values] = detailsOf(kind, one) ?? ['', []]
    if (values.length === 0 || (slots.has(slot) && one.line !== clause.line)) continue
    slots.set(slot, unique([...(slots.get(slot)?.split('|') ?? []), ...values]))
    if (!lines.includes(one.line)) lines.push(one.line)
  }
  const name = isControl ? 'retorno' : note
  return { name, at, lines, slots, isBare: name === 'retorno' && slots.size === 0 }
}
