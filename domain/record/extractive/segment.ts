import { plain } from '../../text.ts'
import type { Speaker } from '../../transcript/entry.ts'
import { guessSpeaker } from '../../transcript/speakers.ts'
import { isOrder } from '../voice/imperative.ts'
import { backChannel } from '../voice/speech.ts'
import { capitalise, normalise, sentencesOf, settle, words } from '../voice/normalise.ts'

/** What the structurer needs of a transcript entry. */
export type SpokenLine = {
  id: string
  text: string
  speaker?: Speaker | undefined
  isPartial?: boolean
  confidence?: number | undefined
}

export type Line = {
  id: string
  speaker: Speaker | undefined
  questions: string[]
  statements: string[]
  sentences: string[]
  bare: boolean
  spoken: string
}

/** A doctor's question, or the questions of one turn, and what was answered to it. */
export type Exchange = { asked: Line[]; replies: Line[] }

const asks =
  /^(e )?(qual|quais|onde|quando|quant[oa]s?|como|por que|o que|quem|com quem|ha quanto tempo|desde quando|em que|tem (algum|alguma|febre|tosse|dor|alergia)|teve|esta (com|sentindo|tomando|usando)|sente|sentiu|alguma?|voce|o senhor|a senhora|ja (teve|fez|operou)|fuma|bebe|toma|usa|doi|mais algum|mais alguma)\b/
const patientAsks =
  /^(ta |e |mas |entao |bom )*(,? ?)(sera|posso|devo|eu devo|preciso|o que|qual|quando|como|por que|quanto|onde|tem (algum|alguma|problema|perigo|como)|voce|o senhor|a senhora|e isso|como|desculpa|pode|vai)\b|\b(e isso|ne|voce acha|o senhor acha|a senhora acha|eu ligo|eu devo)\b/
/** A first person, a time or a hedge: told, however the voice rises. */
const tells =
  /\b(eu|me|meu|minha|sei la|acho|\w{3,}ei|tenho|tive|sou|estou|sinto|tomo|dias?|semanas?|mes|meses|anos?|ontem|hoje|tipo|mais ou menos|um pouco)\b/
/** 'Me conta mais dessas palpitações.' asks without its mark. */
const prompts =
  /(?<!\bque (?:\w+ ){0,2})\b(me (conta|conte|fala|fale|diz|diga|explica|explique|descreve|descreva)|conta (mais|para mim)|fala mais)\b/
const told =
  /^(entao |e |ai |agora )*(eu )?(vou|vamos|tome|use|volte|evite|a gente vai|voce vai (tomar|usar|fazer|voltar))\b|\b(daqui a|comprimidos?|miligramas|gotas)\b/
const orders = /\b(tome|use|deve|vai|precisa|pode (tomar|ficar|voltar))\b/

/** 'Você leva ela para o hospital, combinado?' tells. */
const agreed = /, (?:está )?(?:combinado|viu|entendeu)\?$/iu

/** Recognisers that write no punctuation give questions without their mark. */
function isQuestion(sentence: string, speaker: Speaker | undefined, punctuated: boolean): boolean {
  // Patients raise their voice at the end of what they tell: 'faz uma semana, sei lá?'
  if (speaker === 'patient')
    return sentence.endsWith('?') && (patientAsks.test(plain(sentence)) || !tells.test(plain(sentence)))
  // 'Você volta em quinze dias, né?' tells, and only asks for a nod.
  if (speaker === 'doctor' && / é isso\?$/.test(sentence) && told.test(plain(sentence))) return false
  if (sentence.endsWith('?') || (speaker === 'doctor' && prompts.test(plain(sentence)))) return true
  if (punctuated) return false
  const text = plain(sentence)
  return asks.test(text) && !orders.test(text) && words(text).length <= 16
}

export function readLine(entry: SpokenLine): Line {
  const speaker = entry.speaker ?? guessSpeaker(entry.text)?.speaker
  const sentences = sentencesOf(normalise(entry.text)).map((sentence) =>
    speaker === 'doctor' && (words(sentence).length > 6 || isOrder(sentence.replace(agreed, '')))
      ? sentence.replace(agreed, '.')
      : sentence,
  )
  const punctuated = /[.?!]/.test(entry.text)
  const questions = sentences.filter((sentence) => isQuestion(sentence, speaker, punctuated))
  const questionSet = new Set(questions)
  return {
    id: entry.id,
    speaker,
    sentences,
    questions,
    statements: sentences
      .filter((sentence) => !questionSet.has(sentence))
      .map((sentence) => capitalise(settle(sentence.replace(/,? é isso\?$/u, '.')))),
    spoken: entry.text,
    // 'Não sei' is made of such words, and is no 'não'.
    bare: words(entry.text).every((word) => backChannel.has(word)) && !/\bnao sei\b/.test(plain(entry.text)),
  }
}

/** Lines in order -> exchanges. A doctor's back-channel ('Tá. Certo.') between two answers does not end the exchange. */
export function exchanges(lines: readonly Line[]): Exchange[] {
  const out: Exchange[] = []
  let open: Exchange = { asked: [], replies: [] }
  for (const line of lines) {
    const doctor = line.speaker === 'doctor' || (line.speaker === undefined && line.questions.length > 0)
    if (!doctor) open.replies.push(line)
    else if (line.bare && line.questions.length === 0) continue
    else {
      if (
        open.replies.some((reply) => !reply.bare) ||
        (open.replies.length > 0 && open.asked.some((asked) => asked.questions.length > 0))
      ) {
        out.push(open)
        open = { asked: [], replies: [] }
      }
      open.asked.push(line)
    }
  }
  out.push(open)
  return out.filter((exchange) => exchange.asked.length + exchange.replies.length > 0)
}
