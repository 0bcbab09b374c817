import { z } from 'zod/mini'
import { instant } from '../contract.ts'

/** A word that the doctor corrected in a transcript: the next recogniser expects it. */
const correctedWord = z.object({ id: z.uuid(), word: z.string(), corrected_at: instant })
export type CorrectedWord = z.infer<typeof correctedWord>

/** `TermSources` but the words that are corrected in this consultation. */
export const termSources = z.object({
  specialty: z.nullable(z.string()),
  earlier: z.array(z.string()),
  // The release before sends a room none.
  health: z._default(z.array(z.string()), []),
  patient: z.array(z.string()),
})

/** All of the doctor's list, the newest first. */
export const correctedWordsReply = z.object({ items: z.array(correctedWord) })
/** The number of words that this call removed. */
export const removedWordsReply = z.object({ removed: z.int() })
