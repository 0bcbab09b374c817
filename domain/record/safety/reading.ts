import { readingOnce } from '../../remembered.ts'
import type { Speaker } from '../../transcript/entry.ts'
import { guessSpeaker } from '../../transcript/speakers.ts'
import { answerOf } from './answer.ts'
import { questionPolarities, type Reply } from './asked.ts'
import { kinIn } from './kin.ts'
import { type Quantity, quantitiesIn } from './numbers.ts'
import { type Polarity, polarities } from './polarity.ts'
import { type Sided, sidesIn } from './sides.ts'
import { spokenTokensOf } from './spoken.ts'
import { type Unit, unitPolarity, unitsOf } from './units.ts'
import { deniers, type Token } from './words.ts'

/** What the checks need of a transcript entry. */
export type CheckedLine = { id: string; text: string; speaker?: Speaker | undefined }

/** How often a thing is told, denied, near a denial or left open; told of a relative, of oneself; asked in vain. */
export type Tally = { yes: number; no: number; near: number; open: number; kin: number; mine: number; asked: number }

export type ReadSentence = { tokens: readonly Token[]; units: Unit[]; question: boolean }
export type ReadLine = {
  id: string
  index: number
  /** Guessed from the words where nobody is named (`isGuessed`). */
  speaker: Speaker | undefined
  isGuessed: boolean
  text: string
  tokens: readonly Token[]
  sentences: ReadSentence[]
  quantities: Quantity[]
  sides: Sided[]
  tallies: Map<string, Tally>
  drugs: Set<string>
  /** Denies anything: by a word of its own or as an answer. */
  denies: boolean
  /** The question it answers, or the replies to it, by index. */
  linked: number[]
  /** It ends speaking of a relative: the next line may go on. */
  carries: boolean
}
export type Dialogue = {
  lines: readonly ReadLine[]
  byId: ReadonlyMap<string, ReadLine>
  /** The lines that have numbers. */
  counting: readonly ReadLine[]
  whole: ReadonlyMap<string, Tally>
  said: ReadonlySet<string>
  /** Two words that may be one name. */
  joined: ReadonlySet<string>
  drugs: ReadonlyMap<string, string>
}

const asks =
  /^(e |mas |entao )*(qual|quais|onde|quando|quant[oa]s?|como|por que|o que|quem|tem|teve|esta|sente|sentiu|algum|alguma|voce|o senhor|a senhora|ja|fuma|bebe|toma|usa|doi|mais algum|mais alguma)\b/
const listening =
  /^(ta|certo|ok|sim|isso|aham|uhum|hum|ah|entendi|sei|claro|otimo|bom|beleza|perfeito|nao|e|legal|entao|bem|puxa|nossa|ai)$/
/** Whether a line only shows that somebody listens. */
export const isBackchannel = ({ tokens }: Pick<ReadLine, 'tokens'>): boolean =>
  tokens.every(({ kind, word }) => kind === 'mark' || listening.test(word))
const listens = /^(ta|e|isso|certo|hum|ah|ok|aham|uhum|entendi)$/
const fine =
  /^(tranquil[oa]|norma(l|is)|livre|limp[oa]s?|negativ[oa]|parou|passou|sumiu|otim[oa]|regular|igual|preservad[oa]|zero)$/
const replyLines = 3
/** A longer sentence of a line is read as several: the time to read one grows with the square of its length. */
const longestSentence = 200

export const readDialogue = (entries: readonly CheckedLine[]): Dialogue => readingOnce(() => dialogueOf(entries))

/** 'Cande sartana' is 'candesartana': a recogniser splits names that it does not know. */
function joinedWith(tokens: readonly Token[], at: number): string[] {
  const [one, two] = [tokens[at], tokens[at + 1]]
  if (one?.kind !== 'word' || two?.kind !== 'word' || one.word.length + two.word.length < 8) return []
  return [one.word + two.word]
}

function dialogueOf(entries: readonly CheckedLine[]): Dialogue {
  const lines = entries.map(readLine)
  for (const [at, line] of lines.entries()) askWithoutMark(line, lines[at + 1])
  const child = ofChild(lines)
  const answers = lines.map((line) => replyTo(lines, line))
  for (const line of lines) tallyLine(lines, line, answers[line.index], child)
  const said = new Set(lines.flatMap((line) => line.tokens.map((token) => token.word)))
  const joined = new Set(lines.flatMap(({ tokens }) => tokens.flatMap((_, at) => joinedWith(tokens, at))))
  const drugs = new Map<string, string>()
  const whole = gathered(lines)
  for (const line of lines) for (const id of line.drugs) if (!drugs.has(id)) drugs.set(id, line.id)
  const counting = lines.filter((line) => line.quantities.length > 0)
  return { lines, byId: new Map(lines.map((line) => [line.id, line])), counting, whole, said, joined, drugs }
}

const decides = /\b(vou|vamos|toma|tomar|usar|passar|pedir|receito|peco|volta|procura)\b/
const repliesNo =
  /^(ah |olha |ai |e )*(num|nao|nada|nem|nunca|nenhum|nenhuma|isso nao|\S+ nao|\S+ \S+ nao)\b|\bnada disso\b/
/** 'tosse febre dor no peito': a doctor's line without marks asks if the next speaker denies. */
function askWithoutMark(line: ReadLine, next: ReadLine | undefined): void {
  if (line.speaker !== 'doctor' || !next || next.speaker === 'doctor' || /[.?!]/.test(line.text)) return
  const plain = line.tokens.map(({ word }) => word).join(' ')
  if (decides.test(plain) || !repliesNo.test(next.tokens.map(({ word }) => word).join(' '))) return
  for (const sentence of line.sentences) sentence.question = true
}

function readLine(entry: CheckedLine, index: number): ReadLine {
  const tokens = spokenTokensOf(entry.text)
  const speaker = entry.speaker ?? guessSpeaker(entry.text)?.speaker
  const punctuated = /[.?!]/.test(entry.text)
  const sentences: ReadSentence[] = []
  let from = 0
  for (let at = 0; at <= tokens.length; at++) {
    const mark = tokens[at]?.word ?? '.'
    const ends = /^[.?!;]$/.test(mark)
    if (!ends && at - from < longestSentence) continue
    const part = tokens.slice(from, at)
    if (part.length > 0) {
      const question =
        (mark === '?' && !nods(part)) ||
        (!punctuated && speaker === 'doctor' && asks.test(part.map((token) => token.word).join(' ')))
      sentences.push({ tokens: part, units: unitsOf(part), question })
    }
    from = ends ? at + 1 : at
  }
  const quantities = quantitiesIn(tokens)
  return {
    id: entry.id,
    index,
    isGuessed: entry.speaker === undefined,
    speaker,
    text: entry.text,
    tokens,
    sentences,
    quantities,
    sides: toldSides(sentences, tokens),
    tallies: new Map(),
    drugs: new Set(),
    denies: false,
    linked: [],
    carries: false,
  }
}

/** By its own words, or by one word for the same complaint ('dor', 'dói'). */
const namedBy = (unit: Unit): string[] =>
  unit.features.filter((feature) => /^[swd]/.test(feature) || (feature.startsWith('i') && unit.to === unit.at + 1))

/** 'Vão fazer um eletrocardiograma, tá?' tells, and asks for a nod. */
const nods = (tokens: readonly Token[]): boolean =>
  /^(ta|ok|viu|combinado|entendeu|hein|bom)$/.test(tokens.at(-1)?.word ?? '') &&
  tokens.length > 1 &&
  /^(,|ta|tudo)$/.test(tokens.at(-2)?.word ?? '')

/** The lines that answer a doctor's line, past words that only tell that someone listens. */
function replyTo(lines: readonly ReadLine[], line: ReadLine): Reply | undefined {
  if (line.speaker === 'patient' || !line.sentences.some((sentence) => sentence.question)) return undefined
  const replies: ReadLine[] = []
  for (let at = line.index + 1; at < lines.length && replies.length < replyLines; at++) {
    const next = lines[at]
    if (!next) break
    if (next.speaker !== 'doctor') replies.push(next)
    else if (replies.length > 0 || !next.tokens.every((token) => token.kind !== 'word' || listening.test(token.word)))
      break
  }
  const [first] = replies
  if (!first) return { answer: 'told', named: new Set() }
  line.linked.push(...replies.map((reply) => reply.index))
  for (const reply of replies) reply.linked.push(line.index)
  // 'Tá.', 'É.' and 'Isso.' may only tell that someone listens: what comes after them answers.
  const clear =
    replies.find((reply) => !reply.tokens.every((token) => token.kind !== 'word' || listens.test(token.word))) ?? first
  const heard = clear.sentences.filter((sentence) => !sentence.question)
  // Stops are kept: 'Não. Só queima.' denies, 'não só queima' does not.
  const words =
    heard.length === 0 || heard.length === clear.sentences.length
      ? clear.tokens
      : heard.flatMap((sentence) => sentence.tokens)
  const named = replies.flatMap((reply) => reply.sentences.flatMap((sentence) => sentence.units.flatMap(namedBy)))
  return { answer: answerOf(words, line.tokens), named: new Set(named) }
}

function tallyLine(lines: readonly ReadLine[], line: ReadLine, reply: Reply | undefined, child: boolean) {
  const family = line.linked.some((index) => index < line.index && familyAsked(lines[index]))
  const lastQuestion = line.sentences.findLastIndex((sentence) => sentence.question)
  const before = lines[line.index - 1]
  let carry = before?.speaker === line.speaker && before?.carries === true
  line.sentences.forEach((sentence, place) => {
    const { tokenPolarities, pending } =
      sentence.question && line.speaker !== 'patient' && reply
        ? questionPolarities(sentence.tokens, sentence.units, reply, lastQuestion <= place)
        : { tokenPolarities: polarities(sentence.tokens, 'speech'), pending: false }
    // Patients raise their voice at the end of what they tell: 'faz uma semana, sei lá?'
    if (sentence.question && line.speaker === 'patient' && patientAsks.test(firstWords(sentence.tokens)))
      tokenPolarities.fill('open')
    const kin = kinIn(sentence.tokens, carry ? 'told' : family ? 'asked' : undefined, sentence.question, child)
    carry = kin.carries
    if (tokenPolarities.includes('no')) line.denies = true
    for (const unit of sentence.units) {
      const tally = tallyOf(unitPolarity(unit, tokenPolarities), kin.of[unit.at] === true, pending)
      for (const feature of unit.features) {
        if (feature.startsWith('d')) line.drugs.add(feature)
        add(line.tallies, feature, tally)
      }
    }
  })
  line.carries = carry
  // 'Dói?' 'Tá tranquilo.' denies too.
  if (!line.denies && line.tokens.some((token) => deniers.has(token.word) || fine.test(token.word))) line.denies = true
}

const patientAsks =
  /^((e|mas|entao|bom|ta|ah|doutor|doutora) )*(sera|posso|devo|eu devo|eu posso|preciso|o que|qual|quando|como|por que|quanto|tem (algum|alguma|problema|perigo|como|que)|voce|o senhor|a senhora|isso e|e isso|pode|da pra|vai|e se|ele pode|ela pode)\b/
const firstWords = (tokens: readonly Token[]): string =>
  tokens
    .flatMap((token) => (token.kind === 'word' ? token.word : []))
    .slice(0, 6)
    .join(' ')

const familyAsked = (line: ReadLine | undefined) =>
  line !== undefined &&
  line.speaker !== 'patient' &&
  line.sentences.some(
    (sentence) =>
      sentence.question &&
      sentence.tokens.some((token) =>
        /^(familia|familiar|familiares|pais|parentes?|mae|pai|irmaos)$/.test(token.word),
      ) &&
      !sentence.tokens.some((token) => /^(mora|moram|casa|relacao|convive)$/.test(token.word)),
  )

/** Who answers speaks of a child more than of themselves. */
function ofChild(lines: readonly ReadLine[]): boolean {
  const told = lines.filter((line) => line.speaker !== 'doctor')
  const count = (words: RegExp) => told.filter((line) => line.tokens.some((token) => words.test(token.word))).length
  const child = count(/^(ele|ela|dele|dela|filho|filha|bebe|nenem|neném|menino|menina)$/)
  return child > count(/^(tenho|sinto|tomo|tive|senti|acordo|durmo|to|estou|fico|trabalho)$/)
}

const tallyOf = (polarity: Polarity, kin: boolean, asked: boolean): Tally => ({
  yes: polarity === 'yes' && !asked ? 1 : 0,
  no: polarity === 'no' ? 1 : 0,
  near: polarity === 'near' ? 1 : 0,
  open: polarity === 'open' && !asked ? 1 : 0,
  kin: kin && polarity !== 'no' ? 1 : 0,
  mine: !kin && polarity === 'yes' && !asked ? 1 : 0,
  asked: asked ? 1 : 0,
})

/** Tallies are shared between words and never changed. */
function add(into: Map<string, Tally>, feature: string, tally: Tally) {
  const known = into.get(feature)
  into.set(feature, known ? sum(known, tally) : tally)
}

/** What these lines say of each thing, in all. */
export function gathered(lines: readonly ReadLine[]): Map<string, Tally> {
  const whole = new Map<string, Tally>()
  for (const line of lines) for (const [feature, tally] of line.tallies) gather(whole, feature, tally)
  return whole
}

/** Into tallies of its own, which grow. */
function gather(into: Map<string, Tally>, feature: string, tally: Tally) {
  const known = into.get(feature)
  if (!known) {
    into.set(feature, { ...tally })
    return
  }
  known.yes += tally.yes
  known.no += tally.no
  known.near += tally.near
  known.open += tally.open
  known.kin += tally.kin
  known.mine += tally.mine
  known.asked += tally.asked
}

export const sum = (a: Tally, b: Tally): Tally => ({
  yes: a.yes + b.yes,
  no: a.no + b.no,
  near: a.near + b.near,
  open: a.open + b.open,
  kin: a.kin + b.kin,
  mine: a.mine + b.mine,
  asked: a.asked + b.asked,
})

/** 'O esquerdo ou o direito?' tells no side, unless nothing else of the line does and nobody answers. */
function toldSides(sentences: readonly ReadSentence[], tokens: readonly Token[]): Sided[] {
  const told = sentences.filter((sentence) => !sentence.question).flatMap((sentence) => sidesIn(sentence.tokens))
  return told.length > 0 || tokens.some((token) => token.word === 'ou') ? told : sidesIn(tokens)
}
