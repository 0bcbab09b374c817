import type { DraftRecord } from '#domain/record/proof/draft.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import type { Style } from '#domain/record/writing/writing.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { Private } from './redact.ts'

export type StructuringInput = {
  jobId: string
  entries: readonly TranscriptEntry[]
  /** The doctor's notes about the patient; empty if none. */
  context: string
  specialty: Specialty
  names: Private
  /** How the doctor writes; absent: as usual. */
  style?: Style | undefined
}

/** The port: turns a transcript into a draft whose sentences name their lines. */
export type Structurer = (input: StructuringInput) => Promise<DraftRecord>
