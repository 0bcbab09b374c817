// Writes talk that no frame holds as sentences of a note: whole clauses, their kept words, and questions with their
// answers. Which of them the note needs is chosen later.
import type { Clause } from '#domain/dialogue/clause.ts'
import { isYesNo } from '#domain/dialogue/dialogue.ts'
import { lowerFirst, plain } from '../../text.ts'
import { figure } from '../frames/times.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { type Quantity, quantitiesIn } from '../safety/numbers.ts'
import { deniers, isFiniteVerb, tokensOf } from '../safety/words.ts'
import { infinitive } from '../voice/imperative.ts'
import { normalise, settle } from '../voice/normalise.ts'
import { toThirdPerson, withoutAddress } from '../voice/third-person.ts'
import { withUnits } from '../voice/units.ts'
import { contentOf } from './content.ts'

/** `way`: how the sentence was made. `mean`: the mean probability, from 0 to 1, that a note keeps its words. */
export type Statement = {
  way: 'whole' | 'kept' | 'clinical' | 'joined' | 'answer' | 'asked'
  text: string
  mean: number
  count: number
}

/** A word with this chance, or a higher one, is kept. */
const keepFrom = 0.5
const longest = 25

const shorten: readonly [RegExp, string][] = [
  // 'Faz umas cinco vezes por dia' is no time.
  [
    /(?<![\p{L}])(?:já )?(?:faz|há|tem(?=[^,.;]*\d+ (?:dia|semana|m[êe]s|ano|hora|minuto))|vai para|fazem) (?:já |mais ou menos |quase |uns |umas |cerca de )*(?=\d+\b(?! vez))/giu,
    'há ',
  ],
  [/(?<![\p{L}])(?:uns|umas) (?=\d)/giu, ''],
  [/(?<![\p{L}])miligramas?(?![\p{L}])/giu, 'mg'],
  [/(?<![\p{L}])mililitros?(?![\p{L}])/giu, 'mL'],
  [/(?<![\p{L}])graus(?![\p{L}])/giu, '°C'],
  [/(\d) por cento(?![\p{L}])/giu, '$1%'],
  [/(?<![\p{L}])mais ou menos (?=\d)/giu, 'cerca de '],
]
const opening =
  /^(?:(?:e|mas|aí|então|que|porque|só que|só(?=,)|mais(?=,)|ou|ou seja|também|é|é que|sim|isso|eu|ela|ele|já|assim|tipo|a gente|você|o senhor|a senhora|acho que|acha que|agora|daí|olha|bom|teve(?=,)|tem(?=,)|está sim|lembra(?=,)|por isso|não(?=,))(?:,\s+|\s+(?=[\p{L}\d])))+/iu
const closing =
  /(?:, (?:é isso|né|viu|sabe|entendeu|ou não|não é|teve alg\w+|tem alg\w+|assim|mesmo)| mesmo| assim| sim)$/iu
/** 'Vou pedir', 'a senhora vai tomar': the note has the infinitive alone. */
const deciding =
  /^(?:(?:e|aí|então|agora|mas|também|eu|a gente|você|o senhor|a senhora)[, ]+)*(?:vou|vamos|vai|quero|preciso)(?: (?:te|lhe|já))? (?=\p{L}+[aei]r(?![\p{L}]))/iu
const having =
  /^(?!tem \p{L}+[ai]do(?![\p{L}]))(?:está com|tem tido|tem|sente|está sentindo|está tendo|anda com|apresenta|sentiu)\s+(?:uma?s?\s+)?(?=\p{L}{3})/iu

/** '11h30' for 'às onze e meia', '19h' for 'às sete da noite'; undefined where the number is no time of day. */
function clockOf({ tokens }: Clause, { from, to, value, unit }: Quantity): string | undefined {
  const isHour = /^[aà]s$/i.test(tokens[from - 1]?.said ?? '') && unit === 'hora' && value > 0 && value < 24
  const half = value % 1
  if (!isHour || (half !== 0 && half !== 0.5) || /^horas?$/.test(tokens[to]?.word ?? '')) return undefined
  return `${Math.floor(value)}h${half ? '30' : ''}`
}

/** The tokens from `from` to before `to` as text, numbers in digits. */
function spoken(clause: Clause, from: number, to: number): string {
  const out: string[] = []
  for (let at = from; at < to; at++) {
    const token = clause.tokens[at]
    if (!token) break
    const number = clause.quantities.find((one) => one.from === at && one.to <= to && !one.either)
    const spelled =
      number &&
      /^\p{L}/u.test(token.word) &&
      !/^(uma?|ontem|anteontem|primeir\w+|segund\w+|terceir\w+)$/.test(token.word)
    const clock = number && clockOf(clause, number)
    out.push(clock ?? (spelled ? figure(number.value) : token.said))
    if (spelled) at = number.to - 1
    if (clock && clause.tokens[at + 1]?.word === 'da') at += 2
  }
  return out.join(' ').replace(/ ([,.;:%?!])/g, '$1')
}

const named = new Set(['symptom', 'condition', 'exam', 'procedure', 'specialty', 'quality', 'course'])

/** Replaces the spoken words for each concept by the note's wording; undefined without one. */
function inClinicalWords(clause: Clause): Clause | undefined {
  const found = clause.said.filter(
    ({ concept, polarity, from, to }) =>
      named.has(concept.kind) &&
      // 'Não segurar o xixi' is advice, no symptom.
      !(concept.kind === 'symptom' && clause.speaker === 'doctor' && !clause.answers && !clause.conditional) &&
      polarity === 'affirmed' &&
      !clause.quantities.some((one) => one.from < to && one.to > from) &&
      // 'Convulsão febril' is one disease, no 'convulsão febre'.
      !clause.said.some((longer) => longer.from <= from && longer.to >= to && longer.to - longer.from > to - from) &&
      clause.tokens.slice(from, to).some(({ stem }) => !plain(concept.note).includes(stem)),
  )
  if (found.length === 0) return undefined
  const tokens = clause.tokens.flatMap((token, at) => {
    if (/^uma?$/.test(token.word) && found.some(({ from }) => from === at + 1)) return []
    const one = found.find(({ from, to }) => at >= from && at < to)
    if (!one) return [token]
    const note = one.concept.note
    // The gender of the note's wording may be another than that of the spoken word.
    return at === one.from ? [{ ...token, said: /^[A-Z][a-zà-ú]/.test(note) ? note.toLowerCase() : note }] : []
  })
  return { ...clause, tokens, quantities: quantitiesIn(tokens) }
}

/** The text in the voice of a note, without its final stop; '' where nothing is left. */
function inVoice(clause: Clause, text: string): string {
  const plan = clause.speaker === 'doctor' && /^(con|ori)$/.test(clause.tag.part)
  const normal = normalise(text)
  const toPatient = clause.speaker === 'doctor' ? withoutAddress(normal) : normal
  // A doctor's statement about the patient is a recap or an explanation, unless it is the plan.
  if (toPatient !== normal && !plan) return ''
  let out = plan ? infinitive(toPatient.replace(deciding, '')) : toThirdPerson(normal)
  for (const [pattern, to] of shorten) out = out.replace(pattern, to)
  const opened = settle(out.replace(opening, ''))
    .replace(/[.?!,;:]+$/, '')
    .replace(closing, '')
  return settle(plan ? opened : denialFirst(opened).replace(having, ''))
}

/** 'Febre não', 'dor de barriga, também não': 'nega febre'; '' where the words before name nothing that can be denied. */
function denialFirst(text: string): string {
  const name = /^(.{3,}?),? (?:também )?(?:não|nunca|nenhuma?)$/iu.exec(text)?.[1]
  if (name === undefined) return text
  const tokens = tokensOf(name)
  if (tokens.some(({ word }) => deniers.has(word))) return text
  const isNamed = mentionsIn(tokens).some(({ concept, from }) => deniedKinds.has(concept.kind) && from === 0)
  const isOne = isNamed && !tokens.some((token) => isFiniteVerb(token) || token.word === ',' || token.word === 'sim')
  return isOne ? `nega ${lowerFirst(name)}` : ''
}
const deniedKinds = new Set(['symptom', 'condition', 'drug', 'procedure', 'exam'])

/** 'Tomar, tomar depois de comer': the speaker repeats the first word. */
const twice = /^(\p{L}+), (?=\1(?![\p{L}]))/iu

/** A note's sentence begins with the noun. 'A cada 8 horas' and 'a não ser que' begin with no article. */
const article =
  /^(?:[oa]s?) (?!(?:cada|partir|esclarecer|seguir|depender|fim|qual|quais|que|não)(?![\p{L}]))(?=\p{L}{3})/iu

/** Words that only talk has: a note never says them. */
const talking =
  /(?<![\p{L}])(?:eu|meus?|minhas?|vocês?|cê|a gente|nós|o senhor|a senhora|tá|tô|tava|pra|pro|né|tipo assim|daí|sei lá|olha|ok)(?![\p{L}])/iu

/** The whole clause in the voice of a note: read alone, and with the next one. */
function wholeOf(clause: Clause): string {
  const before = wholes.get(clause)
  if (before !== undefined) return before
  const whole = inVoice(clause, spoken(clause, 0, clause.tokens.length))
  wholes.set(clause, whole)
  return whole
}
const wholes = new WeakMap<Clause, string>()

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`
const lengthOf = (text: string): number => text.split(/\s+/).length

/** A sentence that a note could have; undefined for talk, and where it names nothing or is too long. */
function statement(way: Statement['way'], words: string, chances: readonly number[]): Statement | undefined {
  const text = withUnits(settle(words.replace(opening, '').replace(twice, '')).replace(article, ''))
  if (text.length < 4 || lengthOf(text) > longest || talking.test(text)) return undefined
  if (![...contentOf(text)].some((item) => !item.startsWith('number '))) return undefined
  return { way, text: sentence(text), ...meanOf(chances) }
}

/** The span of the kept words, from the first to the last. */
function keptSpan(chances: readonly number[]): [number, number] | undefined {
  const first = chances.findIndex((one) => one >= keepFrom)
  return first < 0 ? undefined : [first, chances.findLastIndex((one) => one >= keepFrom) + 1]
}

const meanOf = (chances: readonly number[]): { mean: number; count: number } => {
  const decided = chances.filter((one) => !Number.isNaN(one))
  return { mean: decided.reduce((sum, one) => sum + one, 0) / Math.max(1, decided.length), count: decided.length }
}

/** The sentences that one clause could be, with the chances that a note keeps its words. */
export function statementsOf(clause: Clause, chances: readonly number[]): Statement[] {
  const whole = wholeOf(clause)
  const out: Statement[] = []
  const put = (way: Statement['way'], text: string, own: readonly number[]) => {
    const made = statement(way, text, own)
    if (made && out.every((other) => other.text !== made.text)) out.push(made)
  }
  put('whole', whole, chances)
  const clinical = inClinicalWords(clause)
  if (clinical) put('clinical', inVoice(clinical, spoken(clinical, 0, clinical.tokens.length)), chances)
  const span = keptSpan(chances)
  if (span && lengthOf(whole) > 4) {
    let [from, to] = span
    while (
      from > 0 &&
      /^(n[aã]o|nunca|sem|nem|de|da|do|em|no|na|com|para|pra|por|há|faz|quando)$/i.test(
        clause.tokens[from - 1]?.said ?? '',
      )
    )
      from -= 1
    from = clause.quantities.find((one) => one.from < from && one.to > from)?.from ?? from
    const number = clause.quantities.find((one) => one.from < to && one.to >= to)
    if (number) to = Math.min(clause.tokens.length, number.to + 1)
    // 'Zolpidem de jeito nenhum' is not 'Zolpidem': a part without the denial of its clause says the reverse.
    const losesDenial = clause.tokens.some(({ word }, at) => deniers.has(word) && (at < from || at >= to))
    if (!losesDenial) put('kept', inVoice(clause, spoken(clause, from, to)), chances.slice(from, to))
  }
  return out
}

/** Quotes the speaker, where the words do not fit the voice of a note. */
export const quoted = (clause: Clause): Statement => ({
  way: 'whole',
  mean: 0,
  count: 0,
  text: `${clause.speaker === 'doctor' ? 'Médico' : 'Paciente'}: “${spoken(clause, 0, clause.tokens.length).replace(/[.\s]+$/, '')}.”`,
})

const denying = /^(?:nega|não|sem) /iu
/** Two clauses of one line as one sentence. */
export function joinedStatement(first: Clause, second: Clause, chances: readonly number[]): Statement | undefined {
  const text = [first, second].map(wholeOf).filter(Boolean)
  // 'Nega febre, uma dor embaixo da barriga' would deny the pain too.
  if (text.length < 2 || (denying.test(text[0] ?? '') && !denying.test(text[1] ?? ''))) return undefined
  return statement('joined', `${text[0]}, ${text[1]?.[0]?.toLowerCase()}${text[1]?.slice(1)}`, chances)
}

/** The words before the topic of a question: 'Você já teve algum …'. */
const asking =
  /^(?:(?:e|mas|aí|ou|tá|certo|bom|ok|entendi|então|você|o senhor|a senhora|ele|ela|cê|já|nunca|tem|tinha|teve|sente|sentiu|está|ficou|notou|percebeu|reparou|apresenta|apresentou|tido|toma|usa|fez|faz|com|algum|alguma|alguns|algumas|mais|outro|outra|uma?|d[eao]|se|que|por exemplo|assim|alguma coisa|tipo)(?:,\s+|\s+))+/iu
/** 'Alguém na família tem diabetes': familiares com diabetes. */
const someone =
  /^(?:alguém|ninguém|parentes?|familiar(?:es)?)(?: (?:d?na|da|em|nessa) (?:\p{L}+ )?(?:família|casa))?(?: d\p{L}+ família)? (?:que )?(?:já )?(?:têm|tem|tinha|teve|com)(?: (?:alguma?|uma?))? /iu

const several = /,| ou /iu
const namesAnother = (question: Clause, answer: Clause): boolean =>
  answer.said.some(({ concept }) => !question.said.some((one) => one.concept.note === concept.note))
const denial = /^(?:nao|nunca|nem|sem|nada|nenhum|nenhuma|ninguem)$/

/** 'Fuma?' 'Faz oito anos que parei.': a yes to what is over. */
const over =
  /\b(parei|parou|larguei|largou|deixei|deixou|abandonei|passou|sumiu|acabou|sarou|(hoje|agora|mais) nao|nao \w+ mais)\b/

/** Joins a yes/no question and its answer: 'Nega contato com pessoas doentes.' Undefined where the answer is unclear. */
export function answerStatement(question: Clause, answer: Clause, chances: readonly number[]): Statement | undefined {
  if (!answer.reply || answer.reply.about || !isYesNo(question)) return undefined
  const text = normalise(spoken(question, 0, question.tokens.length))
    .replace(/(?:, não)?[.?!,;:]+$/, '')
    .replace(closing, '')
  // A question put in the negative is denied by both answers: 'Não tem febre?' 'Isso.'
  const negative = /^(?:(?:e|mas|então|aí|você|o senhor|a senhora)[, ]+)*não /iu.test(text)
  const bare = settle(
    text.replace(/^(?:(?:e|mas|então|aí|você|o senhor|a senhora)[, ]+)*não /iu, '').replace(asking, ''),
  )
  const topic = settle(withoutAddress(bare).replace(someone, 'familiares com '))
  if (topic.length < 3 || lengthOf(topic) > 12) return undefined
  const lower = `${topic[0]?.toLowerCase()}${topic.slice(1)}`
  const [first] = tokensOf(topic)
  const verb = first !== undefined && isFiniteVerb(first)
  const affirmed = answer.reply.means === 'yes' && !negative
  // A yes to several things, or one that goes on to name another, says too little.
  if (affirmed && (several.test(topic) || namesAnother(question, answer) || over.test(answer.plain))) return undefined
  return statement('answer', affirmed ? topic : `${verb ? 'Não' : 'Nega'} ${lower}`, chances)
}

/** The words of a question that a note keeps, and the answer to it: 'Dor de cabeça, na testa e na nuca.' */
export function askedStatement(
  question: Clause,
  answer: Clause,
  chances: readonly number[],
  answered: readonly number[],
): Statement | undefined {
  const span = keptSpan(chances)
  const text = wholeOf(answer)
  if (!span || text === '' || lengthOf(text) > 8) return undefined
  const topic = inVoice(answer, spoken(question, ...span))
  if (several.test(topic) || answer.tokens.some(({ word }) => denial.test(word))) return undefined
  if (topic.length < 3) return undefined
  const whole = `${topic}, ${text[0]?.toLowerCase()}${text.slice(1)}`
  return statement('asked', whole, [...chances.slice(...span), ...answered])
}
