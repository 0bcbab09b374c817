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

test('[DC12] [DC15] two tabs at once leave one successor, one cancellation and one file to sign', async () => {
  const { doctor, calls, paper } = await openStage()
  await calls.seeAll()
  await calls.signNow()
  const body = await paper.filled('attendance')
  const [first, second] = [await paper.issue(body), await paper.issue(body)]
  const codes = async (answers: Promise<Response>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).sort((a, b) => a - b)

  const files = await Promise.all([1, 2, 3].map(() => doctor.call('GET', `/api/documents/${first.id}/prepared`)))
  const [one, ...others] = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
  for (const other of others) expect(other).toEqual(one)

  const replaces = first.id
  expect(await codes([1, 2, 3].map(() => paper.send({ ...body, replaces })))).toEqual([201, 409, 409])
  expect(await codes([1, 2, 3].map(() => paper.cancel(second.id)))).toEqual([200, 409, 409])
  const listed = await paper.list()
  expect(listed.map(({ number, replaces: before }) => [number, before])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
  // A successor and a cancellation at once: either order leaves a cancelled document and one successor at most.
  const [third] = listed
  const raced = await codes([paper.send({ ...body, replaces: third?.id }), paper.cancel(third?.id ?? '')])
  expect(raced).toContain(201)
  expect((await paper.list()).find(({ id }) => id === third?.id)).toMatchObject({ state: 'cancelled', replaced_by: 4 })
})
