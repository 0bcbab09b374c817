import { mentionsIn } from '../record/lexicon/lexicon.ts'
import { tokensOf } from '../record/safety/words.ts'
import { plain } from '../text.ts'
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

/** Controlled names by their plain spelling, for those that the lexicon does not have. */
const plainControlled = [...controlled].map(([name, list]) => [plain(name), list] as const)

/** A name as written, and with its split letters joined: 'Rivotril2mg' is 'Rivotril 2mg', 'Ri votril' is 'Rivotril'. */
export function spellingsOf(name: string): string[] {
  const written = name.normalize('NFKC').replace(/(?<=\p{L}{3})(?=\d)/gu, ' ')
  return [...new Set([written, written.replace(/(?<=\p{L})[^\p{L}\d+;,/]+(?=\p{L})/gu, '')])]
}

/** The classes of a medicine by its name or trade name. A combination has those of each of its parts. */
export function classOf(name: string): MedicineClass {
  const spellings = spellingsOf(name)
  const drugs = spellings.flatMap((one) => mentionsIn(tokensOf(one)).filter(({ concept }) => concept.kind === 'drug'))
  const notes = drugs.flatMap(({ concept: { note } }) => [note, ...note.split(/ \+ | \(|\)/)])
  // Each part begins with its name: 'dor frontal' is not 'Frontal'.
  const parts = spellings.flatMap((one) => plain(one).split(/[^a-z\d ]+ ?| (?:e|de|com) /))
  const listed =
    notes.map((note) => controlled.get(note)).find((list) => list !== undefined) ??
    plainControlled.find(([other]) => parts.some((part) => `${part} `.startsWith(`${other} `)))?.[1] ??
    null
  return {
    antimicrobial: notes.some((note) => antimicrobial.has(note)),
    glp1: notes.some((note) => glp1.has(note)),
    controlled: listed,
    isKnown: notes.length > 0 || listed !== null,
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
