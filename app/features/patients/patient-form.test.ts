import { expect, test } from 'vitest'
import type { Patient } from '#domain/patient/contract.ts'
import { noIdentification } from '#domain/patient/identification.ts'
import { filledWith, readForm, textsOf } from './patient-form.ts'

const patient = (change: Partial<Patient>): Patient => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ana Lima',
  clinical_context: 'Asma.',
  created_at: '2026-11-01T12:00:00.000Z' as never,
  updated_at: '2026-11-01T12:00:00.000Z' as never,
  user_id: 'doctor',
  consultation_count: 0,
  last_consultation: null,
  archived: false,
  archived_at: null,
  identification: noIdentification,
  ...change,
})
const TODAY = '2026-11-22'

test('only changed fields are sent: another device may have changed the others', () => {
  const before = textsOf(patient({ identification: { ...noIdentification, phone: '(11) 98765-4321' } }))
  const changes = (change: Partial<typeof before>) => readForm({ ...before, ...change }, before, TODAY)
  expect(changes({ context: 'Alergia a dipirona.' })).toHaveProperty('changes', {
    clinical_context: 'Alergia a dipirona.',
  })
  expect(changes({ phone: '' })).toHaveProperty('changes', { identification: { phone: null } })
  expect(changes({ name: ' Ana Lima ' })).toHaveProperty('changes', {})
  expect(changes({ name: 'Ana Luz' })).toHaveProperty('changes', { name: 'Ana Luz' })
  expect(changes({ name: ' ' }).errors).toEqual({ name: 'Nome é obrigatório' })
})

test('what was entered for one who was there already fills the empty fields, and is sent as changed', () => {
  const there = textsOf(patient({ identification: { ...noIdentification, birth_date: '1951-07-02' } }))
  const made = textsOf(
    patient({
      name: 'ANA LIMA',
      clinical_context: 'Alergia a dipirona.',
      identification: { ...noIdentification, birth_date: '1951-02-07', mother_name: 'Rosa Lima' },
    }),
  )
  const filled = filledWith(there, made)
  expect(filled).toEqual({ ...there, context: 'Asma.\nAlergia a dipirona.', mother_name: 'Rosa Lima' })
  expect(readForm(filled, there, TODAY)).toHaveProperty('changes', {
    clinical_context: 'Asma.\nAlergia a dipirona.',
    identification: { mother_name: 'Rosa Lima' },
  })
})
