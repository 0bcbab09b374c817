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

/** The sentences that may be the chief complaint, the most probable first. */
export const writeComplaint = (frames: Frames): Written[] =>
  frames.of('reason').map((frame) => one('qp', frame, frame.status === 'visit' ? visitText(frame) : symptomText(frame)))
