import type { Frames } from '../frames/frame.ts'
import { inLists, one, slot, type Written } from './wording.ts'

/** Vital signs, findings and results. */
export function writeExamination(frames: Frames): Written[] {
  const out: Written[] = []
  const measures = frames.of('measure')
  for (const frame of measures) {
    const value = slot(frame, 'value')
    out.push(one('ef', frame, value ? `${frame.name} ${value}` : frame.name))
  }
  out.push(
    ...inLists('ef', '', frames.of('finding'), (frame) =>
      frame.name.replace(/^[A-Z](?=[a-zà-ú])/, (letter) => letter.toLowerCase()),
    ),
  )
  return out
}
