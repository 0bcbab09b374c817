import type { Frames } from '../frames/frame.ts'
import { inLists, one, slot, type Written } from './wording.ts'

const supposed: Record<string, string> = { probable: 'Provável ', possible: 'Possível ', said: '' }

/** Hypotheses, orders, advice, warnings and the return. */
export function writePlan(frames: Frames): Written[] {
  const out: Written[] = []
  for (const frame of frames.of('hypothesis'))
    out.push(
      one(
        'hip',
        frame,
        frame.status === 'rejected' ? `${frame.name} pouco provável` : `${supposed[frame.status] ?? ''}${frame.name}`,
      ),
    )
  out.push(
    ...inLists(
      'con',
      'solicito ',
      frames.of('order').filter(({ status }) => status === 'ordered'),
    ),
  )
  out.push(
    ...inLists(
      'con',
      'sem indicação de ',
      frames.of('order').filter(({ status }) => status === 'refused'),
    ),
  )
  for (const frame of frames.of('referral')) out.push(one('con', frame, `encaminhamento à ${frame.name}`))
  for (const frame of frames.of('instruction'))
    out.push(
      one(
        frame.status === 'conduta' ? 'con' : 'ori',
        frame,
        `${frame.name}${slot(frame, 'days') ? ` por ${slot(frame, 'days')}` : ''}`,
      ),
    )
  for (const frame of frames.of('return')) out.push(one('ori', frame, `retorno ${slot(frame, 'when')}`))
  for (const frame of frames.of('warning')) out.push(one('ori', frame, frame.name))
  return out
}
