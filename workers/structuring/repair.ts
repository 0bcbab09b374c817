// Asks a model once about each sentence that its lines do not support.
import type { ModelMessage } from 'ai'
import { isAbout } from '#domain/record/note/content.ts'
import type { DraftSection, DraftSentence } from '#domain/record/proof/draft.ts'
import { type QuotedSentence, repairSchema } from './answer.ts'
import { type Ask, answerIfAny } from './ask.ts'
import { instructions } from './instructions.ts'
import { type Doubt, doubtsOf, type Judge } from './judge.ts'
import { inert } from './prompt.ts'

/** The most doubts to send back: more would be longer than the record. */
const MOST_DOUBTS = 40
const SHAPE = '{"corrections":[{"id":"F1","text":"…","evidence":[{"line":"L1","quote":"…"}]}]}'
const idOf = (index: number) => `F${index + 1}`

/** Lists the doubted sentences for the model, in its own words, each with the reasons. */
function repairRequest(doubts: readonly Doubt[]): string {
  const list = doubts.map(
    ({ text, flags }, index) =>
      `${idOf(index)} "${inert(text)}": ${inert(flags.map(({ message }) => message).join(' ')) || 'A citação não está em nenhuma linha da transcrição.'}`,
  )
  return `A conferência duvida destas frases:\n<frases>\n${list.join('\n')}\n</frases>\nReleia as linhas. Para cada frase, devolva em 'corrections' o mesmo 'id' com a frase corrigida e as citações copiadas das linhas; a mesma frase, se ela estava certa, com as linhas que a comprovam; ou 'text' vazio, se nada nas linhas diz isso. Só o objeto JSON ${SHAPE}.`
}

/**
 * Returns the draft after one repair. A correction counts only if its lines support it, it is about the same, and it is
 * news. A sentence that the model takes back goes if it had no lines; with lines it stays, doubted. `read` finds the lines
 * that have a sentence's quotes.
 */
export async function repairDraft(
  ask: Ask,
  /** The conversation so far, with the model's answer. */
  before: readonly ModelMessage[],
  sections: readonly DraftSection[],
  judge: Judge,
  read: (sentence: QuotedSentence) => DraftSentence | undefined,
): Promise<readonly DraftSection[]> {
  const doubts = doubtsOf(sections, judge).slice(0, MOST_DOUBTS)
  if (doubts.length === 0) return sections
  const wanted = { schema: repairSchema, name: 'correcoes', instructions }
  const repair = await answerIfAny(ask, wanted, [...before, { role: 'user', content: repairRequest(doubts) }])
  if (!repair) return sections
  const answers = new Map(repair.corrections.map((one) => [one.id.trim().toUpperCase(), one]))
  const byPlace = new Map(doubts.map((doubt, index) => [`${doubt.section} ${doubt.at}`, answers.get(idOf(index))]))
  const written = new Set(sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)))
  return sections.map(({ key, sentences }, section) => ({
    key,
    sentences: sentences.flatMap((sentence, at) => {
      const answer = byPlace.get(`${section} ${at}`)
      if (!answer) return [sentence]
      if (answer.text.trim() === '') return sentence.evidence.length === 0 ? [] : [sentence]
      const corrected = read(answer)
      const counts = corrected && isCorrection(corrected, sentence) && !written.has(corrected.text)
      return [counts && judge(key, corrected) === null ? corrected : sentence]
    }),
  }))
}

/** A correction that shares no line and little content with the sentence is another one. */
const isCorrection = (corrected: DraftSentence, sentence: DraftSentence): boolean =>
  corrected.evidence.some((id) => sentence.evidence.includes(id)) || isAbout(sentence.text, corrected.text)
