import { expect, test } from 'vitest'
import type { StructuredRecord } from '#domain/record/record.ts'
import { aiUseLine } from '#domain/record/text/unified-text.ts'
import { newConsent, newJob, type Row } from './clinic.ts'
import type { TestDoctor } from './doctor.ts'
import { print } from './printing.ts'
import { openRecordStage, sectionOf } from './record-stage.ts'
import { execute, selectAll, selectOne, selectValue } from './sql.ts'

const broken = { kind: 'signature', message: 'O conteúdo não confere com a assinatura.' }

async function stage(change: Row = {}) {
  const opened = await openRecordStage(change)
  await opened.calls.seeAll()
  const sign = async () => (await opened.calls.signNow()) as StructuredRecord
  return { ...opened, sign }
}
const printed = async (doctor: TestDoctor, consultation: string) =>
  (await print(doctor, consultation)).join(' ').replace(/\s+/g, ' ')

test('half and hidden characters are cleaned before they are signed: the signature and every addendum hold, and the record is printed', async () => {
  const { doctor, consultation, calls, sign } = await stage()
  const made = await calls.read()
  const half = '\ud83d'
  const hda = sectionOf(made, 'hda')
  await calls.edit(hda.id, `${hda.content} Piora à noite ${half}.`)
  // The page lays the text out in its own zone: there it may be another day.
  const line = aiUseLine(made.structurer, made.created_at - 48 * 60 * 60_000, 'Asia/Tokyo')
  await calls.text(`Texto da \u202emédica\u202c ${half}.\r\n${line}`)
  await calls.seeAll()
  const signed = await sign()
  expect(signed.unified_text).toMatch(
    /^Texto da médica \ufffd\.\nRegistro de uso de IA: .*revisado por Dra\. Ana Souza, CRM 123456\/SP\.$/,
  )
  expect(signed.unified_text).not.toContain('ainda não revisado')
  const { addendum } = await calls.add(`Aden\u00addo ${half} e 👍.\u0007`)
  expect(addendum.text).toBe('Adendo \ufffd e 👍.')
  await calls.add('Outro adendo.')
  expect((await calls.read()).alerts).not.toContainEqual(broken)
  const all = await printed(doctor, consultation)
  expect(all).toContain('Outro adendo.')
  expect(all).not.toContain('ainda não revisado')
  expect(all.split('Registro de uso de IA')).toHaveLength(2)
})

test('[ID5] identification is sealed with the record: what is known later changes neither signature nor print', async () => {
  const { doctor, patient, consultation, calls, sign } = await stage()
  const know = (identification: object) => doctor.call('PATCH', `/api/patients/${patient}`, { identification })
  expect((await know({ cpf: '529.982.247-25', mother_name: 'Rosa Prado' })).status).toBe(200)
  // A draft says what is known now.
  expect(await printed(doctor, consultation)).toMatch(/CPF ?529\.982\.247-25.*Rosa Prado/)
  await know({ birth_date: '1980-03-12' })
  await sign()
  const before = await printed(doctor, consultation)
  expect(before).toMatch(/12\/03\/1980 \(46 anos\).*529\.982\.247-25.*Rosa Prado/)
  await know({ cpf: '111.444.777-35', birth_date: null, mother_name: null, address: 'Rua Nova, 1' })
  expect(await printed(doctor, consultation)).toBe(before)
  expect((await calls.read()).alerts).not.toContainEqual(broken)
  const sql = 'SELECT signed_content FROM records WHERE consultation_id = ?'
  expect(await selectValue(sql, consultation)).toContain(
    '"identification":{"birth_date":"1980-03-12","cpf":"529.982.247-25"',
  )

  // A record signed without identification prints none, even if the patient has one now.
  const bare = await stage()
  await bare.sign()
  await bare.doctor.call('PATCH', `/api/patients/${bare.patient}`, { identification: { cpf: '529.982.247-25' } })
  expect(await printed(bare.doctor, bare.consultation)).not.toContain('529.982')
  expect((await bare.calls.read()).alerts).not.toContainEqual(broken)
})

test('what is printed is what was signed; a later answer of the patient is a later line', async () => {
  const { doctor, patient, consultation, calls, sign } = await stage({ consultation_type: 'telemedicina' })
  const signed = await sign()
  const before = await printed(doctor, consultation)
  expect(before).not.toContain('Depois da assinatura')
  const revoked_at = (signed.signature?.signed_at ?? 0) + 60_000
  await newConsent(doctor, patient, consultation, { state: 'revoked', revoked_at, created_at: revoked_at })
  const since = await printed(doctor, consultation)
  expect(since).toMatch(
    /Paciente aceitou o uso de IA e a gravação em [^.]*, versão [^ ,.]+\. Depois da assinatura: Paciente aceitou .*, e revogou em/,
  )
  expect((await calls.read()).alerts).not.toContainEqual(broken)

  // The database itself keeps whose consultation it was.
  const set = (change: string) => execute(`UPDATE consultations SET ${change} WHERE id = ?`, consultation)
  const visit = () => selectOne<Row>('SELECT * FROM consultations WHERE id = ?', consultation)
  for (const change of [
    "patient_name = 'Outra Pessoa'",
    "consultation_type = 'presencial'",
    'start_time = start_time + 1',
    'end_time = NULL',
    "specialty = 'cardiology'",
    'demonstration = 1',
  ])
    await expect(set(change)).rejects.toThrow(/signed record/)
  await expect(execute('DELETE FROM consultations WHERE id = ?', consultation)).rejects.toThrow(/signed record/)
  const row = await visit()
  await execute('INSERT OR REPLACE INTO consultations SELECT * FROM consultations WHERE id = ?', consultation)
  expect(await visit()).toEqual(row)
  await set("search_text = 'x'")

  // Removing it first raises an alert, and nothing is printed.
  await execute('DROP TRIGGER signed_visit_no_update')
  for (const change of [
    "patient_name = 'Outra Pessoa'",
    "consultation_type = 'presencial'",
    'start_time = 1',
    'demonstration = 1',
  ]) {
    await set(change)
    expect([change, (await calls.read()).alerts[0]]).toEqual([change, broken])
    expect(await print(doctor, consultation)).toEqual([broken.message])
    await execute(
      'UPDATE consultations SET (patient_name, consultation_type, start_time, demonstration) = (?, ?, ?, ?) WHERE id = ?',
      ...[row?.patient_name, row?.consultation_type, row?.start_time, row?.demonstration, consultation],
    )
  }
  expect((await calls.read()).alerts).not.toContainEqual(broken)
})

test('neither a signature nor an addendum stands without its row in the audit log, nor the row without it', async () => {
  const { doctor, consultation, calls, sign } = await stage()
  const rows = (action: string, subject = consultation) =>
    selectAll('SELECT doctor_id, request_id FROM audit_log WHERE action = ? AND subject_id = ?', action, subject)
  const deaf = (action: string) =>
    execute(`CREATE TRIGGER deaf BEFORE INSERT ON audit_log WHEN NEW.action = '${action}'
      BEGIN SELECT RAISE(ABORT, 'no audit'); END`)

  await deaf('record_signed')
  expect(await sign()).toBe('internal')
  expect([(await calls.read()).signature, await rows('record_signed')]).toEqual([null, []])
  await execute('DROP TRIGGER deaf')
  const job = await newJob(doctor, consultation, { status: 'queued', updated_at: Date.now() })
  expect(await sign()).toBe('structuring_under_way')
  await execute("UPDATE jobs SET status = 'failed' WHERE id = ?", job)
  expect(await rows('record_signed')).toEqual([])
  expect((await sign()).signature).not.toBeNull()
  expect(await rows('record_signed')).toEqual([{ doctor_id: doctor.id, request_id: expect.any(String) }])

  await deaf('addendum_created')
  expect((await calls.add('Um adendo.')).code).toBe('internal')
  expect([(await calls.read()).addenda, await rows('addendum_created')]).toEqual([[], []])
  await execute('DROP TRIGGER deaf')
  await Promise.all([calls.add('Um adendo.'), calls.add('Outro adendo.')])
  expect([(await calls.read()).addenda.length, (await rows('addendum_created')).length]).toEqual([2, 2])

  // Sent again because its answer was lost, twice at once: it stands once. Other words under its id are not lost in it.
  const id = crypto.randomUUID()
  const send = (text: string) =>
    calls.call<{ addendum: { id: string } }>('POST', `records/${consultation}/addenda`, { id, text })
  const sent = [...(await Promise.all([send('Exame normal.'), send('Exame normal.')])), await send('Exame normal.')]
  const [first] = sent
  expect(sent).toEqual([first, first, first])
  expect([first?.addendum.id, (await send('Exame alterado.')).code]).toEqual([id, 'record_changed'])
  // Nor does the id of another record's addendum leave a row in the audit log.
  const other = await stage()
  await other.sign()
  const foreign = await other.calls.call('POST', `records/${other.consultation}/addenda`, { id, text: 'Exame normal.' })
  expect([foreign.code, await rows('addendum_created', other.consultation)]).toEqual(['record_changed', []])
  expect([(await calls.read()).addenda.length, (await rows('addendum_created')).length]).toEqual([3, 3])
})

test('what is copied and printed is the edited text: what it says against the talk holds saving and signing until seen', async () => {
  const { doctor, consultation, calls, sign } = await stage()
  const made = await calls.read()
  const against = 'Ao exame, tem falta de ar.'
  const edited = (await calls.text(`${against}\n\n${sectionOf(made, 'hda').content}`)) as StructuredRecord
  const [alert, ...others] = edited.alerts.filter(({ seen }) => seen === false)
  expect([alert?.kind, others]).toEqual(['negation', []])
  const message = alert?.message ?? ''
  expect([await calls.save(edited.revision), await sign()]).toEqual(['record_unseen', 'record_unseen'])
  const validate = async () => {
    const sections = made.sections.map(({ id, content }) => ({ id, content }))
    const answer = await calls.call<{ issues: string[] }>('POST', 'validate', { sections, specialty: 'general' })
    return answer.issues.filter((issue) => issue === message)
  }
  expect(await validate()).toEqual([message])
  expect(await calls.seeText(['Nada disso.'])).toBe('record_changed')
  await calls.seeText([message])
  expect(await validate()).toEqual([])

  // Something else that is changed does not take the look back; what a section no longer shares with the text does.
  const conduta = sectionOf(made, 'conduta')
  await calls.edit(conduta.id, 'Repouso.')
  const apart = (await calls.read()).alerts.filter(({ seen }) => seen === false)
  expect(apart.map(({ kind }) => kind)).toEqual(['text'])
  expect(await sign()).toBe('record_unseen')
  const look = () => calls.seeText(apart.map((one) => one.message))
  await look()
  await calls.edit(conduta.id, 'Repouso e hidratação.')
  expect(await sign()).toBe('record_unseen')
  await look()
  expect((await sign()).signature?.kind).toBe('simples')
  expect(await calls.seeText([message])).toBe('section_signed')
  expect(await printed(doctor, consultation)).toContain(against)
})
