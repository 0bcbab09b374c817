// Writes the chief complaint as one line: symptom and duration, or the reason of the visit.
import type { Frame, Frames } from '../frames/frame.ts'
import { listed, one, slot, type Written } from './wording.ts'

const values = (frame: Frame, name: string): string[] => slot(frame, name).split('|').filter(Boolean)

function visitText(frame: Frame): string {
  const conditions = listed(values(frame, 'condition'))
  const drugs = listed(values(frame, 'drug'))
  const age = slot(frame, 'age')
  const weeks = slot(frame, 'weeks')
  if (frame.name === 'retorno') return conditions ? `retorno para controle de ${conditions}` : frame.name
  if (frame.slots.has('exam')) return `${frame.name}: ${listed(values(frame, 'exam'))}`
  if (conditions) return `${frame.name} para ${conditions}`
  if (drugs || age) return `${frame.name} de ${drugs || age}`
  return weeks ? `${frame.name}, ${weeks}` : frame.name
}

/** 'Cefaleia diária há 2 meses', 'Dor no joelho direito há 2 anos, com piora há 4 meses'. */
function symptomText(frame: Frame): string {
  const after = slot(frame, 'after')
  const worse = slot(frame, 'worse')
  const since = slot(frame, 'since')
  const head = [listed(values(frame, 'what')), slot(frame, 'often'), since || (worse && `com piora ${worse}`)]
  return [head.filter(Boolean).join(' '), after && `após ${after}`, since && worse && `com piora ${worse}`]
    .filter(Boolean)
    .join(', ')
}

const textOf = (frame: Frame): string => (frame.status === 'visit' ? visitText(frame) : symptomText(frame))

/** The sentences that may be the chief complaint: a visit with its complaint in one line, and each alone. */
export function writeComplaint(frames: Frames): Written[] {
  const [complaint, visit] = frames.of('reason')
  const single = frames.of('reason').map((frame) => one('qp', frame, textOf(frame)))
  if (!complaint || !visit) return single
  const both = one('qp', visit, `${textOf(visit)}, com ${textOf(complaint)}`)
  const evidence = [...new Set([...visit.lines, ...complaint.lines])]
  return [{ ...both, evidence, frames: [visit, complaint] }, ...single.slice(1)]
}
