import type { Frame, Frames } from '../frames/frame.ts'
import { one, slot, type Written } from './wording.ts'

function medicineText(frame: Frame): string {
  const dose = slot(frame, 'dose')
  const parts = [
    frame.name.trim(),
    dose,
    slot(frame, 'route'),
    slot(frame, 'frequency'),
    slot(frame, 'course'),
    slot(frame, 'since'),
  ]
  const condition = slot(frame, 'condition')
  const effect = slot(frame, 'effect')
  return `${parts.filter(Boolean).join(' ')}${condition ? `, ${condition}` : ''}${effect ? `, ${effect}` : ''}`
}

/** Medicines in use, tried and prescribed, and allergies: one line each. */
export function writeMedicines(frames: Frames): Written[] {
  const out: Written[] = []
  for (const frame of frames.of('medication').filter(({ status }) => status === 'tried'))
    out.push(one('hda', frame, `usou ${medicineText(frame)}`))
  for (const frame of frames.of('medication')) {
    if (frame.status === 'in use') out.push(one('med', frame, medicineText(frame)))
    if (frame.status === 'stopped')
      out.push(one('med', frame, `${medicineText(frame)}, interrompido por conta própria`))
  }
  for (const frame of frames.of('allergy')) {
    const reaction = slot(frame, 'reaction')
    out.push(one('ale', frame, `alergia a ${frame.name}${reaction ? `, com ${reaction}` : ''}`))
  }
  for (const frame of frames.of('medication')) {
    if (frame.status === 'prescribed') out.push(one('con', frame, medicineText(frame)))
    if (frame.status === 'suspend') out.push(one('con', frame, `suspender ${frame.name.trim()}`))
    if (frame.status === 'keep') out.push(one('con', frame, `manter ${medicineText(frame)}`))
    if (frame.status === 'raise')
      out.push(
        one(
          'con',
          frame,
          `aumentar ${frame.name.trim()}${slot(frame, 'dose') ? ` para ${slot(frame, 'dose')}` : ''}${slot(frame, 'frequency') ? ` ${slot(frame, 'frequency')}` : ''}`,
        ),
      )
    if (frame.status === 'lower')
      out.push(
        one('con', frame, `reduzir ${frame.name.trim()}${slot(frame, 'dose') ? ` para ${slot(frame, 'dose')}` : ''}`),
      )
  }
  return out
}
