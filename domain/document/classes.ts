import { mentionsIn } from '../record/lexicon/lexicon.ts'
import { tokensOf } from '../record/safety/words.ts'
import type { Dispensing } from './contract.ts'
import classes from './medicine-classes.json' with { type: 'json' }

const namesIn = (list: string): string[] => list.split(';')
const antimicrobial = new Set(namesIn(classes.antimicrobial.names))
const glp1 = new Set(namesIn(classes.glp1.names))
const controlled = new Map(
  Object.entries(classes.controlled.lists).flatMap(([list, names]) => namesIn(names).map((name) => [name, list])),
)

export type MedicineClass = {
  antimicrobial: boolean
  glp1: boolean
  /** The list of Portaria 344 that has it, or null. */
  controlled: string | null
  /** Whether the lexicon has the name: other names are in no class that this code could find. */
  isKnown: boolean
}

/** The classes of a medicine by its name or trade name. A combination has those of each of its parts. */
export function classOf(name: string): MedicineClass {
  const drugs = mentionsIn(tokensOf(name)).filter(({ concept }) => concept.kind === 'drug')
  const notes = drugs.flatMap(({ concept: { note } }) => [note, ...note.split(/ \+ | \(|\)/)])
  return {
    antimicrobial: notes.some((note) => antimicrobial.has(note)),
    glp1: notes.some((note) => glp1.has(note)),
    controlled: notes.map((note) => controlled.get(note)).find((list) => list !== undefined) ?? null,
    isKnown: notes.length > 0,
  }
}

/** [DC7] [DC8] Copies and validity of a prescription of these medicines. */
export function dispensingOf(names: readonly string[]): Dispensing {
  const found = names.map(classOf)
  if (found.some((one) => one.antimicrobial))
    return { copies: 2, valid_days: 10, class: 'Antimicrobiano, RDC 471/2021' }
  if (found.some((one) => one.glp1)) return { copies: 2, valid_days: 90, class: 'Agonista de GLP-1, RDC 973/2025' }
  return { copies: 1, valid_days: null, class: null }
}
