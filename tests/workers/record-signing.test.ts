import { expect, test } from 'vitest'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import type { RecordVersion, VersionSummary } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { aiUseLine } from '#domain/record/text/unified-text.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { seedSql } from '#local/stack/seed.ts'
import { openRecord } from '#workers/record/signature.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { print } from './printing.ts'
import { BRONCHITIS, db, newRecord, openRecordStage, PROVEN, recordCalls, sectionOf, UNPROVEN } from './record-stage.ts'
import { execute, selectAll, selectOne } from './sql.ts'

const hex = async (text: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
const stored = (consultation: string) => selectOne('SELECT * FROM records WHERE consultation_id = ?', consultation)
const stateOf = async (doctor: TestDoctor, consultation: string) =>
  (await (await doctor.call('GET', `/api/consultations/${consultation}`)).json<ConsultationDetail>()).consultation
    .recordState
const lineOf = ({ structurer, created_at }: StructuredRecord) => aiUseLine(structurer, created_at, TIME_ZONE)

test('from a draft to a signed record with an addendum: seen, inserted, edited, saved, signed, frozen, printed', async () => {
  const doctor = await newDoctor('Dra. Inês Conceição')
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  await newRecord(doctor, consultation)
  const calls = recordCalls(doctor, consultation)
  const drafted = await calls.read()
  expect(await stateOf(doctor, consultation)).toBe('draft')
  const [hda, conduta] = [sectionOf(drafted, 'hda'), sectionOf(drafted, 'conduta')]
  expect(conduta.sentences[0]).toMatchObject({ text: UNPROVEN, proof: 'none', seen: false })

  // Unproven: neither saved nor signed, and validation names it.
  expect([await calls.save(1), await calls.sign(1)]).toEqual(['record_unseen', 'record_unseen'])
  const sections = drafted.sections.map(({ id, content }) => ({ id, content }))
  const checked = await calls.call<{ is_valid: boolean; issues: string[] }>('POST', 'validate', {
    sections,
    specialty: 'general',
  })
  expect(checked.is_valid).toBe(false)
  expect(checked.issues[0]).toMatch(/^[^:]+: “Solicitada radiografia de tórax\.” – sem prova na transcrição\./)
  expect((await calls.see(conduta.id, ['Outra frase.'])).code).toBe('record_changed')
  await calls.seeAll()
  expect(sectionOf(await calls.read(), 'conduta').sentences[0]).toMatchObject({ text: UNPROVEN, seen: true })

  // An omission goes in with its proof; then it is no longer an omission.
  expect(await calls.insert('nobody')).toBe('omission_not_found')
  const inserted = (await calls.insert('o1')) as StructuredRecord
  expect(sectionOf(inserted, 'hpp').sentences.at(-1)).toMatchObject({
    text: 'Alergia a penicilina.',
    proof: 'transcript',
    evidence: [{ id: 'e5', hash: expect.stringMatching(/^[0-9a-f]{16}$/) }],
  })
  expect(inserted.omissions).toEqual([])
  expect(await calls.insert('o1')).toBe('omission_not_found')
  // Taken out by the doctor, it is offered again.
  await calls.edit(sectionOf(inserted, 'hpp').id, '')
  expect((await calls.read()).omissions).toMatchObject([{ id: 'o1', kind: 'allergy', section: 'hpp' }])
  // Dismissed, it is offered no more, until that is undone; neither makes a version.
  expect(await calls.dismiss('nobody')).toBe('omission_not_found')
  for (let times = 0; times < 2; times++)
    expect(((await calls.dismiss('o1')) as StructuredRecord).omissions).toEqual([])
  expect((await calls.read()).omissions).toEqual([])
  expect(((await calls.dismiss('o1', false)) as StructuredRecord).omissions).toMatchObject([{ id: 'o1' }])
  await calls.insert('o1')

  // An edit against the transcript is flagged and waits for review; corrected, it does not.
  await calls.edit(hda.id, `${hda.content} Tem falta de ar.`)
  const flagged = await calls.read()
  expect(sectionOf(flagged, 'hda').sentences.at(-1)).toMatchObject({ proof: 'doctor', flags: [{ kind: 'negation' }] })
  expect(await calls.sign(flagged.revision)).toBe('record_unseen')
  await calls.edit(hda.id, `${hda.content} Piora à noite.`)
  await calls.code([BRONCHITIS])
  await calls.seeAll()
  const looked = await calls.read()
  expect(await calls.save(looked.revision - 1)).toBe('record_changed')
  const saved = (await calls.save(looked.revision)) as StructuredRecord
  expect([saved.saved_at, saved.revision]).toEqual([expect.any(Number), looked.revision])
  expect((await calls.add('Cedo demais.')).code).toBe('record_not_signed')

  // The signature asks for the CRM, and for nothing but what was looked at.
  expect(await calls.sign(looked.revision)).toBe('crm_missing')
  expect((await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })).status).toBe(200)
  expect(await calls.sign(looked.revision - 1)).toBe('record_changed')
  const signed = (await calls.sign(looked.revision)) as StructuredRecord
  expect(await stateOf(doctor, consultation)).toBe('signed')
  const row = await stored(consultation)
  const content = String(row?.signed_content)
  expect(signed.signature).toEqual({
    kind: 'simples',
    doctor_name: 'Dra. Inês Conceição',
    crm: '123456/SP',
    signed_at: row?.signed_at,
    sha256: await hex(content),
  })
  expect(await calls.dismiss('o1')).toBe('section_signed')
  expect([signed.alerts, signed.sections.every((section) => !section.editable)]).toEqual([looked.alerts, true])
  const signedContent = JSON.parse(content) as { record: { sections: { key: string }[] } }
  expect(signedContent).toMatchObject({
    doctor: { name: 'Dra. Inês Conceição', crm: '123456/SP' },
    patient: { name: 'Rui Barbosa Neto' },
    consultation: { id: consultation, type: 'presencial' },
    ai_use: expect.stringContaining('revisado por Dra. Inês Conceição, CRM 123456/SP.'),
    consent: expect.stringContaining('Paciente aceitou'),
    signed_at: row?.signed_at,
    record: { diagnoses: [{ system: 'CID-10', code: 'J20.9' }], structurer: { name: 'extractive' } },
  })
  expect(signedContent.record.sections.find((section) => section.key === 'hda')).toMatchObject({
    content: `${PROVEN} Piora à noite.`,
    sentences: [
      {
        text: PROVEN,
        proof: 'transcript',
        evidence: [{ id: 'e1', text: 'Estou com tosse seca e febre há quatro dias.' }],
      },
      { text: 'Piora à noite.', proof: 'doctor', evidence: [] },
    ],
  })

  // After signing, no call changes anything.
  const refusals = [
    (await calls.edit(hda.id, 'Trocado.')).code,
    (await calls.see(hda.id, [PROVEN])).code,
    await calls.insert('o1'),
    await calls.text('Trocado.'),
    await calls.code([]),
    await calls.save(looked.revision),
    await calls.sign(looked.revision),
    (await calls.call('POST', 'structure', { consultation_id: consultation, specialty: 'cardiology' })).code,
  ]
  expect(refusals).toEqual(refusals.map(() => 'section_signed'))
  expect(await stored(consultation)).toEqual(row)

  // Addenda at once stand one behind the other, each under its own hash.
  const [one, two] = await Promise.all([calls.add('Primeiro adendo.'), calls.add('Outro adendo.')])
  const { addenda, alerts } = await calls.read()
  expect(addenda.map(({ id }) => id).sort()).toEqual([one.addendum.id, two.addendum.id].sort())
  let previous: string | null = null
  for (const { text, doctor_name: name, crm, created_at, sha256 } of addenda) {
    const chain = { created_at, doctor: { crm, name }, previous, signature: signed.signature?.sha256, text, v: 1 }
    expect(sha256).toBe(await hex(JSON.stringify(chain)))
    previous = sha256
  }
  expect(alerts).toEqual(looked.alerts)

  const { versions } = await calls.call<{ versions: VersionSummary[] }>('GET', `records/${consultation}/versions`)
  expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1])
  const first = await calls.call<RecordVersion>('GET', `records/${consultation}/versions/1`)
  expect(first.record.sections.find((section) => section.key === 'hpp')?.content).toBe('')
  expect((await calls.call('GET', `records/${consultation}/versions/9`)).code).toBe('version_not_found')
  expect((await calls.call('GET', `records/${consultation}/versions/x`)).code).toBe('version_not_found')

  const printed = (await print(doctor, consultation)).join(' ').replace(/\s+/g, ' ')
  expect(printed).toMatch(/assinatura eletrônica simples/i)
  expect(printed).toContain('revisado por Dra. Inês Conceição, CRM 123456/SP')
  for (const said of [signed.signature?.sha256, 'Primeiro adendo.', 'Outro adendo.', 'CID-10 J20.9'])
    expect(printed).toContain(said)
  expect(printed).not.toContain('Rascunho')
})

test('the demonstration data hold a record under a signature that agrees, and a second start changes nothing', async () => {
  const seed = async (now: number) => {
    for (const sql of (await seedSql(now)).split(/;\n/).filter((one) => one.trim() !== '')) await execute(sql)
  }
  const state = () => selectAll('SELECT * FROM records ORDER BY id')
  await seed(Date.now())
  const before = await state()
  const rows = before.filter((row) => String(row.id).startsWith('00000000-'))
  expect(rows.map((row) => row.signed_at !== null)).toEqual([false, true])
  for (const row of rows) {
    const record = await openRecord(db, String(row.doctor_id), String(row.consultation_id))
    expect(record?.alerts.filter((alert) => alert.kind === 'signature')).toEqual([])
  }
  await seed(Date.now() + 60_000)
  expect(await state()).toEqual(before)
})

test('what stands and was not signed is told, and printed under no signature', async () => {
  const { doctor, consultation, calls } = await openRecordStage()
  await calls.seeAll()
  const edited = (await calls.text(`Texto da médica.\n${lineOf(await calls.read())}`)) as StructuredRecord
  const signed = (await calls.sign(edited.revision)) as StructuredRecord
  // The line of a text edited apart is the signer's, too.
  expect(signed.unified_text).toMatch(
    /^Texto da médica\.\nRegistro de uso de IA: .*revisado por Dra\. Ana Souza, CRM 123456\/SP\.$/,
  )
  const broken = { kind: 'signature', message: 'O conteúdo não confere com a assinatura.' }
  expect(signed.alerts).not.toContainEqual(broken)

  // Someone with the database in their hands, who takes the triggers away first.
  for (const trigger of ['signed_sections_no_update', 'signed_entries_no_update', 'signed_record_no_update'])
    await execute(`DROP TRIGGER ${trigger}`)
  const tamper = async (sql: string, undo: string) => {
    await execute(sql, consultation)
    const { alerts } = await calls.read()
    await execute(undo, consultation)
    return alerts[0]
  }
  const swap = (table: string, column: string, from: string, to: string, of: string) => {
    const write = (a: string, b: string) =>
      `UPDATE ${table} SET ${column} = replace(${column}, '${a}', '${b}') WHERE ${of}`
    return [write(from, to), write(to, from)] as const
  }
  const section = "record_id = (SELECT id FROM records WHERE consultation_id = ?) AND key = 'hda'"
  const entry = "id = 'e1' AND consultation_id = ?"
  for (const [sql, undo] of [
    swap('record_sections', 'content', 'quatro', 'catorze', section),
    swap('record_sections', 'sentences', '"transcript"', '"doctor"', section),
    swap('transcript_entries', 'text', 'quatro', 'catorze', entry),
    swap('records', 'unified_text', 'médica', 'outra', 'consultation_id = ?'),
    swap('records', 'signature', '123456/SP', '654321/SP', 'consultation_id = ?'),
    swap('records', 'signed_content', 'quatro', 'catorze', 'consultation_id = ?'),
    swap('records', 'specialty', 'general', 'cardiology', 'consultation_id = ?'),
  ])
    expect([sql, await tamper(sql, undo)]).toEqual([sql, broken])
  expect((await calls.read()).alerts).not.toContainEqual(broken)

  const [sql, undo] = swap('record_sections', 'content', 'quatro', 'catorze', section)
  await execute(sql, consultation)
  expect(await print(doctor, consultation)).toEqual([broken.message])
  await execute(undo, consultation)
})
