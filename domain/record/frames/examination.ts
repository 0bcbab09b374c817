// Examination: vital signs and the findings that a doctor says while examining.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { dictatedIn, placeIn } from './dictation.ts'
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
  chanceOf(clause, 'ef') > (clause.speaker === 'patient' ? 0.85 : dictated) &&
  (clause.speaker === 'patient'
    ? clause.tag.act === 'f'
    : clause.tag.act !== 'q' && (clause.tag.act !== 'e' || chanceOf(clause, 'ef') > 0.8))

/** Words of a visit by telephone or video. */
const remote = new Map(
  Object.entries({
    'consulta por telefone': 'telefone alo ligacao telefonema ligou liguei ligando',
    teleconsulta:
      'video camera chamada ouvindo ouve link internet celular audio imagem teleconsulta telemedicina tela conexao microfone travou',
  }).flatMap(([note, words]) => words.split(' ').map((word) => [word, note] as const)),
)

/** Adds that the doctor examined nothing, in a visit by telephone or video without a finding. */
function putRemote(frames: Frames, clauses: readonly Clause[]): void {
  const cues = new Map<string, number>()
  let certain: { line: string; note: string } | undefined
  clauses.forEach((clause, index) => {
    const named = clause.tokens.flatMap(({ word }) => remote.get(word) ?? [])
    for (const note of new Set(named)) cues.set(note, (cues.get(note) ?? 0) + (index < 6 ? 2 : 1))
    const examines = clause.tokens.some(({ word }) => /^exam(e|ino|inar)$/.test(word))
    const denies = clause.tokens.some(({ word }) => /^(nao|sem|presencial)$/.test(word))
    if (examines && denies && clause.speaker !== 'patient' && (named.length > 0 || chanceOf(clause, 'ef') > 0.4))
      certain = { line: clause.line, note: named[0] ?? '' }
  })
  const [most] = [...cues].sort((a, b) => b[1] - a[1])
  const seen = frames.of('measure').length + frames.of('finding').length
  if (seen > 0 || !most || (!certain && most[1] < 2)) return
  const note = certain?.note || most[0]
  const line = certain?.line ?? clauses.find(({ tokens }) => tokens.some(({ word }) => remote.has(word)))?.line
  if (line) frames.put('finding', `exame físico: não realizado (${note})`, [line])
}

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
  let touchQuestion: (Touched & { clause: Clause }) | undefined
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    const isTold = clause.speaker === 'patient' && clause.tag.act !== 'f'
    const measures = !clause.conditional && !clause.plan && isMeasuring(clause) ? signs.read(clause, index, isTold) : []
    const own = chanceOf(clause, 'ef')
    if (touchQuestion && clause.speaker === 'patient' && index - touchQuestion.index <= 2 && clause.tokens.length <= 6)
      if (putTouch(frames, touchQuestion, clause, index)) touchQuestion = undefined
    if (clause.speaker !== 'patient' && own > 0.3) {
      const text = placeIn(clause)
      if (aches.test(clause.plain) && (clause.act === 'question' || clause.tag.act === 'q'))
        touchQuestion = {
          text: text || (touched && index - touched.index <= 1 ? touched.text : ''),
          line: clause.line,
          index,
          clause,
        }
      touched = text && !tellsFinding(clause) ? { text, line: clause.line, index } : touched
    }
    if (!tellsFinding(clause)) return
    const found = dictatedIn(clause, measures, last?.line === clause.line && index - last.index === 1)
    const place = placeIn(clause)
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
      /^sem /.test(found[0] ?? '')
    )
      found[0] = `${touched.text} ${found[0]}`
    last = { line: clause.line, index }
    fill(frames.put('finding', found.join(', '), [clause.line]), 'order', String(index), [clause.line])
  })
  putRemote(frames, clauses)
  readResults(frames, clauses)
}
