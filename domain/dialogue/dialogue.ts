// Reads the dialogue line by line into clauses: speech act, polarity, subject, and the question that each answers.
import { type Mention, mentionsIn } from '../record/lexicon/lexicon.ts'
import { quantitiesIn } from '../record/safety/numbers.ts'
import { spokenTokensOf } from '../record/safety/spoken.ts'
import { type Token, writtenOf } from '../record/safety/words.ts'
import type { Speaker } from '../transcript/entry.ts'
import { guessSpeaker } from '../transcript/speakers.ts'
import type { Clause } from './clause.ts'
import { withoutCalls } from './phone-call.ts'
import { noneAtEnd, polarityOf } from './polarity.ts'
import { withoutCorrected } from './repair.ts'
import { replyTo } from './reply.ts'
import { untagged } from './tagger/labels.ts'
import { tagClauses } from './tagger/tag.ts'
import { Topic } from './topic.ts'
import { askingWord, greeting, past, planCue, possible, questionLead, rejects, supposes } from './words.ts'

/** A line as a recogniser writes it: with or without punctuation; `speaker` known, guessed or missing. */
export type SpokenLine = {
  id: string
  text: string
  speaker?: Speaker | undefined
  confidence?: number | undefined
  isPartial?: boolean | undefined
}

const words = (tokens: readonly Token[]): string[] =>
  tokens.filter((token) => token.kind !== 'mark').map((token) => token.word)
const stops = new Set(['.', '?', '!', ';'])
/** How sure the words must be to overrule a label. */
const patientsOwn = 0.75
/** A piece is never longer: what is read inside it is compared word by word. */
const longest = 60
const joins = new Set('mas porque entao dai ai agora'.split(' '))

/** Splits a line at its stops. A long stretch without any mark is split at the words that begin something new. */
function piecesOf(tokens: readonly Token[]): Token[][] {
  const pieces: Token[][] = []
  let piece: Token[] = []
  const marked = tokens.some((token) => token.kind === 'mark')
  for (const token of tokens) {
    if ((!marked && piece.length >= 4 && joins.has(token.word)) || piece.length >= longest) {
      pieces.push(piece)
      piece = []
    }
    piece.push(token)
    if (token.kind === 'mark' && stops.has(token.word)) {
      pieces.push(piece)
      piece = []
    }
  }
  if (piece.length > 0) pieces.push(piece)
  return pieces.filter((one) => one.some((token) => token.kind !== 'mark'))
}

function isQuestion(tokens: readonly Token[], speaker: Speaker, marked: boolean, plan: boolean): boolean {
  if (tokens.at(-1)?.word === '?') return true
  if (marked || speaker !== 'doctor') return false
  // 'A saturação está em noventa e sete': a doctor who dictates a value asks nothing.
  if (!askingWord.test(words(tokens)[0] ?? '') && quantitiesIn(tokens).some(({ value }) => value >= 20)) return false
  const list = words(tokens).filter(
    (word, index) => index > 2 || !/^(e|a|o|ai|ta|bom|certo|entendi|ok|voce|senhora|senhor|sim)$/.test(word),
  )
  return !plan && (questionLead.has(list[0] ?? '') || questionLead.has(list[1] ?? ''))
}

/** The words by which a speaker without a label is guessed. */
const ofDoctor =
  /\b(vou (te )?(pedir|passar|receitar|examinar)|a senhora|o senhor|voce (tem|sente|toma|teve|ja|usa|vai)|retorno|receita|examinar|respira fundo|pressao ta|exame)\b/
const ofPatient = /\b(eu|minha|meu|doutor|doutora|to|tava|sinto|tenho|tomo|comecou|mim)\b/
const guess = (plain: string, question: boolean, before: Speaker | undefined): Speaker => {
  if (ofDoctor.test(plain) || question) return 'doctor'
  if (ofPatient.test(plain)) return 'patient'
  return before === 'doctor' ? 'patient' : 'doctor'
}

const own = /\b(eu|meu|minha|mim|me|to|tenho|tive|tomo|uso|sinto|sou|fiquei|estou)\b/
const theirs =
  /^(e |ai |so |ja |tambem )*(ela|ele|toma|tomou|tem|teve|usa|usou|morreu|faleceu|faz|operou|sofre|trata|tinha|tomava)\b/

/** Takes the lines of a consultation as they arrive. */
class Dialogue {
  readonly clauses: Clause[] = []
  #question: Clause | undefined
  #relative: { line: string; note: string } | undefined
  #speaker: Speaker | undefined
  readonly #topic = new Topic()

  /** Reads one more line; returns its clauses. */
  read(line: SpokenLine): readonly Clause[] {
    const tokens = withoutCorrected(spokenTokensOf(line.text))
    const marked = tokens.some((token) => token.kind === 'mark')
    const wholePlain = words(tokens).join(' ')
    const speaker =
      this.#mislabelled(line) ??
      line.speaker ??
      guess(
        wholePlain,
        tokens.some((token) => token.word === '?'),
        this.#speaker,
      )
    this.#speaker = speaker
    const noneOfIt = !marked && noneAtEnd(tokens)
    const read = piecesOf(tokens).map((piece) =>
      this.#clause(line, speaker, piece, { marked, noneOfIt, whole: wholePlain }),
    )
    this.clauses.push(...read)
    return read
  }

  /** A line labelled as the doctor's that answers the doctor's own question in the patient's words is the patient's. */
  #mislabelled({ text, speaker }: SpokenLine): Speaker | undefined {
    if (speaker !== 'doctor' || this.#question === undefined || this.clauses.at(-1) !== this.#question) return undefined
    const guess = guessSpeaker(text)
    return guess?.speaker === 'patient' && guess.confidence >= patientsOwn ? 'patient' : undefined
  }

  /** 'Minha mãe é bipolar. Toma lítio.': the next clause of the line is still about her. */
  #carried(line: string, plain: string, relatives: readonly Mention[]): string | undefined {
    const before = this.#relative?.line === line ? this.#relative.note : undefined
    const last = relatives.at(-1)?.concept.note
    this.#relative = last ? { line, note: last } : before && !own.test(plain) ? this.#relative : undefined
    return last === undefined && before !== undefined && theirs.test(plain) && !own.test(plain) ? before : undefined
  }

  #clause(
    line: SpokenLine,
    speaker: Speaker,
    tokens: readonly Token[],
    { marked, noneOfIt, whole }: { marked: boolean; noneOfIt: boolean; whole: string },
  ): Clause {
    const plain = words(tokens).join(' ')
    const plan = speaker === 'doctor' && planCue.test(plain)
    const question = isQuestion(tokens, speaker, marked, plan)
    const named = mentionsIn(tokens).filter((one) => !isOnce(one, tokens))
    const mentions = plan
      ? named
      : [...named, ...this.#topic.impliedIn(tokens, named, speaker === 'doctor' ? [] : this.#question?.tokens)]
    this.#topic.follow(tokens, named)
    const relatives = mentions.filter(
      ({ concept, from }) =>
        concept.kind === 'relative' &&
        !/^parte de$/.test(
          tokens
            .slice(Math.max(0, from - 2), from)
            .map(({ word }) => word)
            .join(' '),
        ),
    )
    const carried = this.#carried(line.id, plain, relatives)
    const clause: Clause = {
      line: line.id,
      text: writtenOf(tokens),
      speaker,
      tokens,
      plain,
      whole,
      act: question ? 'question' : greeting.test(plain) && tokens.length < 6 ? 'greeting' : 'statement',
      said: mentions.map((mention) => ({
        ...mention,
        polarity: isCircumstance(mention, tokens, speaker)
          ? 'unknown'
          : noneOfIt
            ? 'denied'
            : polarityOf(mention, tokens, mentions),
        subject: subjectOf(mention, tokens, relatives) ?? carried,
      })),
      quantities: quantitiesIn(tokens),
      certainty: rejects.test(plain)
        ? 'rejected'
        : possible.test(plain)
          ? 'possible'
          : supposes.test(plain)
            ? 'probable'
            : 'said',
      conditional:
        /^(ai |e |mas |so |entao |mesmo )?(se|caso|nao melhorando|nao melhorou|piorando)\b/.test(plain) ||
        // 'Só pra ver se não tem anemia' asks, and is no condition.
        /(?<!\b(ver|saber|dizer|olhar|conferir|avaliar|perguntar|descobrir) )\bse (nao |voce |a |o |tiver |der |piorar|aparecer|comecar|sentir|a febre|continuar)/.test(
          plain,
        ),
      past: past.test(plain),
      plan,
      tag: untagged,
    }
    if (speaker === 'doctor') {
      if (question) this.#question = clause
      else if (words(tokens).length > 6) this.#question = undefined
      return clause
    }
    return {
      ...clause,
      answers: this.#question,
      reply: this.#question ? replyTo(this.#question.tokens, tokens) : undefined,
    }
  }
}

/** 'Uma vez quando cocei' is not 'de vez em quando'. */
const isOnce = ({ from, to }: Mention, tokens: readonly Token[]): boolean =>
  to - from > 1 && tokens[to - 1]?.word === 'quando' && tokens[to - 2]?.word !== 'em'

/** 'Acho que vou desmaiar', not 'toda vez que vou urinar'. */
const fears =
  /\b((acho|achei|achava|parece|parecia|sensacao de|medo de) que (eu )?(vou|vai|ia|iria)|medo de)( (ter|sentir))?$/
/** 'Parece que tem um coração batendo' compares, and tells no palpitations. */
const compares = /\b(parec\w+|feito|igual|que nem)( que)?( tem| tinha| tivesse| ta| e| foi)? uma?$/
/** 'Quando eu não dormia': a patient tells when, not what. */
function isCircumstance(mention: Mention, tokens: readonly Token[], speaker: Speaker): boolean {
  if (
    speaker === 'doctor' ||
    mention.concept.kind === 'trigger' ||
    mention.concept.kind === 'timing' ||
    mention.concept.kind === 'relief'
  )
    return false
  const from = Math.max(0, mention.from - 5)
  const lead = tokens.slice(from, mention.from)
  // 'Acho que vou desmaiar' is feared, not felt.
  const before = words(lead).join(' ')
  if (mention.concept.kind === 'symptom' && (fears.test(before) || compares.test(before))) return true
  // 'De vez em quando' opens no condition.
  const at = lead.findLastIndex(({ word }, index) => /^(quando|se|caso)$/.test(word) && lead[index - 1]?.word !== 'em')
  // 'Quando eu tomo café tenho azia': the second verb tells it.
  if (at >= 0 && lead.slice(at + 3).some((token) => /^(tenho|sinto|fico|da|vem|aparece|comeca)$/.test(token.word)))
    return false
  return at >= 0 && !lead.slice(at).some((token) => token.kind === 'mark')
}

/** Whose it is: the nearest relative before it, unless the speaker comes between; or one right after 'da minha'. */
function subjectOf(mention: Mention, tokens: readonly Token[], relatives: readonly Mention[]): string | undefined {
  if (mention.concept.kind === 'relative') return undefined
  const before = relatives.filter((one) => one.to <= mention.from).at(-1)
  if (before) {
    const middle = tokens.slice(before.to, mention.from)
    if (
      !middle.some(
        (token) => /^(eu|mim|comigo|tenho|tive|sinto|sou|fiquei|to|fui|me)$/.test(token.word) || stops.has(token.word),
      )
    )
      return before.concept.note
  }
  const rest = tokens
    .slice(mention.to)
    .map((token) => token.word)
    .join(' ')
  const theirs = /^(e|foi|era|quem tem e) (dela|dele|o|a|da|do|minha|meu|isso|coisa)\b/.exec(rest)
  if (theirs)
    return (
      relatives.find((one) => one.from >= mention.to)?.concept.note ??
      (/dela|dele/.test(theirs[0]) ? 'outra pessoa' : undefined)
    )
  const after = relatives.find((one) => one.from >= mention.to)
  if (
    after &&
    tokens
      .slice(mention.to, after.from)
      .every(
        (token) =>
          token.kind === 'word' &&
          /^(da|do|na|no|minha|meu|a|o|de|e|so|quem|tem|teve|tinha|foi|isso|era)$/.test(token.word),
      )
  )
    return after.concept.note
  return undefined
}

const asksForMore =
  /\b(quant[oa]s?|quando|onde|qual|quais|como que|o que (e|esta|tem|ja|foi|houve|aconteceu|sente|incomoda|traz|trouxe|toma|usa))\b/
/** Whether a question wants a yes or a no. */
export const isYesNo = (question: Clause): boolean => {
  const [first, second] = words(question.tokens)
  return (
    !askingWord.test(first ?? '') &&
    !(first === 'e' && askingWord.test(second ?? '')) &&
    !asksForMore.test(question.plain)
  )
}

/** Reads the clauses of a whole consultation without tags: what the tagger is trained on. */
export function readClauses(lines: readonly SpokenLine[]): Clause[] {
  const dialogue = new Dialogue()
  for (const line of withoutCalls(lines)) dialogue.read(line)
  return dialogue.clauses
}

/** Reads a whole consultation into clauses with their tags. */
export function readDialogue(lines: readonly SpokenLine[]): Clause[] {
  const clauses = readClauses(lines)
  tagClauses(clauses)
  return clauses
}
