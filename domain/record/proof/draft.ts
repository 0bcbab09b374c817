import type { Structurer } from '../record.ts'
import type { RefusalCode } from './refusal.ts'

/** What a structurer writes: a sentence and the ids of the entries it rests on. What it proves is decided in prove.ts. */
export type DraftSentence = { text: string; evidence: string[] }
/** `key`: the section of the specialty's template. */
export type DraftSection = { key: string; sentences: DraftSentence[] }
export type DraftRecord = {
  sections: DraftSection[]
  warnings: string[]
  structurer: Structurer
  refusal?: RefusalCode
}
