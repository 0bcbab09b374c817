import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareRecord, withUnproven } from '#tests/testkit/record.ts'
import { editSection, proveRecord } from '../proof/prove.ts'
import type { Section, Sentence } from '../record.ts'
import { specialty } from '../specialty.ts'
import { type CurrentRecord, changeSection, type RecordChange } from './change.ts'

const PROVEN = 'Refere tosse seca há quatro dias.'
const INVENTED = 'Prescrito tramadol 50 mg de oito em oito horas.'
const grounds = {
  entries: [
    { id: 'e1', speaker: 'patient' as const, text: 'Estou com tosse seca há quatro dias.' },
    { id: 'e2', speaker: 'doctor' as const, text: 'Tem falta de ar?' },
    { id: 'e3', speaker: 'patient' as const, text: 'Não.' },
  ],
  context: '',
  specialty: specialty.parse('general'),
}
let next = 0
const structured = proveRecord(
  grounds,
  [{ key: 'hda', sentences: [{ text: PROVEN, evidence: ['e1'] }] }],
  () => `s${next++}`,
)
const sections = withUnproven(structured.sections, 'hda', INVENTED)
// Checked as a stored record is.
const proven = { ...structured, sections: sections.map((one) => editSection(grounds, one, one.content)) }
const hda = proven.sections.find(({ key }) => key === 'hda') as Section
const current = (section: Section): CurrentRecord => ({
  grounds,
  structured: new Map([[hda.id, hda.sentences]]),
  record: {
    ...bareRecord,
    ...proven,
    sections: proven.sections.map((other) => (other.id === section.id ? section : other)),
  },
})

/** The section after saving each text in turn; `began`: as autosaves of one edit. */
function saved(texts: readonly string[], began: readonly Sentence[] | null): Section {
  let section = hda
  for (const text of texts) {
    const edit = began ? { id: 'edit', began } : undefined
    const change = changeSection(hda.id, text, section.content, edit)(current(section)) as RecordChange | null
    section = change?.section ?? section
  }
  return section
}

const piece = fc.constantFrom(
  PROVEN,
  'Refere tosse se',
  'Refere tosse seca há cinco dias.',
  INVENTED,
  'Prescrito tram',
  'Prescrito tramadol 100 mg de oito em oito horas.',
  'Tem falta de ar.',
  'Retorno.',
)
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(' '))

test('an edit saved many times has the same sentences as one saved once', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), text, (way, last) => {
      const once = saved([last], null)
      expect(saved([...way, last], hda.sentences)).toEqual(once)
    }),
    { numRuns: 60 },
  )
  // Saves by hand differ: the half-typed word ends the invention, and the rest is the doctor's own.
  const way = ['Prescrito tram', 'Prescrito tramadol forte 50 mg de oito em oito horas.']
  expect(saved(way, null).sentences[0]?.proof).toBe('doctor')
  expect(saved(way, hda.sentences).sentences[0]?.proof).toBe('none')
})

test('a sentence seen during an edit stays seen until it gets a new flag', () => {
  const seen = (section: Section, words: string): Section => ({
    ...section,
    sentences: section.sentences.map((item) => (item.text === words ? { ...item, seen: true } : item)),
  })
  const edit = { id: 'edit', began: hda.sentences }
  const save = (section: Section, content: string) =>
    (changeSection(hda.id, content, section.content, edit)(current(section)) as RecordChange).section as Section
  const half = save(hda, `${PROVEN} ${INVENTED} Tem falta de ar.`)
  expect(half.sentences.map((item) => [item.proof, item.flags.length > 0, item.seen])).toEqual([
    ['transcript', false, false],
    ['none', true, false],
    ['doctor', true, false],
  ])
  const looked = seen(seen(half, INVENTED), 'Tem falta de ar.')
  const whole = save(looked, `${PROVEN} ${INVENTED} Tem falta de ar. Retorno.`)
  expect(whole.sentences.map((item) => item.seen)).toEqual([false, true, true, false])
})
