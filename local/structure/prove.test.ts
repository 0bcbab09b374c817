import { expect, test } from 'vitest'
import { structureByRules } from '#domain/record/note/structure.ts'
import { isHeldBack } from '#domain/record/record.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import { cough } from '#tests/testkit/consultations.ts'
import type { Consultation } from './consultation.ts'
import { proveDraft } from './prove.ts'

const consultation: Consultation = {
  id: 'tosse',
  specialty: 'general',
  patient: {},
  entries: cough.map((line) => ({ speaker: undefined, ...line })),
}
const canonical = new Map(templateOf('general').sections.map((section) => [section.key, section.canonical]))
const right = structureByRules(consultation).sections.map(({ key, sentences }) => ({
  canonical: canonical.get(key) ?? 'hda',
  sentences,
}))
const wrong = [
  { text: 'Nega alergia a penicilina.', evidence: ['e18'] },
  { text: 'Prescrito tramadol 50 mg', evidence: ['e18'] },
  { text: 'Pai com asma.', evidence: ['e999'] },
  { text: '  ', evidence: ['e18'] },
]

test('every sentence of a draft is told of, in order: right ones are kept as they are, wrong ones are not in the note', () => {
  const out = proveDraft(consultation, { sections: [...right, { canonical: 'hpp', sentences: wrong }, ...right] })
  const expected = [
    ...right.flatMap(({ sentences }) => sentences),
    ...wrong,
    ...right.flatMap(({ sentences }) => sentences),
  ]
  expect(out.draft.map(({ text }) => text)).toEqual(expected.map(({ text }) => text))
  const count = right.flatMap(({ sentences }) => sentences).length
  expect(out.draft.slice(0, count).filter(({ state }) => state !== 'kept')).toEqual([])
  expect(out.draft.slice(count, count + wrong.length).map(({ state }) => state)).toEqual([
    'held',
    'refused',
    'held',
    'refused',
  ])
  const note = out.sections.map(({ content }) => content).join(' ')
  for (const { text } of right.flatMap(({ sentences }) => sentences)) expect(note).toContain(text)
  for (const { text } of wrong.slice(0, 3)) expect(note).not.toContain(text)
  const heldBack = out.omissions.filter(isHeldBack)
  expect(heldBack.map(({ text, reason, flags }) => [text, reason, flags?.[0]?.kind])).toEqual([
    ['Nega alergia a penicilina.', 'doubted', 'negation'],
    ['Prescrito tramadol 50 mg', 'contradicted', 'drug'],
    ['Pai com asma.', 'doubted', 'support'],
  ])
})
