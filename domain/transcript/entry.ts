import { z } from 'zod'
import { instant } from '../contract.ts'

export const speakers = ['doctor', 'patient'] as const
export const speaker = z.enum(speakers)
export type Speaker = z.infer<typeof speaker>

export const transcriptWord = z.object({
  text: z.string(),
  start_ms: z.int(),
  end_ms: z.int(),
  confidence: z.number().min(0).max(1).optional(),
})
export type TranscriptWord = z.infer<typeof transcriptWord>

/** An anonymous voice as diarization numbers it: numbers restart with each engine session, so both count. */
export const voice = z.object({ session: z.int(), number: z.int() })
export type Voice = z.infer<typeof voice>

export const transcriptEntry = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(8_000),
  /** Wall time at which the line starts. */
  timestamp: instant,
  /** Left out while nobody knows. */
  speaker: speaker.optional(),
  /** 'guess' is shown as uncertain; what the doctor set by 'hand' is never changed again. */
  speaker_origin: z.enum(['guess', 'firm', 'hand']).optional(),
  voice: voice.optional(),
  isPartial: z.boolean(),
  /** On the audio clock of the consultation. */
  start_ms: z.int(),
  end_ms: z.int(),
  /** What the recogniser thinks of its own text; left out where it does not say. */
  confidence: z.number().min(0).max(1).optional(),
  words: z.array(transcriptWord).optional(),
})
export type TranscriptEntry = z.infer<typeof transcriptEntry>
