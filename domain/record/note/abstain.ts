import { Frames } from '../frames/frame.ts'
import { type CheckedLine, safetyChecker } from '../safety/check.ts'
import { writeNote } from './write.ts'

/**
 * The facts that the safety checks find in their own lines. The note leaves out a fact whose sentence a check
 * doubts.
 */
export function heldFacts(frames: Frames, entries: readonly CheckedLine[]): Frames {
  const checker = safetyChecker(entries, '')
  const certain = new Frames()
  for (const frame of frames.everything()) {
    const alone = new Frames()
    alone.keep(frame)
    const doubted = writeNote(alone).some(
      ({ section, text, evidence }) => checker.sentence({ section, text, evidence, proof: 'transcript' }).length > 0,
    )
    if (!doubted && !frame.open) certain.keep(frame)
  }
  return certain
}
