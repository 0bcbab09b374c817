import { type DoseSlot, dosageText } from '../frames/dosage.ts'
import type { Frame, Frames } from '../frames/frame.ts'
import { sideOf } from '../frames/medicine.ts'
import { one, slot, type Written } from './wording.ts'

const nameOf = (frame: Frame): string => slot(frame, 'name')
/** 'suspensa', 'suspenso': in the gender of the medicine's name. */
const agreed = (frame: Frame, word: string): string =>
  /a$/.test(nameOf(frame).split(/[ +]/)[0] ?? '') ? word.replace(/o$/, 'a') : word

function dosed(frame: Frame): string {
  const slots = Object.fromEntries([...frame.slots].map(([name, { text }]) => [name, text])) as Partial<
    Record<DoseSlot, string>
  >
  return [nameOf(frame), dosageText(slots)].filter(Boolean).join(' ')
}
const withCommas = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ')

/** How a medicine of each status is written, and in which part of the note. */
const inUse: Record<string, (frame: Frame) => string> = {
  'in use': (frame) =>
    withCommas(
      [dosed(frame), slot(frame, 'since')].filter(Boolean).join(' '),
      slot(frame, 'disease') && `para ${slot(frame, 'disease')}`,
      slot(frame, 'condition'),
      slot(frame, 'effect'),
    ),
  stopped: (frame) =>
    [nameOf(frame), agreed(frame, 'suspenso'), slot(frame, 'own'), slot(frame, 'since'), slot(frame, 'reason')]
      .filter(Boolean)
      .join(' '),
  finished: (frame) => [dosed(frame), agreed(frame, 'terminado'), slot(frame, 'since')].filter(Boolean).join(' '),
}
const decided: Record<string, (frame: Frame) => string> = {
  prescribed: (frame) =>
    withCommas(
      dosed(frame),
      slot(frame, 'condition'),
      slot(frame, 'instead') && `em lugar de ${slot(frame, 'instead')}`,
    ),
  suspend: (frame) => `suspender ${nameOf(frame)}`,
  keep: (frame) => `manter ${dosed(frame)}`,
  raise: (frame) => `aumentar ${changed(frame)}`,
  lower: (frame) => `reduzir ${changed(frame)}`,
  refused: (frame) => [nameOf(frame), agreed(frame, 'recusado')].join(' '),
  unprescribed: (frame) => [`não prescrever ${nameOf(frame)}`, slot(frame, 'reason')].filter(Boolean).join(' '),
}
function changed(frame: Frame): string {
  const [name, to] = [nameOf(frame), dosed(frame).slice(nameOf(frame).length).trim()]
  return to ? `${name} para ${to}` : name
}

function writeAllergies(frames: Frames): Written[] {
  return frames
    .of('allergy')
    .filter(({ open }) => !open)
    .map((frame) => {
      if (frame.polarity === 'denied') return one('ale', frame, `nega ${frame.name}`)
      const when = slot(frame, 'when')
      const reaction = [slot(frame, 'reaction') && `com ${slot(frame, 'reaction')}`, when].filter(Boolean).join(' ')
      return one('ale', frame, withCommas(`alergia a ${frame.name}`, reaction))
    })
}

/** Medicines in use, tried and prescribed, and allergies: one line each. */
export function writeMedicines(frames: Frames): Written[] {
  const medicines = frames.of('medication')
  const [used, planned] = [
    medicines.filter((frame) => sideOf(frame) === 'use'),
    medicines.filter((frame) => sideOf(frame) === 'plan'),
  ]
  const written = (part: Written['part'], list: readonly Frame[], wordings: typeof inUse): Written[] =>
    list.flatMap((frame) => {
      const wording = wordings[frame.status]
      return wording ? [one(part, frame, wording(frame))] : []
    })
  return [
    ...used.flatMap((frame) =>
      frame.status === 'tried'
        ? [
            one(
              'hda',
              frame,
              withCommas(
                `usou ${[dosed(frame), slot(frame, 'since')].filter(Boolean).join(' ')}`,
                slot(frame, 'effect'),
              ),
            ),
          ]
        : [],
    ),
    ...written('med', used, inUse),
    // 'Nega uso contínuo' holds only while no medicine is in use.
    ...used
      .filter(({ status }) => status === 'none' && !used.some((other) => other.status === 'in use'))
      .map((frame) => one('med', frame, 'nega uso contínuo de medicamentos')),
    ...writeAllergies(frames),
    ...written('con', planned, decided),
  ]
}
