// The labels that the tagger gives to a clause.

/** Parts of the note; '-' is for talk that does not belong in it. */
export const parts = ['qp', 'hda', 'hpp', 'med', 'ale', 'hf', 'hab', 'ef', 'exc', 'hip', 'con', 'ori', '-'] as const
export type Part = (typeof parts)[number]
/** Question, statement, order, instruction, finding, hypothesis, explanation, recap, backchannel, greeting, other. */
export const acts = ['q', 's', 'd', 'i', 'f', 'h', 'e', 'r', 'b', 'g', 'o'] as const
export type Act = (typeof acts)[number]

/**
 * `sure`: the probability of the part. `noted`: the probability that the clause belongs in the note at all. `chances`:
 * the probability of each part.
 */
export type Tag = {
  part: Part
  act: Act
  sure: number
  noted: number
  chances: Readonly<Partial<Record<Part, number>>>
}
export const untagged: Tag = { part: '-', act: 'o', sure: 0, noted: 0, chances: {} }
