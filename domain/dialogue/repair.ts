// Takes back what a speaker corrects in the same line: of 'sete dias... não, cinco dias' the five are left.

import { mentionsIn } from '../record/lexicon/lexicon.ts'
import { numberAt, quantitiesIn } from '../record/safety/numbers.ts'
import type { Token } from '../record/safety/words.ts'

/** A value in [`from`, `to`). Only a value of the same kind can replace it. */
type Value = { kind: string; key: string; from: number; to: number }
/** `moved`: a removed unit that the next value takes over. */
type Span = { from: number; to: number; moved?: { token: Token; before: number } }

const takesBack = /^(nao|minto|alias|perdao|desculpa|digo|corrigindo|errei|mentira)$/
/** Words between a correction and the value that it puts in place: 'não, melhor, em um mês'. */
const leads = /^(nao|melhor|ou|alias|minto|perdao|desculpa|digo|errei|mentira|quer|dizer|pera|espera|calma|ai|ah)$/
/** Sounds of thinking: 'a direita. É... não, a esquerda'. */
const thinks = /^(e|eh|ah|ai|hum|bom|deixa|eu|ver|acho|que|perai|pera|calma)$/
/** Hours are left out: 'de 6 em 6 horas' is no length of time. */
const times = /^(dia|semana|mes|ano)$/
const side = /^(direit|esquerd)[oa]s?$/
const weekday = /^(segunda|terca|quarta|quinta|sexta|sabado|domingo)$/
const routes: readonly (readonly [string, string])[] = [
  ['na veia', 'EV'],
  ['no musculo', 'IM'],
  ['via oral', 'VO'],
  ['pela boca', 'VO'],
  ['embaixo da lingua', 'SL'],
]
/** The kind of a number without a unit. */
const BARE = ''
/** The new value comes at most so many words after the correction. */
const aheadWithin = 5

function valuesIn(tokens: readonly Token[]): Value[] {
  const values: Value[] = quantitiesIn(tokens)
    .filter(({ unit, known, either }) => (unit === '' || known) && !either)
    .map(({ unit, value, from, to }) => ({
      kind: times.test(unit) ? 'time' : unit,
      key: `${value} ${unit}`,
      from,
      to: unit === '' ? to : to + 1,
    }))
  tokens.forEach(({ word }, at) => {
    const after = tokens[at + 1]?.word
    if (side.test(word)) values.push({ kind: 'side', key: word.slice(0, 4), from: at, to: at + 1 })
    // 'Segunda vez' is no day.
    else if (weekday.test(word) && after !== 'vez') values.push({ kind: 'day', key: word, from: at, to: at + 1 })
    for (const [say, key] of routes) {
      const { length } = say.split(' ')
      const words = tokens.slice(at, at + length).map((one) => one.word)
      if (words.join(' ') === say) values.push({ kind: 'route', key, from: at, to: at + length })
    }
  })
  return values.sort((a, b) => a.from - b.from)
}

const isPause = ({ kind, word }: Token): boolean => kind === 'mark' || /^(a|o|em|de|da|do|na|no|por)$/.test(word)

/** The words of the correction that begins at `at`, with the marks and sounds around them. */
function correctionAt(tokens: readonly Token[], at: number): Span | undefined {
  const word = tokens[at]?.word ?? ''
  if (!takesBack.test(word) && !(word === 'quer' && tokens[at + 1]?.word === 'dizer')) return undefined
  let [from, to] = [at, word === 'quer' ? at + 2 : at + 1]
  const isMark = (place: number) => tokens[place]?.kind === 'mark'
  while (isMark(to) || (to > at + 1 && leads.test(tokens[to]?.word ?? ''))) to += 1
  // 'Não é aqui': a denial goes on; a correction is followed by a pause.
  if (to === at + 1) return undefined
  while (from > 0 && (isMark(from - 1) || (isMark(from - 2) && thinks.test(tokens[from - 1]?.word ?? '')))) from -= 1
  return { from, to }
}

/** The value with the words before it that the new one repeats: 'em seis semanas … em um mês'. */
function withLead(tokens: readonly Token[], old: Value, later: Value): Span {
  let { from } = old
  for (let back = 1; back <= 2 && tokens[old.from - back]?.word === tokens[later.from - back]?.word; back++)
    if (tokens[old.from - back]?.kind === 'word') from = old.from - back
  return { from, to: old.to }
}

/** Whether the new value ends its words like the old one. 'Não, no esquerdo não tenho' goes on otherwise. */
function endsAlike(tokens: readonly Token[], old: Value, later: Value): boolean {
  const next = tokens[later.to]
  if (next === undefined || next.kind === 'mark' || next.word === 'mesmo') return true
  return next.word === tokens[old.to]?.word || (next.joining && !/^(nao|nunca|nem)$/.test(next.word))
}

/** Whether the words between a correction and the new value tell something else: 'não, febre há dois dias'. */
function tellsMore(tokens: readonly Token[]): boolean {
  const [first] = tokens
  if (first?.word === 'e' && first.said.toLowerCase() !== 'é') return true
  if (tokens.some(({ word }) => word === '.' || word === 'nao')) return true
  // 'Não. Com essa gastrite, cinco dias': a reason may come first.
  return first?.word !== 'com' && mentionsIn(tokens).length > 0
}

/** Returns what the correction at `at` removes: the old value and the words that take it back. */
function repairIn(tokens: readonly Token[], values: readonly Value[], at: number): Span[] {
  const words = correctionAt(tokens, at)
  const later = words && values.find(({ kind, from }) => kind !== BARE && from >= words.to)
  if (!words || !later || later.from - words.to > aheadWithin) return []
  if (tellsMore(tokens.slice(words.to, later.from))) return []
  // The correction follows at once: in 'há três dias. Febre, não.' it is a denial. The unit may be missing.
  const old = values.findLast(({ kind, to }) => to === words.from && (kind === later.kind || kind === BARE))
  if (!old || old.key === later.key || !endsAlike(tokens, old, later)) return []
  // An answer to one's own question corrects nothing.
  if (tokens.slice(old.to, words.to).some(({ word }) => word === '?')) return []
  // 'Na veia... na veia não': said twice, taken back once.
  const isTwice = ({ kind, key, to }: Value) =>
    kind === old.kind && key === old.key && to <= old.from && tokens.slice(to, old.from).every(isPause)
  const same = values.filter(isTwice)
  return [...same, old].map((value) => withLead(tokens, value, later)).concat(words)
}

/** Words with which a speaker corrects a value without a denial: 'dez minutos... menos, cinco'. */
const nearer = /^(menos|somando|aqui|deixa|ver|um|uma|uns|umas|de|vai)$/

/** Returns the value that the next one restates after a pause: 'faz um mês... um mês e meio', 'três anos... dois e meio'. */
function restatedIn(tokens: readonly Token[], values: readonly Value[], index: number): Span[] {
  const [old, later] = [values[index], values[index + 1]]
  if (!old || !later || old.key === later.key || old.kind === 'hora') return []
  const middle = tokens.slice(old.to, later.from)
  const words = middle.filter(({ kind }) => kind === 'word')
  // An ellipsis is three marks; a unit may precede them.
  const pause = middle.findIndex(({ word }) => word === '.')
  if (pause < 0 || pause > 1 || middle[pause + 1]?.word !== '.') return []
  if (!words.every(({ word }) => nearer.test(word))) return []
  const [before, after] = [Number.parseFloat(old.key), Number.parseFloat(later.key)]
  // 'Três... quatro vezes' is a range, which goes up.
  const says = words.some(({ word }) => /^(menos|somando)$/.test(word))
  const isSame = old.kind === later.kind && old.kind !== BARE
  const isBare = later.kind === BARE
  if (!says && !isSame && !(isBare && after < before)) return []
  const unit = isBare && old.kind !== BARE ? tokens[old.to - 1] : undefined
  return [{ from: old.from, to: later.from, ...(unit && { moved: { token: unit, before: later.to } }) }]
}

const changes = /^(passou|passaram|mudou|mudaram|aumentou|aumentaram|subiu|subiram|baixou|trocou|diminuiu)$/
/** Returns the value before a change: 'era uma vez, o posto passou pra duas'. */
function formerIn(tokens: readonly Token[], old: Value): Span[] {
  if (tokens[old.from - 1]?.word !== 'era') return []
  const after = tokens.slice(old.to, old.to + 8).map(({ word }) => word)
  const at = after.findIndex((word) => changes.test(word))
  const fresh = /^(pra|para)$/.test(after[at + 1] ?? '') && at >= 0 ? numberAt(tokens, old.to + at + 2) : undefined
  if (!fresh) return []
  const unit = old.kind === BARE ? undefined : tokens[old.to - 1]
  return [{ from: old.from - 1, to: old.to, ...(unit && { moved: { token: unit, before: fresh.to } }) }]
}

/** Returns the tokens of a line without the values that its speaker takes back, and without the words that do so. */
export function withoutCorrected(tokens: readonly Token[]): readonly Token[] {
  const values = valuesIn(tokens)
  const spans = tokens
    .flatMap((_, at) => repairIn(tokens, values, at))
    .concat(values.flatMap((value, at) => [...restatedIn(tokens, values, at), ...formerIn(tokens, value)]))
  if (spans.length === 0) return tokens
  const isKept = (at: number) => !spans.some(({ from, to }) => at >= from && at < to)
  const movedTo = (at: number) => spans.flatMap(({ moved }) => (moved?.before === at ? [moved.token] : []))
  return [...tokens.flatMap((token, at) => [...movedTo(at), ...(isKept(at) ? [token] : [])]), ...movedTo(tokens.length)]
}
