import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SpokenLine } from '#domain/dialogue/dialogue.ts'

/** Written consultations: 'M:' doctor, 'P:' patient, no prefix: unknown speaker. All people are invented. */
export const read = (dialogue: string): SpokenLine[] =>
  dialogue
    .trim()
    .split('\n')
    .map((row, index): SpokenLine => {
      const [, mark, text] = row.trim().match(/^(?:([MP]): )?(.*)$/) ?? []
      return {
        id: `e${index + 1}`,
        text: text ?? '',
        speaker: mark === 'M' ? 'doctor' : mark === 'P' ? 'patient' : undefined,
      }
    })

const stored = (name: string) => read(readFileSync(join(import.meta.dirname, `consultations/${name}.txt`), 'utf8'))

export const cough = stored('cough')
/** Answers that turn the question round: each was once taken for its opposite. */
export const turns = stored('turns')
export const smallTalkOnly = stored('small-talk-only')
/** Somebody else speaks for the patient, and of themself as well. */
export const motherTells = stored('mother-tells')
