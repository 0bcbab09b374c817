import { z } from 'zod/mini'
import { freeText, instant } from '../contract.ts'

/** Letters of one line, typed or corrected. */
export const LINE_MAX = 4_000
export const lineText = freeText.check(z.minLength(1), z.maxLength(LINE_MAX))

const speakers = ['doctor', 'patient'] as const
export const speaker = z.enum(speakers)
export type Speaker = z.infer<typeof speaker>

export const transcriptWord = z.object({
  text: z.string(),
  start_ms: z.int(),
  end_ms: z.int(),
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
})

/** An anonymous voice of diarization. Numbers restart with each engine session, so both numbers identify it. */
export const voice = z.object({ session: z.int(), number: z.int() })

export const transcriptEntry = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  text: z.string().check(z.maxLength(8_000)),
  /** The words before any correction, present only when they differ from `text`: the recogniser's, or those typed. */
  original: z.optional(z.string().check(z.maxLength(8_000))),
  /** Wall time at which the line starts. */
  timestamp: instant,
  /** Absent while unknown. */
  speaker: z.optional(speaker),
  /** 'guess' is shown as uncertain; 'hand', set by the doctor, is never changed again. */
  speaker_origin: z.optional(z.enum(['guess', 'firm', 'hand'])),
  voice: z.optional(voice),
  isPartial: z.boolean(),
  /** ms on the audio clock of the consultation. */
  start_ms: z.int(),
  end_ms: z.int(),
  /** The recogniser's own confidence, if it reports one. */
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  /** Only while the room is open: completion removes them. */
  words: z.optional(z.array(transcriptWord)),
})
export type TranscriptEntry = z.infer<typeof transcriptEntry>

/** A line the doctor typed: its id is the page's own (protocol.ts, `write_entry`). */
export const isTyped = ({ id }: Pick<TranscriptEntry, 'id'>): boolean => id.startsWith('typed-')
