// Medicines: what the patient takes, took or stopped, and what the doctor decides.
import type { Clause } from '#domain/dialogue/clause.ts'
import traits from '../lexicon/drug-traits.json' with { type: 'json' }
import { readAllergies } from './allergies.ts'
import { type Frames, fill } from './frame.ts'
import { ingredientOf, sideOf } from './medicine.ts'
import { PlannedMedicines } from './medicines-planned.ts'
import { UsedMedicines } from './medicines-used.ts'

/** Puts the medicines and allergies of both speakers. */
export function readMedicines(frames: Frames, clauses: readonly Clause[]): void {
  const used = new UsedMedicines(frames)
  const planned = new PlannedMedicines(frames)
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    if (planned.decides(clause, index / clauses.length)) planned.read(clause)
    else {
      if (clause.speaker === 'doctor') planned.mention(clause)
      else planned.listen(clause)
      used.read(clause, planned.isLate)
    }
  })
  leaveRoutesOpen(frames)
  nameClasses(frames)
  nameDiseases(frames, clauses)
  readAllergies(frames, clauses)
}

const members = new Map(Object.entries(traits.members).map(([name, list]) => [name, list.split(';')] as const))
/** A class in use gives way to the medicine of that class: 'anticoncepcional? O Yasmin.' */
function nameClasses(frames: Frames): void {
  const used = frames
    .of('medication')
    .filter((frame) => sideOf(frame) === 'use' && /^(in use|tried|stopped)$/.test(frame.status))
  for (const frame of used) {
    const list = members.get(ingredientOf(frame))
    const named =
      list &&
      used.find(
        (other) =>
          other !== frame && other.status === frame.status && list.some((one) => ingredientOf(other).startsWith(one)),
      )
    if (!named) continue
    frame.status = 'named'
    for (const [slot, { text, lines }] of frame.slots) if (slot !== 'name') fill(named, slot, text, lines)
  }
}

const treats = new Map(Object.entries(traits.treats).map(([name, list]) => [name, new Set(list.split(';'))] as const))
/** 'Amitriptilina pra dor de cabeça': the words tell what it is for. */
const hasPurpose = /\b(pra|para|por|pel[oa]s?)\b/

/** 'Pressão eu tenho, tomo losartana': the disease that the patient tells in one line with the medicine for it. */
function nameDiseases(frames: Frames, clauses: readonly Clause[]): void {
  const diseases = frames.of('condition').filter(({ polarity, open }) => polarity === 'affirmed' && !open)
  for (const frame of frames.of('medication')) {
    if (sideOf(frame) !== 'use' || frame.status !== 'in use') continue
    const own = diseases.filter(
      ({ name, lines }) =>
        treats.get(name)?.has(ingredientOf(frame)) && lines.some((line) => frame.lines.includes(line)),
    )
    const [disease] = own
    const isNamed = clauses.some(
      ({ line, said, plain }) =>
        frame.lines.includes(line) &&
        said.some(({ concept }) => concept.kind === 'drug' && concept.note === ingredientOf(frame)) &&
        hasPurpose.test(plain),
    )
    if (disease && own.length === 1 && !isNamed) fill(frame, 'disease', disease.name, disease.lines)
  }
}

/** Where something is given into a vein, a single dose without a route may be as well. */
function leaveRoutesOpen(frames: Frames): void {
  const planned = frames.of('medication').filter((frame) => sideOf(frame) === 'plan')
  if (!planned.some(({ slots }) => slots.get('route')?.text === 'EV')) return
  for (const { slots } of planned) {
    const athome = ['frequency', 'moment', 'course', 'amount'].some((slot) => slots.has(slot))
    if (slots.get('route')?.text === 'VO' && !athome) slots.delete('route')
  }
}
