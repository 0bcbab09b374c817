import { expect, test } from 'vitest'
import { newFact } from './clinic.ts'
import { refusalOf } from './doctor.ts'
import { openStage } from './document-stage.ts'

test('[DC6] [DC9] no spelling and no other field hides a controlled medicine or an allergy', async () => {
  const { doctor, patient, calls, paper } = await openStage()
  await calls.seeAll()
  await calls.signNow()
  const complete = { quantity: '1 frasco', amount: '5 mL' }
  const filled = await paper.filled('prescription', {}, complete)
  const send = async (medicine: object, note = '') =>
    (
      await refusalOf(
        await paper.send({ ...filled, fields: { note }, medicines: [{ ...filled.medicines[0], ...medicine }] }),
      )
    ).slice(0, 2)
  const controlled = [422, 'document_controlled']
  for (const name of [
    'RIVOTRIL',
    'Rivotril2mg',
    'Ri vo tril 2 mg',
    'R.i.v.o.t.r.i.l',
    'Ｒｉｖｏｔｒｉｌ',
    'Dipirona + Rivotril',
    'Frontal 1 mg',
    'Oxandrolona',
  ])
    expect([name, await send({ name })]).toEqual([name, controlled])
  for (const part of ['dose', 'route', 'frequency', 'duration', 'amount', 'quantity', 'note'])
    expect([part, await send({ [part]: '1 cp de clonazepam 2 mg' })]).toEqual([part, controlled])
  expect(await send({}, 'Sono: Rivotril 2mg à noite.')).toEqual(controlled)
  // A letter of another alphabet, a zero-width letter, and an antimicrobial that would go without its two copies.
  expect(await send({ name: 'Riv\u043etril' })).toEqual([422, 'document_incomplete'])
  expect(await send({ name: 'Riv\u200botril' })).toEqual([400, 'invalid_body'])
  expect(await send({ name: 'Dipirona' }, 'Azitromicina 500 mg por 3 dias.')).toEqual([422, 'document_incomplete'])

  await newFact(doctor, patient, 'Penicilina')
  for (const medicine of [
    { dose: '250 mg/5 mL, suspensão' },
    { name: 'Clavulin', dose: 'suspensão' },
    { name: 'Amoxicilina500mg' },
  ])
    expect([medicine, await send(medicine)]).toEqual([medicine, [409, 'document_allergy']])
  // A medicine that the note forbids stops nothing.
  const made = await paper.issue({
    ...filled,
    fields: { note: 'Não usar com clonazepam. Alergia a amoxicilina. Volte se a dor frontal piorar.' },
    medicines: [{ ...filled.medicines[0], name: 'Dipirona' }],
  })
  expect(made.state).toBe('issued')
})
