import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedFileKey } from '#domain/document/signature.ts'
import { retention } from '#domain/retention/rules.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import { fileKey } from '#workers/jobs/pdf.ts'
import { auditRowsOf, keep, seal, verified } from './audit-stage.ts'
import {
  insert,
  newClinic,
  newConsent,
  newConsultation,
  newJob,
  newPatient,
  newRecordRow,
  newSection,
  newSession,
  OPEN,
} from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { openStage, speak, words, wordsIn } from './room-stage.ts'
import { countRows, execute, overheard } from './sql.ts'

const DAY = 86_400_000
const auditRows = async (doctor: { id: string }, action: string) =>
  (await auditRowsOf(doctor.id)).filter((row) => row.action === action).map((row) => [row.subject_kind, row.subject_id])

test('what has had its time goes, not a minute before; each doctor reads how many of theirs, under a seal that holds', async () => {
  const [first, second] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const clinic = await newClinic(first)
  const now = Date.now()
  await newSession(first, now - retention.session.ms)
  await newSession(first, now - retention.session.ms - 1)
  await newSession(first, now - retention.session.ms + 60_000)
  await newSession(second, now - 3 * DAY)
  await insert('verification', {
    ...{ id: 'v', identifier: 'reset-password:x', value: first.id },
    ...{ created_at: now, updated_at: now, expires_at: now - 2 * DAY },
  })
  await insert('rate_limit', { id: 'r', key: 'k', count: 1, last_request: now - 2 * DAY })
  const job = (kind: string, status: string, updated_at: number) =>
    newJob(first, clinic.consultation, { kind, status, updated_at })
  const old = now - retention.job.ms
  await job('pdf', 'completed', old)
  await job('pdf', 'failed', old)
  await job('pdf', 'completed', old + 60_000)
  // A failed structuring job is not deleted: the history shows its result.
  await job('structure', 'failed', old)
  await execute('UPDATE jobs SET updated_at = ? WHERE id = ?', now, clinic.job)
  await execute('UPDATE exports SET created_at = ? WHERE id = ?', now - retention.pdf.ms + 60_000, clinic.export)
  await insert('user', {
    ...{ id: 'nobody', name: 'x', email: 'x@y', email_verified: 0 },
    ...{ created_at: now - 31 * DAY, updated_at: now },
  })

  await keep(now)
  expect(await auditRows(first, 'sessions_forgotten')).toEqual([['count', '2']])
  expect(await auditRows(second, 'sessions_forgotten')).toEqual([['count', '1']])
  expect(await auditRows(first, 'jobs_forgotten')).toEqual([['count', '2']])
  expect(await auditRows({ id: 'nobody' }, 'sign_up_forgotten')).toEqual([['doctor', 'nobody']])
  for (const gone of ["verification WHERE id = 'v'", "rate_limit WHERE id = 'r'", "user WHERE id = 'nobody'"])
    expect([gone, await countRows(gone)]).toEqual([gone, 0])
  expect(await countRows("jobs WHERE doctor_id = ? AND kind IN ('pdf', 'structure')", first.id)).toBe(3)
  expect((await first.call('GET', '/api/session')).status).toBe(200)
  const file = `/api/v1/transcription/export/pdf/${clinic.export}/file`
  expect((await first.call('GET', file)).status).toBe(200)

  // Second run: no fact is logged twice. One minute later the file and the third session expire.
  await keep(now)
  expect(await auditRows(first, 'sessions_forgotten')).toHaveLength(1)
  await keep(now + 60_000)
  const missingFile = await first.call('GET', file)
  expect([missingFile.status, (await missingFile.json<{ error: string }>()).error]).toEqual([
    410,
    'O PDF expirou. Gere de novo.',
  ])
  expect(await env.FILES.get(fileKey(first.id, clinic.export))).toBeNull()
  expect(await auditRows(first, 'export_expired')).toEqual([['export', clinic.export]])
  expect((await auditRowsOf(first.id)).find(({ action }) => action === 'export_expired')?.patient_id).toBe(
    clinic.patient,
  )
  await keep(now + 40 * DAY)
  // Open items ended, and were logged, before that day's seal.
  await eventually(async () =>
    expect(await countRows("consultations WHERE id = ? AND status = 'completed'", clinic.active)).toBe(1),
  )
  expect(await countRows('exports WHERE id = ?', clinic.export)).toBe(0)
  expect(await auditRows(first, 'mails_forgotten')).toEqual([['count', '2']])

  const log = await (await first.again()).call('POST', '/api/access-log', {})
  const { items } = await log.json<{ items: { action: string; count: number | null }[] }>()
  expect(items.find(({ action }) => action === 'mails_forgotten')?.count).toBe(2)
  await seal(now + 41 * DAY)
  expect((await verified(now + 41 * DAY)).findings).toEqual([])
})

test('[C34] a consultation left open for thirty days ends with its text, and its audio goes; one that is recorded does not', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 8)
  await eventually(async () =>
    expect(
      (await stage.inRoom((_, state) => [...state.storage.sql.exec('SELECT * FROM entry')])).length,
    ).toBeGreaterThan(0),
  )
  const never = await newConsultation(stage.doctor, stage.patient, OPEN, [])
  const start = Date.now() - retention.audio.ms
  await execute('UPDATE consultations SET start_time = ? WHERE doctor_id = ?', start, stage.doctor.id)
  await keep()
  expect((await stage.row())?.status).toBe('active')
  expect((await stage.spool(take)).samples).toBeGreaterThan(0)
  await eventually(async () =>
    expect(await countRows("consultations WHERE id = ? AND status = 'completed'", never)).toBe(1),
  )

  // Paused, with the page open: kept for one more day.
  client.say({ type: 'toggle_transcription', action: 'pause' })
  await keep()
  expect((await stage.row())?.status).toBe('active')
  await execute('UPDATE consultations SET start_time = ? WHERE doctor_id = ?', start - DAY - 1, stage.doctor.id)
  await eventually(async () => {
    await keep()
    expect((await stage.row())?.status).toBe('completed')
  })
  expect(wordsIn(await stage.lines()).length).toBeGreaterThan(0)
  expect(words(0, 8)).toEqual(expect.arrayContaining(wordsIn(await stage.lines())))
  await expect(stage.spool(take)).rejects.toThrow('no such table')
  expect(await stage.audits('audio_discarded')).toBe(1)
  expect(await auditRows(stage.doctor, 'audio_discarded')).toEqual([['consultation', stage.id]])
})

test('[C33] what is taken back has no sound in the room from that moment on', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 4)
  const { samples } = await stage.spool(take)
  const answer = await stage.doctor.call('POST', `/api/consultations/${stage.id}/consents/revocation`, {
    discarded: [],
  })
  expect(answer.status).toBe(200)
  expect(await stage.spool(take)).toEqual({ samples, words: [undefined, undefined, undefined, undefined] })
})

test('a record is kept for twenty years whatever is tried, then the patient goes with all of it, told and sealed', async () => {
  const doctor = await newDoctor()
  const now = Date.now()
  const long = now - retention.record.ms - 10 * DAY
  const patient = await newPatient(doctor, 'Paciente de Outrora', {
    ...{ created_at: long, updated_at: long, last_consultation: long },
  })
  const clinic = await newClinic(doctor)
  const visits: string[] = []
  for (let n = 0; n < 21; n++) {
    const day = long - (21 - n) * DAY
    const id = await newConsultation(doctor, patient, { start_time: day, end_time: day + 60_000, status: 'active' }, [
      ['patient', 'Dói.'],
    ])
    // One has no end of its own.
    await execute(
      "UPDATE consultations SET status = 'completed', end_time = iif(?, NULL, end_time) WHERE id = ?",
      n === 20,
      id,
    )
    visits.push(id)
  }
  const [visit = ''] = visits.slice(-1)
  const record = await newRecordRow(doctor, visit, { created_at: long, updated_at: long })
  await newSection(doctor, record, 'Dor.', [])
  await insert('record_versions', {
    ...{ record_id: record, version: 1, doctor_id: doctor.id, consultation_id: visit },
    ...{ body: '{}', replaced_at: long },
  })
  await execute(
    'UPDATE records SET signed_at = ?, signature = ?, signed_content = ? WHERE id = ?',
    long,
    '{}',
    'x',
    record,
  )
  await newConsent(doctor, patient, visit, { answered_at: long, created_at: long })
  // The addendum is the last entry, and it is young.
  await insert('record_addenda', {
    ...{ id: 'a', record_id: record, consultation_id: visit, doctor_id: doctor.id, text: 'x' },
    ...{ doctor_name: 'x', crm: 'x', sha256: 'x', created_at: now - retention.record.ms + DAY },
  })

  const paper = { id: 'd', doctor_id: doctor.id, consultation_id: visit, kind: 'report', number: 1, code: 'x' }
  const issued_at = now - retention.record.ms + DAY
  const content = '{"head":{"doctor":{"logo":"l"}}}'
  await insert('documents', { ...paper, content, sha256: 'x', state: 'issued', issued_at })
  const letterhead = { doctor_id: doctor.id, jpeg: 'x', created_at: long, removed_at: long }
  await insert('logos', { ...letterhead, sha256: 'l' })
  const shared = {
    id: 'g',
    doctor_id: doctor.id,
    consultation_id: visit,
    token_sha256: 'x',
    content: '{}',
    sha256: 'x',
  }
  await insert('patient_pages', { ...shared, created_at: issued_at, expires_at: issued_at + 1, failures: 0 })
  const files = {
    document_id: 'd',
    doctor_id: doctor.id,
    consultation_id: visit,
    prepared_sha256: 'p',
    prepared_bytes: 1,
  }
  await insert('document_signatures', { ...files, prepared_at: issued_at })
  await execute(
    "UPDATE document_signatures SET signed_sha256 = 's', signed_bytes = 1, signatures = '[]', verified_at = ?",
    issued_at,
  )
  const keys = ['p', 's'].map((sha256) => signedFileKey(doctor.id, 'd', sha256))
  for (const key of keys) await env.FILES.put(key, '%PDF')

  await keep()
  expect(await countRows('consultations WHERE patient_id = ?', patient)).toBe(21)
  const removal = (id: string, before: number, of = patient) =>
    insert('record_removals', { id, doctor_id: doctor.id, patient_id: of, before, removed_at: now })
  await expect(removal('1', now - retention.record.ms)).rejects.toThrow('twenty years')
  await expect(removal('2', now - retention.record.ms + 60_000)).rejects.toThrow('twenty years')
  await expect(removal('3', now - retention.record.ms, clinic.patient)).rejects.toThrow('twenty years')
  const attempts = [
    ['DELETE FROM records WHERE id = ?', record],
    ['DELETE FROM record_sections WHERE record_id = ?', record],
    ['DELETE FROM record_versions WHERE record_id = ?', record],
    ['DELETE FROM record_addenda WHERE record_id = ?', record],
    ['DELETE FROM transcript_entries WHERE consultation_id = ?', visit],
    ['DELETE FROM document_signatures WHERE consultation_id = ?', visit],
    ['DELETE FROM documents WHERE consultation_id = ?', visit],
    ['DELETE FROM patient_pages WHERE consultation_id = ?', visit],
    ['DELETE FROM consents WHERE consultation_id = ?', visit],
    ['DELETE FROM consultations WHERE id = ?', visit],
  ] as const
  for (const [sql, id] of attempts) await expect(execute(sql, id), sql).rejects.toThrow()
  await execute('DELETE FROM record_removals')

  // The last entry is old by now: the day has come.
  await execute('DROP TRIGGER addenda_no_update')
  await execute('UPDATE record_addenda SET created_at = ?', long)
  // A document is an entry too.
  await keep()
  expect(await countRows('consultations WHERE patient_id = ?', patient)).toBe(21)
  await expect(removal('4', now - retention.record.ms)).rejects.toThrow('twenty years')
  await execute('DROP TRIGGER documents_no_update')
  await execute('UPDATE documents SET issued_at = ?', long)
  // So is a text that the patient was sent.
  await keep()
  expect(await countRows('consultations WHERE patient_id = ?', patient)).toBe(21)
  await execute('DROP TRIGGER patient_pages_no_update')
  await execute('UPDATE patient_pages SET created_at = ?', long)
  // So is a signed file.
  await keep()
  expect(await countRows('consultations WHERE patient_id = ?', patient)).toBe(21)
  await expect(removal('5', now - retention.record.ms)).rejects.toThrow('twenty years')
  await execute('DROP TRIGGER document_signatures_no_update')
  await execute('UPDATE document_signatures SET prepared_at = ?1, verified_at = ?1', long)
  await keep()
  expect(await countRows('consultations WHERE patient_id = ?', patient)).toBe(1)
  await expect(execute('DELETE FROM record_removals')).rejects.toThrow('append-only')
  // Removing this patient deletes no other patient's record.
  await expect(execute('DELETE FROM consents WHERE consultation_id = ?', clinic.consultation)).rejects.toThrow(
    'append-only',
  )
  await keep()
  for (const table of ['consultations', 'consents'])
    expect(await countRows(`${table} WHERE patient_id = ?`, patient)).toBe(0)
  for (const table of [
    'records',
    'record_versions',
    'record_addenda',
    'transcript_entries',
    'documents',
    'patient_pages',
    'document_signatures',
  ])
    expect(
      await countRows(`${table} WHERE consultation_id IN (SELECT value FROM json_each(?))`, JSON.stringify(visits)),
    ).toBe(0)
  expect(await countRows('record_sections WHERE record_id = ?', record)).toBe(0)
  // No other document names the letterhead's logo.
  expect(await countRows('logos WHERE doctor_id = ?', doctor.id)).toBe(0)
  for (const key of keys) expect(await env.FILES.head(key)).toBeNull()
  expect(await countRows('medical_patients WHERE id = ?', patient)).toBe(0)
  expect(await auditRows(doctor, 'records_erased')).toEqual([
    ['patient', patient],
    ['patient', patient],
  ])
  expect(await countRows('medical_patients WHERE id = ?', clinic.patient)).toBe(1)
  await keep()
  expect(await auditRows(doctor, 'records_erased')).toHaveLength(2)
  await seal()
  expect((await verified()).findings).toEqual([])
})

test('who stays in a queue does not stand before the rest, and no ring asks for more rooms than it may', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const minute = Date.now() - 3 * 60_000
  const old = minute - retention.audio.ms - 60_000
  const remaining: string[] = []
  for (let n = 0; n < 21; n++) remaining.push(await newConsultation(doctor, patient, { ...OPEN, start_time: old + n }))
  // Somebody is at each of them: told to end, they go on.
  const requestedKeys: string[] = []
  const rooms = {
    getByName: (id: string) => ({ end: async () => void requestedKeys.push(id), cutSession: async () => {} }),
  }
  const bindings = { ...env, ROOM: rooms as unknown as typeof env.ROOM }
  for (const now of [minute, minute + 60_000]) await keep(now, bindings)
  expect([...new Set(requestedKeys)].filter((id) => remaining.includes(id)).sort()).toEqual([...remaining].sort())

  for (let n = 0; n < 60; n++) await newSession(doctor, n, 0)
  const sessions = () => countRows('session WHERE user_id = ? AND expires_at < 60', doctor.id)
  const { asks, DB } = overheard()
  await keep(minute, { ...bindings, DB })
  expect(await sessions()).toBe(10)
  expect(asks.length).toBeLessThan(200)
  await execute("UPDATE consultations SET status = 'completed', end_time = start_time WHERE doctor_id = ?", doctor.id)
  await keep(minute)
  expect(await sessions()).toBe(0)
})
