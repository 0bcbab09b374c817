import { expect, test } from 'vitest'
import type { DocumentKind } from '#domain/document/kind.ts'
import { actionsOf } from './audit-stage.ts'
import { newConsultation, newFact, newPatient } from './clinic.ts'
import { codeOf, newDoctor, refusalOf, visitor } from './doctor.ts'
import { openStage, paperCalls } from './document-stage.ts'
import { newRecord, recordCalls } from './record-stage.ts'
import { execute, selectAll } from './sql.ts'

const SECRETS = ['Rui', 'Barbosa', 'amoxicilina', '529.982.247-25', 'J20']

test('[DC1] [DC6] [DC7] [DC12] a prescription of an antimicrobial: signed record, allergy, what is missing, two copies', async () => {
  const { doctor, patient, calls, paper } = await openStage()
  expect(
    await codeOf(
      await paper.send(
        await paper
          .filled('attendance')
          .catch(() => ({ kind: 'attendance', fields: {}, medicines: [], cid_authorised: false })),
      ),
    ),
  ).toEqual([409, 'document_needs_signature'])
  await calls.seeAll()
  await calls.signNow()
  const { content, findings, head } = await paper.draft('prescription')
  expect(content.medicines).toMatchObject([
    {
      name: 'Amoxicilina',
      dose: '500 mg',
      amount: '1 cápsula',
      route: 'VO',
      frequency: 'de 8/8 h',
      duration: '7 dias',
    },
  ])
  expect(content.medicines[0]?.sources[0]?.sentence).toContain('Amoxicilina 500 mg')
  expect(head.doctor).toMatchObject({ crm: '123456/SP', rqe: '4321' })
  expect(findings).toEqual([
    { field: 'medicines.0.quantity', message: 'Antimicrobiano: falta a quantidade total', blocks: true },
    expect.objectContaining({ field: 'patient.address', blocks: false }),
  ])
  expect(await refusalOf(await paper.send(await paper.filled('prescription')))).toEqual([
    ...[422, 'document_incomplete'],
    { 'medicines.0.quantity': 'Antimicrobiano: falta a quantidade total' },
  ])
  const full = { ...(await paper.filled('prescription', {}, { quantity: '21 cápsulas' })), id: crypto.randomUUID() }

  // The list stops it until the doctor writes why; the reason is printed, and stands nowhere in the log.
  const fact = await newFact(doctor, patient, 'Penicilina')
  const stop = '“Amoxicilina”: a lista do paciente tem alergia a “Penicilina”, registrada em 20/11/2026.'
  expect(await refusalOf(await paper.send(full))).toEqual([409, 'document_allergy', { allergy_reason: stop }])
  expect(await codeOf(await paper.send({ ...full, allergy_reason: ' ' }))).toEqual([400, 'invalid_body'])
  const made = await paper.issue({ ...full, allergy_reason: 'Tolerou antes.' })
  expect(made).toMatchObject({ number: 1, state: 'issued', kind: 'prescription' })
  // The same id and texts again are the same document. Other texts are not answered as if they had been issued.
  expect(await paper.issue(full)).toEqual(made)
  const other = { ...full, fields: { ...full.fields, note: 'Tomar com água.' } }
  expect(await codeOf(await paper.send(other))).toEqual([409, 'document_issued'])
  const pages = await paper.print(made.id)
  expect(pages).toHaveLength(2)
  expect([pages[0]?.includes('1ª via: paciente'), pages[1]?.includes('2ª via: farmácia')]).toEqual([true, true])
  for (const page of pages) {
    expect(page).toContain('Receita nº 1')
    expect(page).toContain('CRM 123456/SP  ·  Clínica Geral, RQE 4321')
    expect(page).toContain('Rua das Acácias, 10, Bauru, SP')
    expect(page).toMatch(/Nascimento: 12\/03\/1980 \(4\d anos\)/)
    expect(page).toContain('Sexo: Masculino')
    expect(page).toContain('1. Amoxicilina 500 mg  ·  21 cápsulas')
    expect(page).toContain('1 cápsula, pela boca, a cada 8 horas, por 7 dias')
    expect(page).toContain('Válida por 10 dias')
    expect(page).toContain('Motivo: Tolerou antes.')
    expect(page).toContain('Imprimir e assinar à mão')
    expect(page).toContain('Lei 14.063/2020')
    expect(page).toContain(made.code.slice(0, 5))
  }
  const logged = await actionsOf(doctor.id)
  for (const action of ['document_issued', 'document_allergy_overridden', 'document_printed', 'document_drafted'])
    expect(logged.filter((one) => one === action).length, action).toBe(action === 'document_drafted' ? 3 : 1)
  expect(JSON.stringify(await selectAll('SELECT * FROM audit_log WHERE doctor_id = ?', doctor.id))).not.toContain(
    'Tolerou',
  )
  const patients = await selectAll(
    "SELECT DISTINCT patient_id FROM audit_log WHERE doctor_id = ? AND subject_kind = 'document'",
    doctor.id,
  )
  expect(patients).toEqual([{ patient_id: patient }])

  // Ended, the entry stops nothing; a controlled substance is refused by its trade name.
  await execute('UPDATE patient_facts SET ended_at = 1 WHERE id = ?', fact)
  const controlled = { ...full, id: crypto.randomUUID(), medicines: [{ ...full.medicines[0], name: 'Rivotril' }] }
  const [status, code, fields] = await refusalOf(await paper.send(controlled))
  expect([status, code]).toEqual([422, 'document_controlled'])
  expect(JSON.stringify(fields)).toContain(
    'exige notificação/receita de controle especial, que o Relato ainda não emite',
  )
})

test('[DC12] numbers have no gap under concurrency, a cancellation is once, a successor is named on the old paper', async () => {
  const { doctor, calls, paper, patient } = await openStage()
  await calls.seeAll()
  await calls.signNow()
  const body = await paper.filled('attendance')
  await Promise.all(Array.from({ length: 8 }, () => paper.issue(body)))
  const listed = await paper.list()
  expect(listed.map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  expect(new Set(listed.map(({ code }) => code)).size).toBe(8)
  const same = crypto.randomUUID()
  const twice = await Promise.all([paper.issue({ ...body, id: same }), paper.issue({ ...body, id: same })])
  expect(twice.map(({ number }) => number)).toEqual([9, 9])
  expect((await actionsOf(doctor.id)).filter((one) => one === 'document_issued')).toHaveLength(9)

  const [first, second] = [listed[7]?.id ?? '', listed[6]?.id ?? '']
  expect(await codeOf(await paper.cancel(first, ' '))).toEqual([400, 'invalid_body'])
  expect((await paper.cancel(first)).status).toBe(200)
  expect(await codeOf(await paper.cancel(first))).toEqual([409, 'document_cancelled'])
  expect((await paper.print(first)).join('')).toContain('CANCELADO')
  // Another kind, another consultation's document and a second successor are refused.
  expect(await codeOf(await paper.send({ ...(await paper.filled('exam_request')), replaces: second }))).toEqual([
    404,
    'document_not_found',
  ])
  const next = await paper.issue({ ...body, fields: { ...body.fields, to: '13:00' }, replaces: second })
  expect(next).toMatchObject({ number: 10, replaces: 2 })
  expect(next.content.fields.to).toEqual({ text: '13:00', sources: [] })
  expect(await codeOf(await paper.send({ ...body, replaces: second }))).toEqual([409, 'document_changed'])
  const old = (await paper.list()).find(({ id }) => id === second)
  expect(old).toMatchObject({ state: 'cancelled', replaced_by: 10, cancel_reason: 'Emitido de novo' })
  expect((await paper.print(second)).join('')).toContain('CANCELADO, substituído pelo nº 10')
  expect((await paper.print(next.id)).join('')).toContain('Substitui o documento nº 2')
  // A cancelled one may still get its successor, and keeps its own reason.
  expect(await paper.issue({ ...body, replaces: first })).toMatchObject({ number: 11, replaces: 1 })
  expect((await paper.list()).find(({ id }) => id === first)).toMatchObject({
    cancel_reason: 'Data errada.',
    replaced_by: 11,
  })

  // The database itself lets nothing else change.
  const id = next.id
  for (const change of [
    "content = '{}'",
    'number = 99',
    "state = 'issued'",
    "sha256 = ''",
    "kind = 'report'",
    'issued_at = 1',
    "cancel_reason = 'x'",
  ])
    await expect(execute(`UPDATE documents SET ${change} WHERE id = ?`, id), change).rejects.toThrow('is not changed')
  await expect(execute("UPDATE documents SET cancel_reason = 'x' WHERE id = ?", first)).rejects.toThrow(
    'is not changed',
  )
  await expect(execute('DELETE FROM documents WHERE id = ?', id)).rejects.toThrow('is not deleted')
  const columns = 'id, doctor_id, consultation_id, kind, number, code, content, sha256, state, issued_at'
  const copy = (change: string) =>
    execute(`INSERT OR REPLACE INTO documents (${columns}) SELECT ${change} FROM documents WHERE id = ?`, id)
  await copy(columns.replace('content', "'{}'"))
  await expect(
    copy("'other', doctor_id, consultation_id, kind, 50, 'other', content, sha256, state, issued_at"),
  ).rejects.toThrow('follows the last one')
  const unsigned = await newConsultation(doctor, patient)
  await newRecord(doctor, unsigned)
  await expect(
    copy(`'other', doctor_id, '${unsigned}', kind, 12, 'other', content, sha256, state, issued_at`),
  ).rejects.toThrow('from a signed record')
  expect((await paper.list()).find((one) => one.id === id)).toEqual(next)
})

test('[DC10] [DC13] each kind is issued and printed, and its public page says nothing of the patient', async () => {
  const { doctor, calls, paper } = await openStage(
    'Dipirona 500 mg VO de 6/6 h por 3 dias. Encaminho ao cardiologista. Solicito hemograma. Afastamento por 3 dias.',
  )
  await calls.code([{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }])
  await calls.seeAll()
  await calls.signNow()
  const kinds = {
    prescription: 'Dipirona',
    exam_request: 'Hemograma',
    referral: 'Cardiologia',
    sick_note: '3 (três) dias de afastamento',
    attendance: 'compareceu a atendimento',
    report: 'Bronquite aguda.',
    guidance: 'falta de ar',
  } as const
  for (const [kind, words] of Object.entries(kinds) as [DocumentKind, string][]) {
    const made = await paper.issue(await paper.filled(kind))
    const text = (await paper.print(made.id)).join(' ').replace(/\s+/g, ' ')
    expect(text, kind).toContain(words)
    expect(text, kind).toContain('Rui Barbosa Neto')
    expect(text, kind).not.toContain('J20')
    const answer = await visitor()('GET', `/api/verify/${made.code.toLowerCase()}`)
    const shown = await answer.text()
    expect([kind, answer.status, answer.headers.get('cache-control')]).toEqual([kind, 200, 'private, no-store'])
    expect(SECRETS.filter((secret) => shown.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
    expect(JSON.parse(shown)).toMatchObject({ kind, number: made.number, crm: '123456/SP', state: 'valid' })
  }
  const note = await paper.filled('sick_note')
  const coded = await paper.issue({ ...note, cid_authorised: true })
  expect((await paper.print(coded.id)).join('')).toContain(
    'CID-10: J20.9, informado com autorização expressa do paciente.',
  )
  await paper.cancel(coded.id)
  const state = async (code: string) => (await visitor()('GET', `/api/verify/${code}`)).json<object>()
  expect(await state(coded.code)).toMatchObject({ state: 'cancelled', replaced_by: null })
  const again = await paper.issue({ ...note, replaces: coded.id })
  // [DC10] Without permission the code is not even stored.
  expect(again.content.fields.cid).toEqual({ text: '', sources: [] })
  expect(await state(coded.code)).toMatchObject({ state: 'replaced', replaced_by: again.number })
  for (const code of ['0'.repeat(25), 'x', coded.id])
    expect(await codeOf(await visitor()('GET', `/api/verify/${code}`))).toEqual([404, 'document_not_found'])
  const one = visitor()
  const answers = await Promise.all(Array.from({ length: 61 }, () => one('GET', `/api/verify/${'0'.repeat(25)}`)))
  expect(
    answers
      .map(({ status }) => status)
      .sort()
      .at(-1),
  ).toBe(429)

  // Altered content is neither printed nor confirmed.
  const second = await newDoctor('Dr. Outro')
  expect(await codeOf(await second.call('GET', `/api/documents/${again.id}/pdf`))).toEqual([404, 'document_not_found'])
  await execute('DROP TRIGGER documents_no_update')
  await execute("UPDATE documents SET content = replace(content, 'Rui', 'Ruy') WHERE id = ?", again.id)
  expect(await codeOf(await doctor.call('GET', `/api/documents/${again.id}/pdf`))).toEqual([409, 'signature_broken'])
  expect(await codeOf(await visitor()('GET', `/api/verify/${again.code}`))).toEqual([404, 'document_not_found'])
})

test('a patient with nothing known, and a doctor without CRM, get findings and no document', async () => {
  const doctor = await newDoctor()
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  const patient = await newPatient(doctor)
  const consultation = await newConsultation(doctor, patient)
  await newRecord(doctor, consultation)
  const calls = recordCalls(doctor, consultation)
  await calls.seeAll()
  await calls.signNow()
  const paper = paperCalls(doctor, consultation)
  const { findings } = await paper.draft('exam_request')
  expect(findings.map(({ field, blocks }) => [field, blocks])).toEqual(
    expect.arrayContaining([
      ['indication', false],
      ['doctor.address', false],
      ['patient.cpf', false],
    ]),
  )
  const made = await paper.issue(await paper.filled('attendance'))
  expect((await paper.print(made.id)).join('')).toContain('Endereço: ____')
  await doctor.call('PATCH', '/api/profile', { crm: null })
  expect(await codeOf(await paper.send(await paper.filled('attendance')))).toEqual([409, 'crm_missing'])
})
