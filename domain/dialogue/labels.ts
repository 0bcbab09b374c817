import { guessSpeaker } from '../transcript/speakers.ts'
import type { SpokenLine } from './dialogue.ts'

const other = { doctor: 'patient', patient: 'doctor' } as const
/** So many lines must tell who speaks, and so large a share of what they tell must be against the labels. */
const TELLING = 5
const AGAINST = 0.75

/** Lines whose labels stand the wrong way round get them exchanged: read so, no doctor's question is a patient's word. */
export function withRightLabels(entries: readonly SpokenLine[]): { entries: readonly SpokenLine[]; swapped: boolean } {
  let right = 0
  let wrong = 0
  let lines = 0
  for (const { text, speaker } of entries) {
    const guess = speaker && guessSpeaker(text)
    if (!guess) continue
    lines += 1
    if (guess.speaker === speaker) right += guess.confidence - 0.5
    else wrong += guess.confidence - 0.5
  }
  const swapped = lines >= TELLING && wrong > AGAINST * (right + wrong)
  if (!swapped) return { entries, swapped }
  return {
    entries: entries.map((entry) => (entry.speaker ? { ...entry, speaker: other[entry.speaker] } : entry)),
    swapped,
  }
}
