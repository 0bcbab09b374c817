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
    const last = found.findLastIndex(
      (one) => one.topic.kind === topic.kind && (one.topic.name === '' || topic.name === ''),
    )
    if (last < 0 || tellsAnew(tokens, found[last]?.at ?? 0, at, topic)) found.push({ topic, at, first: at })
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

/** 'Tento não fumar, mas fumo', 'não fumo, fumei dez anos': after a denial the same habit is told anew. */
function tellsAnew(tokens: readonly Token[], before: number, at: number, topic: Topic): boolean {
  if (topic.name !== '' || !/^(tabaco|alcool)$/.test(topic.kind) || !verb.test(tokens[at]?.word ?? '')) return false
  // 'Fumava um maço, hoje fumo cinco.'
  const isNow = /^(hoje|agora)$/.test(tokens[at - 1]?.word ?? '') && /^(fumava|bebia)$/.test(tokens[before]?.word ?? '')
  if (isNow) return true
  if (denierOf(tokens, { at: before, from: 0, to: at }) < 0) return false
  return tokens
    .slice(before + 1, at)
    .some(({ word, kind }) => kind === 'mark' || /^(mas|porem|agora|antes|ja|quando)$/.test(word))
}
const verb = /^(fum(o|a|ei|ou|ava)|beb(o|e|i|eu|ia))$/

/** 'Não fumo não bebo': whether the denial just before belongs to this word. In 'fumar não bebo vinho' it does not. */
function denies(tokens: readonly Token[], at: number, before: number): boolean {
  if (!denier.test(tokens[at - 1]?.word ?? '')) return false
  return before < at - 2 || denier.test(tokens[before - 1]?.word ?? '')
}

/** What is said of a habit. `over`: given up. `unclear`: 'tento não fumar' neither denies nor tells how much. */
export type Saying = 'affirmed' | 'denied' | 'over' | 'unclear'

/** The place of the word that denies a habit, before it up to a comma or right after it, or -1. */
function denierOf(tokens: readonly Token[], { at, from, to }: { at: number; from: number; to: number }): number {
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
    return at + 1 + first
  for (let before = at - 1; before >= Math.max(from, at - 5); before--) {
    const token = tokens[before]
    if (token?.kind === 'mark') return -1
    if (/^(nao|nunca|nem|sem|nenhum|nenhuma|jamais)$/.test(token?.word ?? ''))
      return /^(so|apenas)$/.test(tokens[before + 1]?.word ?? '') ? -1 : before
    if (/^(so|mas)$/.test(token?.word ?? '')) return -1
    if (/^(tomo|bebo)$/.test(token?.word ?? ''))
      return before > from && denier.test(tokens[before - 1]?.word ?? '') ? before - 1 : -1
  }
  return -1
}

/** 'Tento não fumar', 'evito beber': an intention. */
const trying = /\b(tent\w+|evit\w+|procur(o|a|ando)|promet\w+|ia|queria|quero|gostaria|devia|deveria|mentir|nego)\b/
/** 'Não consigo parar de fumar', 'não fico sem beber': the second denial takes back the first. */
const giving = /^(parar|parei|parou|largar|larguei|largou|deixar|deixei|deixou|abandonar|sem)$/
/** 'Não fumo muito', 'quase não bebo': little is not none. */
const much = /\b(muit[oa]s?|tant[oa]|demais|direto|sempre|tod[oa]s?|bastante|quase|mais (de|do|que))\b/
/** 'Não fumo dentro de casa': elsewhere perhaps. */
const place = /\b(dentro|na frente|perto|longe|em casa|(no|do) (carro|trabalho|servico|quarto))\b/
/** 'Não bebo, só no fim de semana'. */
const exception =
  /\b(so|apenas|somente) (quando|se|de vez|as vezes|em|no|na|nos|nas|aos|socialmente|raramente|um ou outro|uma ou outra)\b/
const lately = /\b(ha|faz|tem) (\w+ )?\w+ (dias?|semanas?)\b/
const since = /\bdesde\b|\bmais\b(?! (de|do|que)\b)/

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ kind }) => kind !== 'mark')
    .map(({ word }) => word)
    .join(' ')

/** Whether a habit is affirmed, denied or given up in the words that describe it. */
export function sayingOf({ tokens }: Clause, { topic, at, from, to }: Named): Saying {
  const denial = denierOf(tokens, { at, from, to })
  const lead = tokens.slice(Math.max(from, Math.min(at, denial < 0 ? at : denial) - 3), at)
  if (denial < 0) return /\bevit\w+$/.test(textOf(lead)) ? 'unclear' : 'affirmed'
  if (!/^(tabaco|alcool|vape)$/.test(topic.kind)) return 'denied'
  const before = denial < at ? tokens.slice(from, denial) : []
  const twice =
    denial < at &&
    (tokens.slice(denial + 1, at).some(({ word }) => giving.test(word)) ||
      (tokens[denial]?.word === 'sem' && before.some(({ word }) => /^(nao|nunca)$/.test(word))))
  if (twice) return 'affirmed'
  if (trying.test(textOf(lead))) return 'unclear'
  const rest = tokens.slice(at + 1, to)
  const end = rest.findIndex(({ kind }) => kind === 'mark')
  const close = textOf([...lead, ...rest.slice(0, end < 0 ? 3 : Math.min(end, 3))])
  if (much.test(close) || exception.test(textOf(rest))) return 'affirmed'
  const whole = textOf(tokens.slice(from, to))
  if (place.test(whole) || lately.test(whole)) return 'unclear'
  return since.test(textOf(rest)) && !/\bnunca\b/.test(whole) ? 'over' : 'denied'
}
