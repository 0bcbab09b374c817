// The present illness: symptoms that the patient tells, and answers to the doctor's questions.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { isYesNo } from '#domain/dialogue/dialogue.ts'
import { putReaction } from './allergies.ts'
import { putAnswer, putRelativesAnswer, putRepeated } from './answers.ts'
import type { Frame, Frames } from './frame.ts'
import { putFelt, recap } from './symptoms.ts'

/** 'É.', 'Aham.': a yes only where nothing else answers. */
const isBackchannel = (clause: Clause): boolean =>
  /^(e|aham|uhum|ahan|sim|hum|ta|certo|isso)( (e|aham|uhum|sim))?$/.test(clause.plain)

/** Puts the symptoms, and what yes and no answer. */
export function readIllness(frames: Frames, clauses: readonly Clause[]): void {
  const answered = new Set<Clause>()
  let symptom: Frame | undefined
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    if (clause.speaker === 'doctor') {
      if (!clause.plan && clause.act !== 'question') recap(frames, clause)
      return
    }
    const question = clause.answers
    if (question && isBackchannel(clause) && clauses[index + 1]?.answers === question) return
    if (question && !answered.has(question) && clause.act !== 'question') {
      const rest = clauses.slice(index + 1, index + 5).filter(({ line }) => line === clause.line)
      if (isYesNo(question)) {
        putRepeated(frames, question, clause)
        if (clause.reply) symptom = putAnswer(frames, question, clause, rest) ?? symptom
      }
      putRelativesAnswer(frames, question, clause)
      answered.add(question)
    }
    if (clause.act === 'question' || putReaction(frames, clause)) return
    // Behind the plan a patient repeats its warnings: 'Desmaio, dor no peito.' is no new history.
    if (!question && chanceOf(clause, 'qp', 'hda') < 0.3) return
    symptom = putFelt(frames, clause, symptom, clauses[index - 1])
  })
}
