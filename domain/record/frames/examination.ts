// Examination: vital signs and the findings that a doctor says while examining.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { dictatedIn, placeIn } from './dictation.ts'
import { isLocal } from './dictation-words.ts'
import type { Frames } from './frame.ts'
import { fill } from './frame.ts'
import { readResults } from './results.ts'
import { isMeasuring, VitalSigns } from './vitals.ts'

/** The tagger's probability from which a clause is dictated. */
const dictated = 0.45

/** Whether a clause tells what the examination found. Speakers are mixed up now and then, so the tag decides. */
const tellsFinding = (clause: Clause): boolean =>
  clause.act !== 'question' &&
  !clause.conditional &&
  // 'Perder uns cinco quilos ajuda' advises.
  !/\b(perder|emagrecer)\b/.test(clause.plain) &&
  !clause.tokens.some(({ word }) => /^algum(a|as)?$|^alguns$/.test(word)) &&
  chanceOf(clause, 'ef') > (clause.speaker === 'patient' ? 0.85 : dictated) &&
  (clause.speaker === 'patient'
    ? clause.tag.act === 'f'
    : clause.tag.act !== 'q' && (clause.tag.act !== 'e' || chanceOf(clause, 'ef') > 0.8))

const siteIn = ({ said }: Clause): string => said.find(({ concept }) => concept.kind === 'site')?.concept.note ?? ''
/** 'Me mostra a garganta', 'deixa eu ver o joelho': the next words tell how it looks. */
const looking = /\b(ver|olhar|mostra\w*|abre|abrir|camera)\b/
const seen = /^(ah |e |olha |hum |certo |entao )*(ta|esta|tao|estao)\b(?! (bom|bem|certo|otimo|ok)$)/
const looksAt = ({ speaker, plain, said }: Clause): boolean =>
  speaker === 'doctor' &&
  looking.test(plain) &&
  !/\b(exames?|laudo|resultado)\b/.test(plain) &&
  said.every(({ concept }) => concept.kind !== 'exam')
/** The place that the doctor examines, asks about, or examined before. */
type Touched = { text: string; line: string; index: number }
const aches = /\b(doi|dor|doendo|machuca|incomoda|dolorid[oa])\b/
const yes =
  /^(ai |ui |sim |um pouco |um pouquinho |bastante |muito |ali |e )*(doi|ai|sim|um pouco|um pouquinho|e|isso|bastante|muito|demais)\b/

/** 'Dói aqui no rim?' 'Não.': what the patient answers to the doctor's hand. */
function putTouch(frames: Frames, asked: Touched & { clause: Clause }, answer: Clause, index: number): boolean {
  const no = answer.reply?.means === 'no' || /\b(nao doi|doi nao|num doi)\b/.test(answer.plain)
  const hurts = !no && yes.test(answer.plain)
  if (!no && !hurts) return false
  const flank = asked.clause.tokens.some(({ word }) => /^(batid\w+|soquinho|soco|pancadinha|percut\w+)$/.test(word))
  const kidney = asked.clause.tokens.some(({ word }) => /^(rim|rins|costas|lombar)$/.test(word))
  const text =
    flank && kidney
      ? `Giordano ${no ? 'negativo' : 'positivo'}`
      : asked.text
        ? `${asked.text} ${no ? 'sem' : 'com'} dor à palpação`
        : hurts
          ? 'dor à palpação'
          : ''
  if (!text) return false
  fill(frames.put('finding', text, [asked.line, answer.line]), 'order', String(index), [answer.line])
  return true
}

/** Puts vital signs and findings. */
export function readExamination(frames: Frames, clauses: readonly Clause[]): void {
  const signs = new VitalSigns(frames)
  let last: { line: string; index: number } | undefined
  let touched: Touched | undefined
  /** The place that the doctor asks to see. */
  let looked: Touched | undefined
  let touchQuestion: (Touched & { clause: Clause }) | undefined
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    const isTold = clause.speaker === 'patient' && clause.tag.act !== 'f'
    const measures = !clause.conditional && !clause.plan && isMeasuring(clause) ? signs.read(clause, index, isTold) : []
    const own = chanceOf(clause, 'ef')
    if (touchQuestion && clause.speaker === 'patient' && index - touchQuestion.index <= 2 && clause.tokens.length <= 6)
      if (putTouch(frames, touchQuestion, clause, index)) touchQuestion = undefined
    const shown = looksAt(clause) ? placeIn(clause) || siteIn(clause) : ''
    if (shown) looked = { text: shown, line: clause.line, index }
    const isSeen = looked?.line === clause.line && index - looked.index === 1 && seen.test(clause.plain)
    const finds = tellsFinding(clause) || (isSeen && clause.act === 'statement' && own > 0.15)
    const touches = clause.speaker !== 'patient' && own > 0.3
    const place = finds || touches ? placeIn(clause) : ''
    if (touches) {
      if (aches.test(clause.plain) && (clause.act === 'question' || clause.tag.act === 'q'))
        touchQuestion = {
          text: place || (touched && index - touched.index <= 1 ? touched.text : ''),
          line: clause.line,
          index,
          clause,
        }
      touched = place && !finds ? { text: place, line: clause.line, index } : touched
    }
    if (!finds) return
    const found = dictatedIn(clause, measures, last?.line === clause.line && index - last.index === 1)
    // 'Deixa eu ver a garganta? Ah, tá vermelha.'
    if (found.length === 0 && !place && looked && isSeen) {
      const [first, ...rest] = dictatedIn(clause, measures, true)
      if (first && !/^(bo[am]|sem )/.test(first)) found.push(`${looked.text}: ${first}`, ...rest)
    }
    if (found.length === 0) {
      if (place) touched = { text: place, line: clause.line, index }
      return
    }
    // 'Deixa eu ver o pescoço. Caroço não tem.'
    if (
      !place &&
      touched &&
      touched.line === clause.line &&
      index - touched.index === 1 &&
      /^sem \S+$/.test(found[0] ?? '') &&
      isLocal(found[0]?.slice(4) ?? '')
    )
      found[0] = `${touched.text} ${found[0]}`
    last = { line: clause.line, index }
    fill(frames.put('finding', found.join(', '), [clause.line]), 'order', String(index), [clause.line])
  })
  readResults(frames, clauses)
}
