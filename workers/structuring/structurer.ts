import type { Section, Structurer as StructurerInfo } from '#domain/record/record.ts'
import type { RefusalCode } from '#domain/record/refusal.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

export type StructuringInput = {
  jobId: string
  entries: readonly TranscriptEntry[]
  /** What the doctor noted about the patient; empty when nothing. */
  context: string
  specialty: Specialty
  /** Whose names must not leave for a language model. */
  names: { patient: string; doctor: string }
  newId: () => string
}

export type Structuring = { sections: Section[]; warnings: string[]; structurer: StructurerInfo; refusal?: RefusalCode }

/** The port: what turns a transcript into sections of sentences with their evidence. */
export type Structurer = (input: StructuringInput) => Promise<Structuring>
