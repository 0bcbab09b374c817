// Kin: who accompanies the patient, and what a relative of the speaker or of another relative is to the patient.
import { type Clause, chanceOf, type Said, spanText } from '#domain/dialogue/clause.ts'
import words from '../lexicon/kin.json' with { type: 'json' }
import type { Token } from '../safety/words.ts'

/** `mixed`: a companion and the patient both speak, or the companion's role is unclear. Then 'my mother' may be either speaker's mother. */
export type Companion = 'mãe' | 'pai' | 'avó' | 'mixed' | undefined
const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const ofChildren = setOf(words.ofChildren)
const callNames = new Map(
  Object.entries(words.calls).flatMap(([role, say]) => say.split(' ').map((word) => [word, role] as const)),
)
const beforeCall = setOf(words.beforeCall)
const third = /^(ele|ela|dele|dela)$/
const first = /^(sinto|senti|tenho|tive|tomo|tomei|to|estou)$/

/** The role by which somebody is called or introduced at this word: 'Certo, mãe.', 'sou a avó'. */
function calledAt({ tokens, speaker }: Clause, at: number): string | undefined {
  const role = callNames.get(tokens[at]?.word ?? '')
  if (!role) return undefined
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const opens = !before || before.kind === 'mark' || beforeCall.has(before.word)
  if (speaker === 'doctor' && opens && (!after || after.kind === 'mark')) return role
  const verb = tokens[at - 2]
  return /^[ao]$/.test(before?.word ?? '') && (verb?.word === 'sou' || verb?.said.toLowerCase() === 'é')
    ? role
    : undefined
}

/** A greeting is among so many first clauses. Chosen by hand on new-talks.test.ts. */
const OPENING_CLAUSES = 6
const isCompanion = (role: string): role is 'mãe' | 'pai' | 'avó' => /^(mãe|pai|avó)$/.test(role)

/** The companion who speaks for the patient; undefined if the patient speaks alone. */
export function companionOf(clauses: readonly Clause[]): Companion {
  const votes = new Map<string, number>()
  const vote = (role: string, count: number) => votes.set(role, (votes.get(role) ?? 0) + count)
  const counts = { child: 0, third: 0, first: 0 }
  let called = 0
  let opening: string | undefined
  clauses.forEach((clause, index) => {
    const isFamily = chanceOf(clause, 'hf') >= 0.3
    clause.tokens.forEach(({ word }, at) => {
      if (ofChildren.has(word)) counts.child += 1
      if (third.test(word)) counts.third += 1
      if (clause.speaker === 'doctor') {
        if (/^(marido|esposa)$/.test(word)) vote(word === 'marido' ? 'mãe' : 'pai', 0.1)
      } else {
        if (first.test(word)) counts.first += 1
        if (/^(marido|esposa|mulher)$/.test(word)) vote(word === 'marido' ? 'mãe' : 'pai', 0.2)
      }
      const role = isFamily ? undefined : calledAt(clause, at)
      if (!role) return
      called += 1
      if (clause.speaker === 'doctor' && index < OPENING_CLAUSES) opening ??= role
      vote(role, 1)
    })
  })
  const isSpokenOf = counts.third >= 5 && counts.third > counts.first * 2
  const isChild = counts.child >= 4 || (counts.child >= 1 && counts.first <= 1 && counts.third >= 10)
  // A short talk: 'Oi, mãe. O que a Sofia tem?'
  if (!isSpokenOf && opening && counts.third >= 2 && counts.third > counts.first && isCompanion(opening)) return opening
  if (!isSpokenOf) return undefined
  const best = [...votes].sort(([, a], [, b]) => b - a)[0]?.[0]
  if (called > 0) {
    const isSure = counts.third >= counts.first * 5 && (counts.child >= 1 || counts.third >= 10)
    return isSure && best && isCompanion(best) ? best : 'mixed'
  }
  if (!isChild) return undefined
  return best === 'pai' ? 'pai' : 'mãe'
}

const sides: Record<string, string> = { mãe: 'matern', pai: 'patern' }
/** 'mãe irmã' -> 'tia materna'; undefined where the relation has no short name. */
function relationOf(of: string, relative: string): string | undefined {
  const note = (words.relations as Record<string, string>)[`${of} ${relative}`]
  return (
    note ??
    (words.relations as Record<string, string>)[`${/^(mãe|pai)$/.test(of) ? '*' : of} ${relative}`]?.replace(
      '*',
      sides[of] ?? '',
    )
  )
}
/** The relatives of a parent who speaks for a child: the parent's mother is the child's grandmother. */
const ofCompanion = words.ofCompanion as Record<string, Record<string, string>>

/** 'por parte de pai', 'tia materna': the side of the family. */
function withSide(text: string, relative: string): string {
  if (!/^(avó|avô|tio|tia|primo|prima|tios|tias|primos|primas)$/.test(relative)) return relative
  const side =
    /\b(?:parte|lado) d[eoa] (?:meu |minha )?(pai|mae)\b/.exec(text)?.[1] ?? /\b(matern|patern)[oa]\b/.exec(text)?.[1]
  if (!side) return relative
  const many = relative.endsWith('s') ? 's' : ''
  return `${relative} ${/^(pai|patern)$/.test(side) ? 'patern' : 'matern'}${/[aó]s?$/.test(relative) ? 'a' : 'o'}${many}`
}

/**
 * A relative that a clause names, as a relative of the patient; no `relative` where that is uncertain.
 * `theirs`: 'dela' or 'dele' follows.
 */
export type Kin = { relative: string | undefined; from: number; to: number; theirs: boolean }

/** The relatives of a clause. `before`: the previous relative in the same line. */
export function kinIn(clause: Clause, companion: Companion, before: string | undefined): Kin[] {
  const { tokens } = clause
  const named = clause.said.filter(
    ({ concept, from }) =>
      concept.kind === 'relative' &&
      !/\b(parte|lado) d[eoa]$/.test(spanText(clause, from - 2, from)) &&
      !/\b(parte|lado) d[eoa] (meu|minha)$/.test(spanText(clause, from - 3, from)),
  )
  const out: Kin[] = []
  named.forEach((one, at) => {
    const next = named[at + 1]
    const until = next?.from ?? tokens.length
    const tail = spanText(clause, one.to, until)
    const lead = tokens[one.from - 1]?.word ?? ''
    const last = out.at(-1)
    const theirs = /^(dela|dele)\b/.test(tail)
    // 'A mãe dela, minha irmã', 'uma tia, irmã dela': one person with two names.
    if (last && (theirs || last.theirs) && isSame(tokens.slice(last.to + (last.theirs ? 1 : 0), one.from))) {
      const other = theirs && !companion && before ? relationOf(before, one.concept.note) : undefined
      const ofPatient = theirs && companion ? one.concept.note : undefined
      last.relative = other ?? ofPatient ?? last.relative ?? personOf(one, { lead, companion })
      last.to = one.to
      return
    }
    // 'A mãe do meu pai': the second names whose relative the first is.
    if (last && /^d[oa]( meu| minha)?$/.test(spanText(clause, last.to, one.from))) {
      const owner = personOf(one, { lead, companion })
      last.relative = owner && relationOf(owner, named[at - 1]?.concept.note ?? '')
      last.to = one.to
      return
    }
    const own = personOf(one, { lead, companion })
    const antecedent = theirs ? (last?.relative ?? before) : undefined
    const relative =
      theirs && antecedent
        ? companion
          ? undefined
          : relationOf(antecedent, one.concept.note)
        : theirs
          ? one.concept.note
          : own
    out.push({
      relative: relative && withSide(spanText(clause, one.from, until), relative),
      from: one.from,
      to: one.to,
      theirs,
    })
  })
  return out
}

/** Whether only a name, a comma or an article part two words for one person. */
const isSame = (middle: readonly Token[]): boolean =>
  middle.every(
    ({ word, said, kind }, at) =>
      kind === 'mark' || /^(que|e|a|o|minha|meu)$/.test(word) || (at === 0 && /^\p{Lu}/u.test(said)),
  )

/** The named person's relation to the patient, read from the possessive before the name. */
function personOf(
  { concept, said }: Said,
  { lead, companion }: { lead: string; companion: Companion },
): string | undefined {
  const note = concept.note
  const many = /s$/i.test(said) && /^(tio|tia|irmã|primo|prima|filho|filha|neto|neta)$/.test(note) ? `${note}s` : note
  if (!companion) return many
  const isMine = /^(minha|meu|meus|minhas|sua|seu|suas|seus)$/.test(lead) || /^(minha|meu)\b/i.test(said)
  if (companion === 'mixed') return isMine ? undefined : many
  const mapped = ofCompanion[companion]?.[note]
  if (isMine) return mapped
  return /^(marido|esposa)$/.test(note) ? mapped : many
}
