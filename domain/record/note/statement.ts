// Writes a clause that no frame holds as a sentence of a note: the words worth keeping, in the note's voice.
import type { Clause } from '#domain/dialogue/clause.ts'
import { figure } from '../frames/times.ts'
import { infinitive } from '../voice/imperative.ts'
import { normalise, settle } from '../voice/normalise.ts'
import { toThirdPerson } from '../voice/third-person.ts'

/** The words of a clause that a note keeps, as one text, and how sure the choice is. */
export type Statement = { text: string; mean: number; least: number; count: number }

const kept = 0.5
/** Words at which a clause is cut into pieces. */
const cuts = new Set('mas porem porque entao dai ai so que'.split(' '))
const emptyLead =
  /^(e|eu|ai|entao|que|mas|ja|la|ate|so|ah|olha|bom|bem|assim|tipo|ne|ta|acho|ela|ele|a gente|gente|voce|senhor|senhora|o senhor|a senhora|doutor|doutora|tambem|agora|dai|porque|isso|esse|essa|ou|se|pra|por|com|de|da|do|em|na|no|uns|umas|um|uma|o|a|os|as|minha|meu|sua|seu|pois|quando)$/
/** Small words that a kept word takes with it when they stand before it. */
const takes =
  /^(nao|nunca|sem|nem|nenhum|nenhuma|de|do|da|dos|das|em|no|na|nos|nas|ao|aos|com|para|pra|por|pelo|pela|ha|faz|desde|a|o|um|uma|quando|cada|mais|menos|muito|muita|se|ate|depois|antes|tem|tenho|teve|tive|foi|fui|e|sou|esta|to|ta|estou|estava|tava|faco|faz|fico|fica|tomo|toma|uso|usa)$/

/** The span [from, to) of the tokens worth keeping in each piece of the clause. */
function spansOf(clause: Clause, chances: readonly number[]): [number, number][] {
  const { tokens } = clause
  const spans: [number, number][] = []
  let from = 0
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at]
    const ends =
      token === undefined ||
      (token.kind === 'mark' && /[,;:.!?]/.test(token.word)) ||
      (at > from && cuts.has(token.word))
    if (!ends) continue
    let first = -1
    let last = -1
    for (let index = from; index < at; index++)
      if ((chances[index] ?? 0) >= kept) {
        if (first < 0) first = index
        last = index
      }
    if (first >= 0) {
      while (first > from && takes.test(tokens[first - 1]?.word ?? '')) first -= 1
      const number = clause.quantities.find((one) => one.from <= last + 1 && one.to > last)
      let end = last + 1
      if (number) end = Math.max(end, Math.min(at, number.to + 1))
      spans.push([first, end])
    }
    from = token !== undefined && token.kind === 'mark' ? at + 1 : at
  }
  return spans
}

/** The text of the tokens in a span, with numbers as digits and units short. */
function textOf(clause: Clause, from: number, to: number): string {
  const out: string[] = []
  for (let at = from; at < to; at++) {
    const token = clause.tokens[at]
    if (!token) break
    const number = clause.quantities.find(
      (one) => one.from === at && one.to <= Math.max(to, at + 1) && !one.either && /^\p{L}/u.test(token.word),
    )
    if (number && !/^(uma?|primeir\w+|segund\w+|terceir\w+|ontem|anteontem)$/.test(token.word)) {
      out.push(figure(number.value))
      at = number.to - 1
      continue
    }
    if (token.kind === 'mark') out.push(token.said)
    else out.push(token.said)
  }
  return out.join(' ').replace(/ ([,.;:%])/g, '$1')
}

const shorten: readonly [RegExp, string][] = [
  [/\b(?:já )?(?:faz|há|tem|vai pra|fazem) (?:já |mais ou menos |quase |uns |umas |cerca de )*(\d)/giu, 'há $1'],
  [/\b(?:uns|umas) (?=\d)/giu, ''],
  [/\bmiligramas?\b/giu, 'mg'],
  [/\bmililitros?\b/giu, 'mL'],
  [/\bmicrogramas?\b/giu, 'mcg'],
  [/(\d) por cento\b/giu, '$1%'],
  [/\b(?:remédio|remédios)\b/giu, 'medicamento'],
]
const opening =
  /^(?:(?:e|mas|aí|então|que|porque|só que|ou|também|é|isso|eu|ela|ele|já|assim|tipo|a gente|você|o senhor|a senhora)[,]?\s+)+/iu
const having = /^(?:está com|tem tido|tem|sente|sentindo|está tendo|teve uma? |anda com|tinha)\s+(?=\p{L}{3})/iu

/** The statement of a clause, or undefined if no word is worth keeping. */
export function statementOf(clause: Clause, chances: readonly number[]): Statement | undefined {
  const spans = spansOf(clause, chances)
  const decided = spans.flatMap(([from, to]) => chances.slice(from, to).filter((one) => !Number.isNaN(one)))
  if (decided.length === 0) return undefined
  const pieces = spans.map(([from, to]) => {
    let start = from
    while (start < to - 1 && emptyLead.test(clause.tokens[start]?.word ?? '') && !((chances[start] ?? 0) >= kept))
      start += 1
    return textOf(clause, start, to)
  })
  const { tag } = clause
  const plan = tag.part === 'con' || tag.part === 'ori'
  let text = normalise(pieces.join(', '))
  text = plan && clause.speaker === 'doctor' ? infinitive(text) : toThirdPerson(text)
  for (const [pattern, to] of shorten) text = text.replace(pattern, to)
  text = settle(text.replace(opening, ''))
  if (!plan) text = text.replace(having, '')
  const clean = settle(text).replace(/[.?!,;:]+$/, '')
  if (clean.length < 3) return undefined
  return {
    text: `${clean[0]?.toUpperCase() ?? ''}${clean.slice(1)}.`,
    mean: decided.reduce((sum, one) => sum + one, 0) / decided.length,
    least: Math.min(...decided),
    count: decided.length,
  }
}
