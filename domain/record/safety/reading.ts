import type { Speaker } from '../../transcript/entry.ts'
import { guessSpeaker } from '../../transcript/speakers.ts'
import { type Answer, answerOf } from './answer.ts'
import { drugsAmong, namesAmong, namingWords } from './concepts.ts'
import { kinIn } from './kin.ts'
import { type Quantity, quantitiesIn } from './numbers.ts'
import { type Polarity, polarities } from './polarity.ts'
import { deniers, isJoining, isLight, stemOf, type Token, tokensOf } from './words.ts'

/** What the checks need of a transcript entry. */
export type CheckedLine = { id: string; text: string; speaker?: Speaker | undefined }

/** How often a thing is told, denied, near a denial or left open; told of a relative; asked without an answer. */
export type Tally = { yes: number; no: number; near: number; open: number; kin: number; asked: number }

export type ReadSentence = { tokens: Token[]; question: boolean; from: number }
export type ReadLine = {
  id: string
  index: number
  speaker: Speaker | undefined
  text: string
  tokens: Token[]
  sentences: ReadSentence[]
  quantities: Quantity[]
  tallies: Map<string, Tally>
  drugs: Set<string>
  /** Denies anything: by a word of its own or as an answer. */
  denies: boolean
  /** The question it answers, or the replies to it, by index. */
  linked: number[]
}
export type Dialogue = {
  lines: readonly ReadLine[]
  byId: ReadonlyMap<string, ReadLine>
  whole: ReadonlyMap<string, Tally>
  said: ReadonlySet<string>
  drugs: ReadonlyMap<string, string>
}

const asks =
  /^(e |mas |entao )*(qual|quais|onde|quando|quant[oa]s?|como|por que|o que|quem|tem|teve|esta|sente|sentiu|algum|alguma|voce|o senhor|a senhora|ja|fuma|bebe|toma|usa|doi|mais algum|mais alguma)\b/
const opens = /^(qual|quais|onde|quando|quanto|quanta|quantos|quantas|como|quem)$/
const listening =
  /^(ta|certo|ok|sim|isso|aham|uhum|hum|ah|entendi|sei|claro|otimo|bom|beleza|perfeito|nao|e|legal|entao|bem|puxa|nossa|ai)$/
const listens = /^(ta|e|isso|certo|hum|ah|ok|aham|uhum|entendi)$/
const fine =
  /^(tranquil[oa]|norma(l|is)|bem|livre|limp[oa]s?|negativ[oa]|parou|passou|sumiu|otim[oa]|regular|igual|preservad[oa]|zero)$/
const replyLines = 3

export function readDialogue(entries: readonly CheckedLine[]): Dialogue {
  const lines = entries.map(readLine)
  const answers = lines.map((line) => replyTo(lines, line))
  for (const line of lines) tallyLine(lines, line, answers[line.index])
  const whole = new Map<string, Tally>()
  const said = new Set<string>()
  const drugs = new Map<string, string>()
  for (const line of lines) {
    for (const [feature, tally] of line.tallies) add(whole, feature, tally)
    for (const token of line.tokens) said.add(token.word)
  }
  for (const line of lines) for (const id of line.drugs) if (!drugs.has(id)) drugs.set(id, line.id)
  return { lines, byId: new Map(lines.map((line) => [line.id, line])), whole, said, drugs }
}

function readLine(entry: CheckedLine, index: number): ReadLine {
  const tokens = tokensOf(entry.text)
  const speaker = entry.speaker ?? guessSpeaker(entry.text)?.speaker
  const punctuated = /[.?!]/.test(entry.text)
  const sentences: ReadSentence[] = []
  let from = 0
  for (let at = 0; at <= tokens.length; at++) {
    const mark = tokens[at]?.word ?? '.'
    if (!/^[.?!;]$/.test(mark)) continue
    const part = tokens.slice(from, at)
    if (part.length > 0) {
      const plainText = part.map((token) => token.word).join(' ')
      const question = mark === '?' || (!punctuated && speaker === 'doctor' && asks.test(plainText))
      sentences.push({ tokens: part, question, from })
    }
    from = at + 1
  }
  const quantities = quantitiesIn(tokens)
  return {
    id: entry.id,
    index,
    speaker,
    text: entry.text,
    tokens,
    sentences,
    quantities,
    tallies: new Map(),
    drugs: new Set(),
    denies: false,
    linked: [],
  }
}

type Reply = { answer: Answer; lines: ReadLine[] }

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
  if (!first) return { answer: 'told', lines: [] }
  line.linked.push(...replies.map((reply) => reply.index))
  for (const reply of replies) reply.linked.push(line.index)
  // 'Tá.', 'É.' and 'Isso.' may only tell that someone listens: what comes after them answers.
  const clear =
    replies.find((reply) => !reply.tokens.every((token) => token.kind !== 'word' || listens.test(token.word))) ?? first
  const heard = clear.sentences.filter((sentence) => !sentence.question)
  const words = (heard.length > 0 ? heard : clear.sentences).flatMap((sentence) => sentence.tokens)
  return { answer: answerOf(words), lines: replies }
}

/** A word, or a name of several words, with how it stands. `at` and `to`: its tokens within the sentence. */
export type Unit = {
  at: number
  to: number
  features: string[]
  polarity: Polarity
  /** The name says that the thing is absent: what the lines deny of it, they affirm of the word. */
  opposite: boolean
}

const flipped = (polarity: Polarity): Polarity => (polarity === 'yes' ? 'no' : polarity === 'no' ? 'yes' : polarity)

/** The content words and names of a sentence. Features: s stem, p beginning, w name, c what it names, d drug. */
export function unitsOf(tokens: readonly Token[], standing: readonly Polarity[]): Unit[] {
  const naming = namingWords(tokens)
  const place = new Map(tokens.map((token, at) => [token, at]))
  const at = naming.map((word) => place.get(word.token) ?? 0)
  const out: Unit[] = []
  const single = new Map<number, Unit>()
  naming.forEach((word, index) => {
    if (deniers.has(word.token.word)) return
    const own = at[index] ?? 0
    const features = [`s${word.stem}`]
    if (word.token.word.length > 6) features.push(`p${word.token.word.slice(0, 5)}`)
    const unit: Unit = { at: own, to: own + 1, features, polarity: standing[own] ?? 'yes', opposite: false }
    single.set(index, unit)
    out.push(unit)
  })
  for (const found of [...namesAmong(naming), ...drugsAmong(naming)]) {
    const unit = single.get(found.from)
    const negates = naming.slice(found.from, found.to).some((word) => deniers.has(word.token.word))
    if (found.to === found.from + 1 && unit) {
      // 'Afebril' denies fever: such a word is a unit of its own, turned round.
      for (const concept of found.concepts)
        if (concept.denied)
          out.push({ ...unit, features: [concept.id], polarity: flipped(unit.polarity), opposite: true })
        else unit.features.push(concept.id)
      continue
    }
    const first = at[found.from] ?? 0
    const to = (at[found.to - 1] ?? first) + 1
    const lead = naming.findIndex((word, index) => index >= found.from && !deniers.has(word.token.word))
    const polarity = negates ? 'yes' : (standing[at[lead] ?? first] ?? 'yes')
    const name = `w${naming
      .slice(found.from, found.to)
      .map((word) => word.stem)
      .join(' ')}`
    for (const concept of found.concepts)
      out.push({
        at: first,
        to,
        features: [name, concept.id],
        polarity: concept.denied ? flipped(polarity) : polarity,
        opposite: concept.denied,
      })
  }
  return out.sort((a, b) => a.at - b.at || b.to - a.to)
}

function tallyLine(lines: readonly ReadLine[], line: ReadLine, reply: Reply | undefined) {
  const family = line.linked.some((index) => index < line.index && familyAsked(lines[index]))
  const asked = line.sentences.map((sentence) => sentence.question)
  let carry = false
  line.sentences.forEach((sentence, place) => {
    const standing =
      sentence.question && line.speaker !== 'patient' && reply
        ? questionStanding(
            sentence.tokens,
            reply,
            asked.slice(place + 1).some((later) => later),
          )
        : polarities(sentence.tokens, 'speech')
    const pending = sentence.question && line.speaker !== 'patient' && reply?.answer === 'unknown'
    if (sentence.question && line.speaker === 'patient') standing.fill('open')
    const kin = kinIn(sentence.tokens, carry || family, sentence.question)
    carry = kin.carries
    if (standing.some((one) => one === 'no')) line.denies = true
    for (const unit of unitsOf(sentence.tokens, standing)) {
      const told = kin.of[unit.at] === true
      for (const feature of unit.features) {
        if (feature.startsWith('d')) line.drugs.add(feature)
        add(line.tallies, feature, tallyOf(unit.polarity, told, pending))
      }
    }
  })
  // 'Dói?' 'Tá tranquilo.' denies too.
  if (!line.denies && line.tokens.some((token) => deniers.has(token.word) || fine.test(token.word))) line.denies = true
}

const familyAsked = (line: ReadLine | undefined) =>
  line?.speaker !== 'patient' &&
  line?.sentences.some(
    (s) =>
      s.question &&
      s.tokens.some((t) => /^(familia|familiar|familiares|pais|parente|parentes|mae|pai|irmaos)$/.test(t.word)),
  ) === true

const tallyOf = (polarity: Polarity, kin: boolean, asked: boolean): Tally => ({
  yes: polarity === 'yes' && !asked ? 1 : 0,
  no: polarity === 'no' ? 1 : 0,
  near: polarity === 'near' ? 1 : 0,
  open: polarity === 'open' && !asked ? 1 : 0,
  kin: kin && polarity !== 'no' ? 1 : 0,
  asked: asked ? 1 : 0,
})

export function add(into: Map<string, Tally>, feature: string, tally: Tally) {
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
  known.asked += tally.asked
}

const demonstrative =
  /^(esse|essa|esses|essas|desse|dessa|nesse|nessa|deste|desta|isso|disso|este|esta|fora|tirando|alem)$/
const prepositions =
  /^(em|no|na|nos|nas|num|numa|com|por|pelo|pela|ao|aos|quando|porque|desde|durante|apos|ate|sobre|que)$/

/** The words of a question as its answer leaves them. */
function questionStanding(tokens: readonly Token[], reply: Reply, earlier: boolean): Polarity[] {
  const own = polarities(tokens, 'speech')
  // 'Espero que não se importe, mas o senhor bebe?'
  const turn = tokens.findLastIndex((token) => token.word === 'mas')
  const negative = own.some((one, at) => one === 'no' && at > turn)
  if (
    opens.test(
      tokens.find((token) => token.kind === 'word' && !/^(e|mas|entao|ha|desde|com|de|em|a|por|para)$/.test(token.word))
        ?.word ?? '',
    )
  )
    return own.map((one) => (one === 'yes' ? 'asked' : one))
  const { answer } = reply
  if (answer === 'told' || answer === 'unknown') return own.map(() => 'asked')
  const again = new Set(
    reply.lines.flatMap((line) =>
      line.tokens.filter((t) => t.kind === 'word' && !isLight(t.word)).map((t) => stemOf(t.said, t.word)),
    ),
  )
  let given = false
  let dropped = false
  let verb = false
  return tokens.map((token, at): Polarity => {
    if (at <= turn) return own[at] ?? 'open'
    if (token.kind !== 'word') {
      if (token.word === ',') {
        given = false
        dropped = false
      }
      return 'asked'
    }
    if (demonstrative.test(token.word)) given = true
    else if (/^(o|a|os|as|sua|seu)$/.test(token.word) && !verb && at < 4) given = true
    if (/^(voce|senhor|senhora|ele|ela|alguma?|alguns|algumas)$/.test(token.word)) given = false
    if (isLight(token.word) && !isJoining(token.word)) {
      verb = true
      given = false
    }
    if (/^(ou|e|nem)$/.test(token.said.toLowerCase())) dropped = false
    if (given || again.has(stemOf(token.said, token.word))) return 'asked'
    if (negative) return own[at] === 'no' ? (answer === 'no' || !earlier ? 'no' : 'asked') : 'asked'
    if (answer === 'yes') return 'yes'
    if (prepositions.test(token.word) && verb) dropped = true
    if (!isJoining(token.word)) verb = true
    return dropped ? 'near' : 'no'
  })
}
