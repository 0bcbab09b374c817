// Family: what relatives have or had, whose relatives they are, and at what age.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import past from '../lexicon/past.json' with { type: 'json' }
import { type Frames, fill } from './frame.ts'

const blood =
  /^(mãe|pai|pais|irmão|irmã|irmãos|avó|avô|avós|tio|tia|primo|prima|filho|filha|bisavó|neto|sobrinho)( matern[oa]| patern[oa])?$/
const died = /^(morreu|faleceu|falecid[oa]|morreram|foi-se|perdi|morto|morta)$/
const family = /\b(familia|familiar|pai|mae|pais|irma\w*|parente|alguem (tem|com))\b/
/** The relatives of a parent who speaks for a child: the parent's mother is the child's grandmother. */
const ofParent: Record<string, string> = { mãe: 'avó', pai: 'avô', irmão: 'tio', irmã: 'tia', irmãos: 'tios' }
const bare = new Map(
  Object.entries(past.bare).flatMap(([note, say]) => say.split(' ').map((word) => [word, note] as const)),
)

/** The companion who speaks for a child: 'mãe', 'pai', or undefined where the patient speaks. */
function parentOf(clauses: readonly Clause[]): 'mãe' | 'pai' | undefined {
  let child = 0
  let mother = 0
  for (const { tokens, speaker } of clauses)
    for (const { word } of tokens) {
      if (
        /^(creche|mamadeira|fralda|chupeta|caderneta|escolinha|berco|papinha|nenem|pezinho|moleira|mamae|pediatra|mamou|mamar|bercario)$/.test(
          word,
        )
      )
        child += 1
      if (word === 'marido' && speaker !== 'doctor') mother += 2
      if (speaker === 'doctor' && /^(mae|mamae)$/.test(word)) mother += 1
      if (/^(esposa|mulher)$/.test(word) && speaker !== 'doctor') mother -= 2
      if (speaker === 'doctor' && /^(pai|papai)$/.test(word)) mother -= 1
    }
  return child < 4 ? undefined : mother >= 0 ? 'mãe' : 'pai'
}

/** 'por parte de pai': the side of the family. */
function sideOf(plain: string, relative: string): string {
  if (!/^(avó|avô|tio|tia|primo|prima)$/.test(relative)) return relative
  const side =
    /\b(?:parte|lado) d[eoa] (?:meu |minha )?(pai|mae)\b/.exec(plain)?.[1] ?? /\b(matern|patern)[oa]\b/.exec(plain)?.[1]
  if (!side) return relative
  return `${relative} ${/^(pai|patern)$/.test(side) ? 'patern' : 'matern'}${/[aó]$/.test(relative) ? 'a' : 'o'}`
}

/** 'aos 60 anos' */
function ageIn(clause: Clause, from: number): string | undefined {
  const age = clause.quantities.findLast(
    ({ value, unit, from: at, either }) =>
      !either &&
      at >= from &&
      value >= 1 &&
      value < 105 &&
      (unit === 'ano' || unit === '' || !/^(vez|mes|dia|mg|semana|hora)$/.test(unit)) &&
      /^(com|aos|tinha|uns)$/.test(clause.tokens[at - 1]?.word ?? ''),
  )
  return age && age.value >= 4 ? `aos ${age.value} anos` : undefined
}

/** Reads the family clause by clause; 'ele' and a bare clause are about the relative spoken of last. */
export function readFamily(frames: Frames, clauses: readonly Clause[]): void {
  const parent = parentOf(clauses)
  let focus: { relative: string; line: string; index: number } | undefined
  const whose = (relative: string): string => {
    if (!parent) return relative
    if (/^(marido|esposa)$/.test(relative)) return parent === 'mãe' ? 'pai' : 'mãe'
    return relative
  }
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting' || clause.act === 'question') return
    const own = chanceOf(clause, 'hf')
    if (clause.speaker === 'doctor' && own < 0.8) return
    const asked = family.test(clause.answers?.plain ?? '') || own > 0.5
    const named = clause.said.filter(({ concept }) => concept.kind === 'relative')
    const told = (note: string, at: number): string => {
      const mine = /^(minha|meu|nossa|nosso)$/.test(clause.tokens[at - 1]?.word ?? '')
      return sideOf(clause.plain, parent && mine ? (ofParent[note] ?? whose(note)) : whose(note))
    }
    for (const one of named) {
      const relative = told(one.concept.note, one.from)
      if (blood.test(relative)) focus = { relative, line: clause.line, index }
    }
    if (own < 0.3 && named.length === 0) return
    const near = focus && focus.line === clause.line && index - focus.index <= 2 ? focus.relative : undefined
    const conditions = clause.said.flatMap(({ concept, polarity, subject, from, to }) => {
      if (!/^(condition|procedure)$/.test(concept.kind) || polarity !== 'affirmed') return []
      if (concept.kind === 'procedure' && concept.note === 'internação') return []
      const before = named.findLast((other) => other.to <= from) ?? named[0]
      const mine =
        own > 0.6 && parent && /\b(eu|tenho|tive)\b/.test(clause.plain) && named.length === 0 ? parent : undefined
      const relative =
        subject && before
          ? told(subject, before.from)
          : asked && before
            ? told(before.concept.note, before.from)
            : (mine ?? (asked ? near : undefined))
      return relative ? [{ relative, note: concept.note, from, to }] : []
    })
    // 'Minha mãe tem açúcar': bare words name diseases beside a relative.
    if (asked)
      clause.tokens.forEach(({ word }, at) => {
        const note = bare.get(word)
        const who = named.findLast((other) => other.to <= at)
        if (!note || !who || conditions.some(({ from, to, note: other }) => other === note || (at >= from && at < to)))
          return
        if (/\b(nao|nunca)\b/.test(clause.plain)) return
        conditions.push({ relative: told(who.concept.note, who.from), note, from: at, to: at + 1 })
      })
    for (const { relative, note, from } of conditions) {
      if (!blood.test(relative)) continue
      const frame = frames.put(
        'family',
        `${relative}|${note}`,
        asked && clause.answers && own > 0.5 ? [clause.answers.line, clause.line] : [clause.line],
      )
      const who = named.findLast((other) => other.to <= from) ?? named[0]
      const until = named.find((other) => other.from > from)?.from ?? clause.tokens.length
      if (who && clause.tokens.slice(who.to, Math.min(until, who.to + 4)).some(({ word }) => died.test(word)))
        fill(frame, 'died', 'sim', [clause.line])
      const age = ageIn(clause, who?.to ?? 0)
      if (age) fill(frame, 'age', age, [clause.line])
      const drug = clause.said.find(
        ({ concept, from: at, polarity }) =>
          concept.kind === 'drug' && polarity === 'affirmed' && at > from && at < until,
      )
      if (drug && own > 0.5) fill(frame, 'drug', drug.concept.note, [clause.line])
    }
    // 'Toma lítio há trinta anos', 'foi-se com sessenta': more of the relative before.
    if (conditions.length === 0 && near && own > 0.5) {
      const frame = frames.of('family').findLast(({ name }) => name.startsWith(`${near}|`))
      const age = ageIn(clause, 0)
      if (frame && age) fill(frame, 'age', age, [clause.line])
      if (frame && clause.tokens.some(({ word }) => died.test(word))) fill(frame, 'died', 'sim', [clause.line])
      const drug = clause.said.find(({ concept, polarity }) => concept.kind === 'drug' && polarity === 'affirmed')
      if (frame && drug) fill(frame, 'drug', drug.concept.note, [clause.line])
    }
  })
}
