// Writes words of a clause as a note would: digits, short units, no address, orders as infinitives.
import type { Clause } from '#domain/dialogue/clause.ts'
import { lowerFirst, plain } from '#domain/text.ts'
import orders from '../lexicon/orders.json' with { type: 'json' }
import wordings from '../lexicon/wordings.json' with { type: 'json' }
import { figure } from './times.ts'

const listOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const setOf = (text: string): ReadonlySet<string> => new Set(listOf(text))

/** 'Evite', 'evita' -> 'evitar': every form in which a doctor tells somebody to do something. */
const orderForms: ReadonlyMap<string, string> = (() => {
  const forms = new Map<string, string>(Object.entries(orders.irregular))
  const put = (form: string, verb: string) => {
    if (!forms.has(form)) forms.set(form, verb)
  }
  for (const verb of listOf(orders.regular)) {
    const stem = plain(verb).slice(0, -2)
    // 'Começar' -> 'comece', 'pegar' -> 'pegue', 'colocar' -> 'coloque'.
    const soft = verb.endsWith('çar')
      ? stem
      : verb.endsWith('car')
        ? `${stem.slice(0, -1)}qu`
        : verb.endsWith('gar')
          ? `${stem}u`
          : stem
    const endings = verb.endsWith('ar') ? [`${stem}a`, `${soft}e`, `${soft}em`] : [`${stem}e`, `${stem}a`, `${stem}am`]
    for (const form of [...endings, plain(verb)]) put(form, verb)
  }
  return forms
})()
/** 'Infiltro', 'repito': what the doctor will do, for the verbs of the list. */
const doctorForms: ReadonlyMap<string, string> = new Map(
  listOf(orders.regular).map((verb) => [`${plain(verb).slice(0, -2)}o`, verb]),
)
const ambiguous = setOf(orders.ambiguous)
const nouns = setOf(orders.nouns)
/** The `nouns` that are verbs after another order: 'para o remédio e faz um hemograma'. */
const together = setOf(orders.together)
/** The infinitive of an order; undefined for any other word. `sure`: an order is expected here. */
export function infinitiveOf(word: string, sure: boolean): string | undefined {
  const verb = sure || !(ambiguous.has(word) || nouns.has(word)) ? orderForms.get(word) : undefined
  // A word listed as its own infinitive is no verb unless it ends in r: 'da', 'nada'.
  return verb === word && !word.endsWith('r') ? undefined : verb
}

/** Whether the word may be an order or tell what somebody does: 'fuma', 'olhe'. */
export const mayBeVerb = (word: string): boolean =>
  !nouns.has(word) && !word.endsWith('r') && infinitiveOf(word, true) !== undefined
/** 'Olhe', 'beba': a form that only orders. 'Liga' also tells what something does. */
function onlyOrders(word: string): boolean {
  const verb = mayBeVerb(word) && !ambiguous.has(word) ? infinitiveOf(word, true) : undefined
  return verb !== undefined && (verb.endsWith('ar') ? word.endsWith('e') : word.endsWith('a'))
}

const dropped = setOf(wordings.dropped)
const spoken = setOf(wordings.spoken)
const written: Readonly<Record<string, string>> = wordings.words
const phrases: ReadonlyMap<string, readonly [readonly string[], string][]> = (() => {
  const byFirst = new Map<string, [readonly string[], string][]>()
  for (const [say, note] of Object.entries(wordings.phrases)) {
    const words = listOf(say)
    byFirst.set(words[0] ?? '', [...(byFirst.get(words[0] ?? '') ?? []), [words, note]])
  }
  for (const list of byFirst.values()) list.sort((a, b) => b[0].length - a[0].length)
  return byFirst
})()
/** Words that are articles more often than numbers. */
const noNumber = /^(uma?|zero|ontem|anteontem|(primeir|segund|terceir|quart|quint)[oa]s?)$/

/** Words before an order: 'não pegue', 'depois passa'. */
const beforeOrder = setOf('nao nunca so sempre tambem depois e ou entao ai , : mas primeiro')

/** After these a verb is no order. */
const takesVerb =
  /^(que|se|quem|quando|onde|como|isso|ela|ele|a|o|as|os|de|da|do|na|no|em|com|pra|para|uma?|muit[oa]|mais)$/

/** 'Para de fumar', 'não para': a verb, not the preposition. */
function stops({ tokens }: Clause, at: number): boolean {
  if (tokens[at]?.word !== 'para') return false
  const [before, next] = [tokens[at - 1]?.word, tokens[at + 1]]
  if (next?.word === 'de') return /[aei]r$/.test(tokens[at + 2]?.word ?? '')
  return before === 'nao' && !/^([ao]s?|\p{L}+[aei]r)$/u.test(next?.word ?? '')
}

/** 'Para a azia, comer pouco': what it is for, no order to stop. */
const isPurpose = ({ tokens, said }: Clause, at: number): boolean =>
  tokens[at]?.word === 'para' &&
  said.some(({ concept, from }) => /^(symptom|condition)$/.test(concept.kind) && from > at && from <= at + 2)

/** The words from `from` to before `to` as a note writes them; undefined if they are still talk. */
export function phraseOf(
  clause: Clause,
  from: number,
  to: number,
  asOrder = false,
  afterOrder = false,
): string | undefined {
  const { tokens, quantities } = clause
  const out: string[] = []
  const marked = tokens.some(({ kind }) => kind === 'mark')
  let first = true
  let ordered = afterOrder
  let last = ','
  for (let at = from; at < to; at++) {
    const token = tokens[at]
    if (!token) break
    const { word } = token
    const phrase = phrases.get(word)?.find(([words]) => words.every((one, step) => tokens[at + step]?.word === one))
    if (phrase && at + phrase[0].length <= to) {
      if (phrase[1]) out.push(phrase[1])
      last = tokens[at + phrase[0].length - 1]?.word ?? ''
      at += phrase[0].length - 1
      if (phrase[1]) first = false
      continue
    }
    const next = tokens[at + 1]?.word ?? ''
    const orders = asOrder && onlyOrders(word) && /^[ao]s?$/.test(next)
    if ((dropped.has(word) && !orders) || (/^[ao]s?$/.test(word) && /^(senhora?|gente|senhoras?|senhores)$/.test(next)))
      continue
    if (token.kind === 'mark' && (first || !/^[,;:()/]$/.test(word))) continue
    // 'Aí eu infiltro': a decision of the doctor.
    const decision = asOrder && beforeOrder.has(last) ? (doctorForms.get(next) ?? infinitiveOf(next, false)) : undefined
    if (word === 'eu' && decision) {
      out.push(decision)
      ordered = true
      last = next
      at += 1
      continue
    }
    const number = quantities.find((one) => one.from === at && one.to <= to && !one.either)
    const begins = beforeOrder.has(last)
    // 'Levanta devagar senta na beira': orders without a mark between them.
    const runs = asOrder && !marked && ordered && !begins && !/r$/.test(word) && !takesVerb.test(last)
    const expected = begins && (ordered || last === 'nao') && (!nouns.has(word) || together.has(word))
    // 'Todo dia olhe os pés': a time stands before the order.
    const late = !ordered && !first && !takesVerb.test(last) && onlyOrders(word)
    const order =
      asOrder && stops(clause, at)
        ? 'parar'
        : asOrder && token.said.toLowerCase() === 'dê'
          ? 'dar'
          : asOrder && (begins || runs || late) && !isPurpose(clause, at)
            ? infinitiveOf(word, first || expected || late)
            : undefined
    if (order && runs) out.push(',')
    if (order) ordered = true
    if (number && (number.to > at + 1 || (!noNumber.test(word) && /^\p{L}/u.test(word)))) {
      out.push(figure(number.value))
      at = number.to - 1
    } else out.push(order ?? written[word] ?? token.said)
    last = word
    first = false
  }
  return tidyPhrase(out.join(' '))
}

const shorten: readonly [RegExp, string][] = [
  [/ ([,;:])/g, '$1'],
  [/([,;:])[,;: ]*(?=[,;:])/g, ''],
  [/\b0,5 hora\b/g, '30 minutos'],
  [/\b(\d+) vez(?:es)? (?:por|ao|no|a cada) dia\b/g, '$1x/dia'],
  [/\b(\d+) vez(?:es)? (?:por|na|a cada) semana\b/g, '$1x/semana'],
  [/\bde (\d+) em \1 horas\b/g, 'de $1/$1 h'],
  [/\b(\d+) por cento\b/g, '$1%'],
  [/\b(\d{2,3}) por (\d{1,3})\b(?! (?:dias|vezes|semanas|horas|minutos))/g, '$1/$2'],
  // 'Falar com [você] de novo'.
  [/ com (?=de novo|n[ao]s? |em )/g, ' '],
  [/\b(1[3-9]|2[0-3])(?: horas)? da (?:tarde|noite)\b/g, '$1 h'],
  [/ [oa]s 2$/, ''],
  [/\b(uns|umas|quase|mais ou menos) (?=\d)/g, ''],
  [/\b(?:seu|sua|seus|suas|teu|tua|teus|tuas) (?=\p{L})/gu, ''],
  [/\s+/g, ' '],
]
const trailing = /[\s,;:]+$|[\s,;:]+(e|ou|a|o|que|de|da|do|com|para|mas|se|por|porque|é|em|na|no|um|uma)$/u

function tidyPhrase(text: string): string | undefined {
  let out = text
  for (const [pattern, to] of shorten) out = out.replace(pattern, to)
  out = out.replace(/\b([1-9]|1[01])(?: horas?)? da (?:tarde|noite)\b/g, (_, hour) => `${Number(hour) + 12} h`).trim()
  while (trailing.test(out)) out = out.replace(trailing, '')
  const words = plain(out).match(/[a-z0-9]+/g) ?? []
  return words.length === 0 || words.some((word) => spoken.has(word)) ? undefined : out
}

const longestCondition = 12
/** The condition in the words of a note: 'se não melhorar em 1 semana'; undefined for talk. */
export function conditionText(clause: Clause, from: number, to: number): string | undefined {
  const text = phraseOf(clause, from, to)
  const many = text?.split(/\s+/).length ?? 0
  if (!text || many < 2 || many > longestCondition) return undefined
  if (/^(se|caso) (não )?(precisar|quiser|puder|der|preferir|achar)\b/i.test(text)) return undefined
  return lowerFirst(text)
}
