import type { Structurer } from '../record.ts'
import type { RefusalCode } from './refusal.ts'

/**
 * A sentence of a draft, with the ids of the entries it cites. prove.ts decides what they prove.
 * `probability`: that it is right, from 0 to 1; only where it was measured (`note/calibration.ts`).
 */
export type DraftSentence = { text: string; evidence: string[]; probability?: number | undefined }
/** `key`: the section of the specialty's template. */
export type DraftSection = { key: string; sentences: DraftSentence[] }
export type DraftRecord = {
  sections: DraftSection[]
  /** Sentences that the rules do not find certain enough, by section. Absent in a model's draft. */
  held?: DraftSection[]
  warnings: string[]
  structurer: Structurer
  refusal?: RefusalCode
}
