// Turns what a doctor says to the patient round into advice: 'o cálice, segura com as duas mãos', 'suco, nunca'.
import type { Clause } from '#domain/dialogue/clause.ts'
import { lowerFirst } from '#domain/text.ts'
import orders from '../lexicon/orders.json' with { type: 'json' }
import { infinitiveOf, mayBeVerb, phraseOf } from './phrase.ts'

const needNoThing = new Set(orders.needNoThing.split(' '))
/** No name of a thing begins with these. */
const noThing =
  /^(que|quem|se|quando|como|onde|isso|esse|essa|este|esta|ele|ela|eles|elas|tudo|nada|ninguem|todo|toda|cada|em|n[ao]s?|de|com|sem|por|pra|pro|para|ate|so|mas|porque|depois|antes|sempre|nunca|nao|ja|la|aqui|hoje|amanha|agora|mais|muito|entao|ora|pode|deve|precisa|vai|tem|quer|e)$/
const address = /^(voce|voces|senhora?|gente|a|o)$/
/** So many words may name the thing. */
const longestThing = 5
/** A verb with a thing before it: where the verb stands, and where its thing ends. */
type Fronted = { verb: number; thing: number }

/** Finds 'a perna lava …', 'o cálice, segura …': the thing first, then the order. `head`: the clause begins here. */
function frontedAt(clause: Clause, from: number, to: number, head: boolean): Fronted | undefined {
  const { tokens, said, quantities } = clause
  const word = (at: number) => tokens[at]?.word ?? ''
  const named = /^[ao]s?$/.test(word(from))
  if (tokens[from]?.kind !== 'word' || noThing.test(word(from)) || !(named || head)) return undefined
  let thing = from
  while (thing < to && thing - from < longestThing && tokens[thing]?.kind !== 'mark' && !isVerb(word(thing))) thing += 1
  if (tokens[thing]?.kind === 'mark' && word(thing) !== ',') return undefined
  let verb = tokens[thing]?.kind === 'mark' ? thing + 1 : thing
  // Without an article a comma must follow: 'Tela, desligue às dez'.
  if (verb === thing && !named) return undefined
  // 'O escarro [o senhor] colhe amanhã'.
  let end = thing
  while (end > from + 1 && address.test(word(end - 1))) end -= 1
  if (word(verb) === 'nao') verb += 1
  const order = infinitiveOf(word(verb), false)
  if (verb >= to || end <= from || !order || needNoThing.has(order) || /[aei]r$/.test(word(verb))) return undefined
  const things = tokens.slice(from, end)
  if (noThing.test(word(end - 1)) || things.every(({ joining }) => joining)) return undefined
  if (things.some((token) => somebody.has(token.word) || mayBeVerb(token.word))) return undefined
  if (quantities.some((one) => one.from < end && one.to > from && !/^[ao]s?$/.test(word(one.from)))) return undefined
  // 'Teu marido fuma no portão': somebody does it.
  if (said.some((one) => /^(relative|drug|specialty)$/.test(one.concept.kind) && one.from >= from && one.to <= end))
    return undefined
  return { verb, thing: end }
}
const isVerb = (word: string): boolean => word === 'nao' || infinitiveOf(word, false) !== undefined
const somebody = new Set(
  'equipe gente alguem agente escola posto pessoal enfermagem doutor doutora mulher menina menino bebe crianca corpo'.split(
    ' ',
  ),
)

/** Rewrites orders that name the object first, as 'Segurar o cálice com as 2 mãos'. Returns undefined if there are none. */
export function frontedOrder(clause: Clause, from: number, to: number): string | undefined {
  const { tokens } = clause
  const starts = [from]
  for (let at = from + 2; at < to - 1; at++)
    if (tokens[at - 1]?.kind === 'mark' || /^e$/i.test(tokens[at - 1]?.said ?? '')) starts.push(at)
  for (const start of starts) {
    const found = frontedAt(clause, start, to, start === from)
    if (!found) continue
    const denied = tokens[found.verb - 1]?.word === 'nao' ? 'não ' : ''
    const verb = infinitiveOf(tokens[found.verb]?.word ?? '', false)
    const thing = phraseOf(clause, start, found.thing)
    const rest = found.verb + 1 < to ? phraseOf(clause, found.verb + 1, to, true, true) : ''
    const before = start > from ? phraseOf(clause, from, start, true) : ''
    if (!thing || rest === undefined || before === undefined) return undefined
    const tie = start > from ? (tokens[start - 1]?.word === 'e' ? ' e ' : ', ') : ''
    return `${before}${tie}${denied}${verb} ${lowerFirst(thing)} ${rest}`.trim()
  }
  return undefined
}

const never = /^(nunca|nao|zero|nem|de|fora|nenhum|nenhuma|nada|acabou)$/
const whole = /^(nunca( mais)?|nao|zero|nem pensar|de jeito nenhum|fora|nenhuma?|nada|acabou)( |$)/
/** 'Sem suco e mel': a thing that the doctor names and forbids. */
export function forbidden(clause: Clause, from: number, to: number): string | undefined {
  const { tokens, said } = clause
  const rest = (at: number) =>
    tokens
      .slice(at, to)
      .map(({ word }) => word)
      .join(' ')
  if (noThing.test(tokens[from]?.word ?? '')) return undefined
  const at = tokens.findIndex(
    ({ word }, place) => place > from && place < to && never.test(word) && whole.test(rest(place)),
  )
  if (at < 0 || at - from > 9) return undefined
  const cue = whole.exec(rest(at))?.[1]?.split(' ').length ?? 1
  const after = at + cue
  // 'Não' before a verb denies the verb.
  if (after < to && tokens[after]?.kind !== 'mark') return undefined
  if (
    said.some(
      (one) => /^(drug|exam|specialty|symptom|relative)$/.test(one.concept.kind) && one.from >= from && one.to <= to,
    )
  )
    return undefined
  const colon = tokens.findLastIndex(({ word }, place) => place < at && word === ':')
  const start = Math.max(from, colon + 1)
  const thing = tokens.slice(start, at)
  const doing = infinitiveOf(thing[0]?.word ?? '', true) === thing[0]?.word
  if (doing && tokens[at]?.word === 'fora') return undefined
  if (thing.some(({ word, said: spoken }) => /^(é|são|está|tem)$/i.test(spoken) || mayBeVerb(word))) return undefined
  const name = phraseOf(clause, start, at)
  const more = /^, (por|ate)\b/.test(rest(after)) ? phraseOf(clause, after + 1, to) : ''
  if (more && /mos$/.test(more)) return undefined
  return name && `${doing ? 'Não' : 'Sem'} ${lowerFirst(name.replace(/^(O|A|Os|As) /i, ''))}${more ? ` ${more}` : ''}`
}
