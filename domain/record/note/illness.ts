import type { Frame, Frames } from '../frames/frame.ts'
import { inLists, one, slot, topicName, type Written } from './wording.ts'

/** 'Cefaleia há 4 dias, latejante, intensa, pior à noite'. */
function symptomText(frame: Frame): string {
  const since = slot(frame, 'since')
  const relief = slot(frame, 'relief')
  const parts = [
    slot(frame, 'site'),
    slot(frame, 'quality'),
    slot(frame, 'severity'),
    slot(frame, 'frequency'),
    slot(frame, 'often'),
    slot(frame, 'value') && `de até ${slot(frame, 'value')}`,
    slot(frame, 'course'),
    slot(frame, 'trigger') &&
      `${/^(à|ao|aos|após|com|na|no|em)/.test(slot(frame, 'trigger')) ? 'pior ' : ''}${slot(frame, 'trigger')}`,
    slot(frame, 'timing') && !slot(frame, 'trigger').startsWith(slot(frame, 'timing'))
      ? `${slot(frame, 'trigger') ? '' : 'pior '}${slot(frame, 'timing')}`
      : '',
    relief && `com melhora ${relief}`,
  ].filter(Boolean)
  return [since ? `${frame.name} ${since}` : frame.name, ...parts].join(', ')
}
/** A bare name is written only where two lines say it: a question and its answer, or two statements. */
const isSure = (frame: Frame): boolean => frame.lines.length > 1
const described = (frame: Frame): boolean => frame.slots.size > 0 && !frame.slots.has('told')

function complaint(symptoms: readonly Frame[]): Frame | undefined {
  const early = symptoms.slice(0, 3)
  const worth = (frame: Frame) => (frame.slots.has('since') ? 2 : 0) + frame.slots.size
  return [...early].sort((a, b) => worth(b) - worth(a))[0]
}

/** The chief complaint and the present illness. */
export function writeIllness(frames: Frames): Written[] {
  const all = frames.of('symptom')
  const present = all.filter(({ polarity }) => polarity === 'affirmed')
  const first = complaint(present.filter((frame) => !frame.slots.has('told')))
  const out: Written[] = []
  if (first) out.push(one('qp', first, [first.name, slot(first, 'since')].filter(Boolean).join(' ')))
  for (const frame of present)
    if (described(frame) && !(frame === first && [...frame.slots.keys()].every((key) => key === 'since')))
      out.push(one('hda', frame, symptomText(frame)))
  const measured = present.filter((frame) => frame.slots.has('told'))
  out.push(...inLists('hda', 'PA em casa de ', measured, (frame) => slot(frame, 'told')))
  out.push(
    ...inLists(
      'hda',
      'refere ',
      present.filter((frame) => isSure(frame) && !described(frame) && !frame.slots.has('told') && frame !== first),
    ),
  )
  out.push(
    ...inLists(
      'hda',
      'nega ',
      all.filter(({ polarity }) => polarity === 'denied'),
    ),
  )
  const absent = frames.of('absence').filter(({ name }) => name.startsWith('hda|'))
  out.push(...inLists('hda', 'nega ', absent, topicName))
  return out
}
