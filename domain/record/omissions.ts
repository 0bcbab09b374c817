import type { Speaker } from '../transcript/entry.ts'
import type { Omission, Section } from './record.ts'
import type { Specialty } from './specialty.ts'

export type OmissionInput = {
  entries: readonly { id: string; text: string; speaker?: Speaker | undefined; isPartial?: boolean }[]
  sections: readonly Section[]
  specialty: Specialty
}

/** 'Dito e não registrado': clinically relevant lines that no sentence cites, as sentences ready for their section. */
export function omissionsOf(_input: OmissionInput): Omission[] {
  return []
}

/** Those that still are: a line cited by now is registered. */
export function stillOmitted(omissions: readonly Omission[], sections: readonly Section[]): Omission[] {
  const cited = new Set(
    sections.flatMap((section) => section.sentences.flatMap((sentence) => sentence.evidence.map((line) => line.id))),
  )
  return omissions.filter((omission) => omission.evidence.some((line) => !cited.has(line.id)))
}
