// Reads the clauses of a dialogue into frames, in the order they were spoken.
import { type Clause, isYesNo } from '#domain/dialogue/dialogue.ts'
import { dropAllergic, putReaction } from './allergies.ts'
import { putAnswer, putRelativesAnswer, putRepeated } from './answers.ts'
import { putFindings, putMeasures } from './examination.ts'
import { type Frame, Frames } from './frame.ts'
import { amountInto, putConditions, putEvents, putHabits, putLastPeriod, putOccupation } from './history.ts'
import { putMedicines } from './medicines.ts'
import { putAdvice, putHypotheses, putOrders, putReturn, putWarning } from './plan.ts'
import { putFelt, recap } from './symptoms.ts'

/** 'É.', 'Aham.': a yes only where nothing else answers. */
const isBackchannel = (clause: Clause): boolean =>
  /^(e|aham|uhum|ahan|sim|hum|ta|certo|isso)( (e|aham|uhum|sim))?$/.test(clause.plain)

/** The facts of a consultation. */
export function readFrames(clauses: readonly Clause[]): Frames {
  const frames = new Frames()
  const answered = new Set<Clause>()
  let symptom: Frame | undefined
  let medicine: Frame | undefined
  let prescribed: Frame | undefined
  let lastPlan = -99
  let plans = 0
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    if (clause.speaker === 'doctor') {
      putMeasures(frames, clause)
      putFindings(frames, clause)
      putOrders(frames, clause)
      putAdvice(frames, clause)
      putWarning(frames, clause, clauses.slice(index + 1, index + 4))
      putReturn(frames, clause)
      putHypotheses(frames, clause, index > clauses.length / 2)
      if (!clause.plan && clause.act !== 'question') recap(frames, clause)
      if (clause.plan) {
        lastPlan = index
        plans += 1
      }
      prescribed = putMedicines(frames, clause, prescribed, index - lastPlan <= 6)
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
    if (clause.act === 'question') return
    if (putReaction(frames, clause)) return
    // Behind the plan a patient repeats its warnings: 'Desmaio, dor no peito.' is no new history.
    if (plans > 2 && !question) {
      putMedicines(frames, clause, undefined)
      return
    }
    putLastPeriod(frames, clause)
    symptom = putFelt(frames, clause, symptom, clauses[index - 1])
    putConditions(frames, clause)
    putEvents(frames, clause)
    putHabits(frames, clause)
    if (/\b(fuma|bebe|cigarro|alcool|exercicio|atividade)\b/.test(question?.plain ?? '')) amountInto(frames, clause)
    putOccupation(frames, clause)
    putMeasures(frames, clause)
    putFindings(frames, clause)
    medicine = putMedicines(frames, clause, medicine)
  })
  dropAllergic(frames)
  return frames
}
