// The habits that a clause names, where the words about each of them begin and end, and whether it is denied.
import type { Clause } from '#domain/dialogue/clause.ts'
import words from '../lexicon/habit-words.json' with { type: 'json' }
import type { Token } from '../safety/words.ts'

export type Topic = { kind: string; name: string }
/** A habit named by the word at `at`. The words in [`from`, `to`) describe it. */
export type Named = { topic: Topic; at: number; from: number; to: number }

export const topicWords: ReadonlyMap<string, Topic> = new Map(
  Object.entries(words)
    .filter(([kind]) => kind !== 'vacina')
    .flatMap(([kind, names]) =>
      Object.entries(names).flatMap(([name, say]) => say.split(' ').map((word) => [word, { kind, name }] as const)),
    ),
)
const smoking = /^fum(o|a|ar|ei|ou|ava|ando|as)$/
const drinking = /^(beb(o|e|er|es|i|eu|ia|endo)|tom(o|a|ar))$/
const changes = /^(parei|parou|larguei|largou|deixei|deixou|abandonei|cortei|voltei|comecei)$/
const denier = /^(nao|nunca|jamais|nem|nenhum|nenhuma|zero)$/

/** 'Fumei maconha', 'bebo água', 'cigarro eletrônico': the words after it say what it is. */
function isOther(tokens: readonly Token[], at: number, kind: string): boolean {
  const word = tokens[at]?.word ?? ''
  if (word.startsWith('cigarr') && tokens[at + 1]?.word === 'eletronico') return true
  const smokes = smoking.test(word)
  if (!smokes && !(drinking.test(word) && kind === 'alcool')) return false
  // 'Refrigerante não bebo'
  const before = tokens.slice(Math.max(0, at - 3), at)
  if (
    !smokes &&
    before.some((one) => topicWords.get(one.word)?.kind === 'bebida') &&
    before.every((one) => one.kind !== 'mark')
  )
    return true
  const goesOn = tokens[at + 2]?.word === 'so' ? 2 : 1
  for (const next of tokens.slice(at + goesOn, at + goesOn + 3)) {
    if (next.kind === 'mark') return false
    const other = topicWords.get(next.word)
    if (other && other.kind !== kind) return smokes ? /^(drogas|fumo|vape)$/.test(other.kind) : other.kind === 'bebida'
    if (!smokes && /^(agua|leite|suco|remedio|comprimido|cha|soro)$/.test(next.word)) return true
  }
  return false
}

/** The habits that the words name, each once, in order. */
export function topicsIn(clause: Clause): Named[] {
  const { tokens, quantities } = clause
  const found: { topic: Topic; at: number; first: number }[] = []
  tokens.forEach(({ word }, at) => {
    const isElectronic = word === 'eletronico' && tokens[at - 1]?.word.startsWith('cigarr')
    const topic = isElectronic ? { kind: 'vape', name: '' } : topicWords.get(word)
    if (!topic || isOther(tokens, at, topic.kind)) return
    const last = found.findIndex((one) => one.topic.kind === topic.kind && (one.topic.name === '' || topic.name === ''))
    if (last < 0) found.push({ topic, at, first: at })
    else if (topic.name !== '') found[last] = { topic, at, first: found[last]?.first ?? at }
  })
  const starts = found.map(({ first: at }, index) => {
    const before = found[index - 1]?.at
    if (before === undefined) return 0
    // 'Fumo, mas parei de beber': the end belongs to what follows it.
    const verb = tokens.findLastIndex(({ word }, place) => changes.test(word) && place > before && place >= at - 3)
    if (verb > before && verb < at) return denies(tokens, verb, before) ? verb - 1 : verb
    const number = quantities.find(
      ({ from, to, unit }) => from > before && to <= at && to >= at - 1 && !/^(ano|mes|dia|hora|semana)$/.test(unit),
    )
    if (number) return number.from
    const mark = tokens.findLastIndex(({ kind }, place) => kind === 'mark' && place > before && place < at)
    if (mark >= at - 3 && mark > 0) return mark + 1
    return denies(tokens, at, before) ? at - 1 : at
  })
  return found.map(({ topic, at }, index) => ({
    topic,
    at,
    from: starts[index] ?? 0,
    to: starts[index + 1] ?? tokens.length,
  }))
}

/** 'Não fumo não bebo': whether the denial just before belongs to this word. In 'fumar não bebo vinho' it does not. */
function denies(tokens: readonly Token[], at: number, before: number): boolean {
  if (!denier.test(tokens[at - 1]?.word ?? '')) return false
  return before < at - 2 || denier.test(tokens[before - 1]?.word ?? '')
}

/** 'Cigarro nunca', 'não fumo': denied before it up to a comma, or right after it. */
export function isDenied({ tokens }: Clause, { at, from, to }: Named): boolean {
  const after = tokens.slice(at + 1, Math.min(to, at + 4))
  const first = after.findIndex(({ word }) => denier.test(word))
  if (
    first >= 0 &&
    !/^(sempre|todo)$/.test(after[first + 1]?.word ?? '') &&
    after
      .slice(0, first)
      .every(({ word }) =>
        /^(eu|uso|bebo|fumo|nem|mais|normal|comum|mesmo|convencional|credo|deus|me|livre|,)$/.test(word),
      )
  )
    return true
  for (let before = at - 1; before >= Math.max(from, at - 5); before--) {
    const token = tokens[before]
    if (token?.kind === 'mark') return false
    if (/^(nao|nunca|nem|sem|nenhum|nenhuma|jamais)$/.test(token?.word ?? ''))
      return !/^(so|apenas)$/.test(tokens[before + 1]?.word ?? '')
    if (/^(so|mas)$/.test(token?.word ?? '')) return false
    if (/^(tomo|bebo)$/.test(token?.word ?? '')) return before > from && denier.test(tokens[before - 1]?.word ?? '')
  }
  return false
}
