import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { claimJob, completion } from '#db/queries/job.ts'
import { readRecord } from '#db/queries/record.ts'
import { saveRecord } from '#db/queries/record-structured.ts'
import { attemptsOf, JOB_LEASE_MS, JOB_RESEND_AFTER_MS, syntheticMessage } from '#domain/jobs.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import type { Env } from '#workers/env.ts'
import { pdfInput } from '#workers/jobs/pdf-input.ts'
import { sweep } from '#workers/jobs/sweeper.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { deliver } from './queue.ts'
import { db, requestStructuring } from './record-stage.ts'
import { enterRoom } from './room-stage.ts'
import { countRows, execute, selectOne } from './sql.ts'

const STRUCTURING = 'relato-structuring'

const bell = (id: string) => ({ v: 1, kind: 'structure', id })

const structureJob = async (doctor: TestDoctor, subject: string, input?: unknown) =>
  (await requestStructuring(doctor, subject, input)).id
/** A room that keeps what the screens would be told. */
function listening() {
  const logged: Record<string, unknown>[] = []
  const room = (id: string) => ({ notify: async (news: object) => void logged.push({ room: id, ...news }) })
  return { told: logged, ROOM: { getByName: room } as unknown as Env['ROOM'] }
}
const rowOf = (id: string) => selectOne('SELECT status, error, attempts, step FROM jobs WHERE id = ?', id)
/** How many records the consultation has, and how many kept versions. */
const countRecords = (consultation: string) =>
  Promise.all(['records', 'record_versions'].map((of) => countRows(`${of} WHERE consultation_id = ?`, consultation)))

test('a job delivered three times, twice at once, makes one record and one audit line', async () => {
  const doctor = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  const job = await structureJob(doctor, consultation)
  expect(await structureJob(doctor, consultation)).toBe(job)

  const once = await deliver(STRUCTURING, [
    { id: 'first', body: bell(job) },
    { id: 'twin', body: bell(job) },
  ])
  expect(once.outcome).toBe('ok')
  expect(once.explicitAcks.length + once.retryMessages.length).toBe(2)
  const again = await deliver(STRUCTURING, [{ id: 'late', body: bell(job) }])
  expect(again.explicitAcks).toEqual(['late'])

  expect(await rowOf(job)).toMatchObject({ status: 'completed', attempts: 1, error: null })
  expect(await countRecords(consultation)).toEqual([1, 0])
  expect(await countRows("audit_log WHERE action = 'record_created' AND subject_id = ?", consultation)).toBe(1)
  const record = await readRecord(db, doctor.id, consultation)
  const filled = record?.sections.filter((section) => section.content !== '') ?? []
  expect(filled.length).toBeGreaterThan(2)
  for (const section of filled)
    for (const sentence of section.sentences)
      expect(sentence.evidence.map((line) => line.id).join()).toMatch(/^e\d(,e\d)*$/)
  expect(record?.raw_transcription.split('\n')[1]).toBe('Paciente: Estou com tosse seca e febre há quatro dias.')
  const specialty = await selectOne('SELECT specialty FROM consultations WHERE id = ?', consultation)
  expect(specialty).toEqual({ specialty: 'general' })
})

test('a worker that lost its lease writes nothing; a new structuring keeps the old record as a version', async () => {
  const doctor = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  const job = await structureJob(doctor, consultation)
  const slow = await claimJob(db, job, 1_000)
  expect(await claimJob(db, job, 2_000)).toBeNull()
  const quick = await claimJob(db, job, 1_000 + JOB_LEASE_MS)
  if (!slow || !quick) throw new Error('not claimed')
  const record = {
    ...{ id: crypto.randomUUID(), consultationId: consultation, doctorId: doctor.id, specialty: 'general' as const },
    ...{ sections: [], alerts: [], offers: [], warnings: [], processingTimeMs: 1, now: 3_000 },
    structurer: { name: 'extractive' as const, version: '1' },
  }
  expect(await saveRecord(db, slow, record)).toBe('lost')
  expect(await countRecords(consultation)).toEqual([0, 0])
  expect(await saveRecord(db, quick, { ...record, warnings: ['primeiro'] })).toBe('saved')
  expect(await saveRecord(db, quick, { ...record, warnings: ['segundo'] })).toBe('lost')

  const next = await structureJob(doctor, consultation)
  await deliver(STRUCTURING, [{ id: 'next', body: bell(next) }])
  expect(await countRecords(consultation)).toEqual([1, 1])
  const version = await selectOne<{ version: number; body: string }>(
    'SELECT version, body FROM record_versions WHERE consultation_id = ?',
    consultation,
  )
  expect([version?.version, JSON.parse(version?.body ?? '')]).toMatchObject([
    1,
    { job_id: job, warnings: ['primeiro'], sections: [] },
  ])

  await execute('UPDATE records SET signed_at = 1 WHERE consultation_id = ?', consultation)
  const tooLate = await structureJob(doctor, consultation, { specialty: 'cardiology' })
  await deliver(STRUCTURING, [{ id: 'signed', body: bell(tooLate) }])
  expect(await rowOf(tooLate)).toMatchObject({ status: 'failed', error: 'section_signed' })
  expect((await readRecord(db, doctor.id, consultation))?.specialty).toBe('general')
  expect((await readRecord(db, doctor.id, consultation))?.sections.length).toBeGreaterThan(2)
})

test('a poison job repeats alone, is failed at its last attempt and goes to the dead letters', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const poisoned = await structureJob(doctor, await newConsultation(doctor, patient), { specialty: 'astrology' })
  const soundly = await newConsultation(doctor, patient)
  const sound = await structureJob(doctor, soundly)

  const first = await deliver(STRUCTURING, [
    { id: 'poison', body: bell(poisoned) },
    { id: 'lixo', body: { v: 1, kind: 'structure', id: 'nada', patient: 'x' } },
    { id: 'sound', body: bell(sound) },
  ])
  expect(first.explicitAcks.toSorted()).toEqual(['lixo', 'sound'])
  expect(first.retryMessages).toMatchObject([{ msgId: 'poison' }])
  expect(await rowOf(sound)).toMatchObject({ status: 'completed' })
  expect(await rowOf(poisoned)).toMatchObject({ status: 'queued', attempts: 1 })
  for (let attempts = 2; attempts <= attemptsOf('structure'); attempts++) {
    const result = await deliver(STRUCTURING, [{ id: 'poison', attempts, body: bell(poisoned) }])
    expect(result.retryMessages).toMatchObject([{ msgId: 'poison' }])
  }
  expect(await rowOf(poisoned)).toMatchObject({
    status: 'failed',
    error: 'structuring_failed',
    attempts: attemptsOf('structure'),
  })
  const dead = await deliver('relato-dead-letters', [{ id: 'poison', body: bell(poisoned) }])
  expect(dead.explicitAcks).toEqual(['poison'])

  // A message that dies before its job was ever claimed still ends the doctor's waiting, and the API says so.
  const unlucky = await structureJob(doctor, await newConsultation(doctor, patient))
  await deliver('relato-dead-letters', [{ id: 'unlucky', body: bell(unlucky) }])
  const shown = await doctor.call('GET', `/api/v1/transcription/structure/${unlucky}`)
  expect(await shown.json()).toEqual({
    job_id: unlucky,
    specialty: 'general',
    status: 'failed',
    step: null,
    error: 'Não foi possível estruturar a consulta. Tente novamente.',
    sections: [],
    warnings: [],
    processing_time_ms: null,
  })
  // One that was made says in the same places what was made.
  const made = await (await doctor.call('GET', `/api/v1/transcription/structure/${sound}`)).json()
  expect(made).toMatchObject({ job_id: sound, status: 'completed', step: null, error: null, warnings: [] })
  const { sections, processing_time_ms } = (await readRecord(db, doctor.id, soundly)) as StructuredRecord
  expect(made).toMatchObject({ sections, processing_time_ms })
})

test('a job of a newer release runs with fields that are unknown here; without those of its own it fails', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const newer = await structureJob(doctor, await newConsultation(doctor, patient), { specialty: 'general', depth: 2 })
  const broken = await structureJob(doctor, await newConsultation(doctor, patient), { depth: 2 })
  const bells = [newer, broken].map((id) => ({ id, body: { ...bell(id), depth: 2 } }))
  const { explicitAcks, retryMessages } = await deliver(STRUCTURING, bells)
  expect([explicitAcks, retryMessages.map(({ msgId }) => msgId)]).toEqual([[newer], [broken]])
  expect(await rowOf(newer)).toMatchObject({ status: 'completed' })
  expect((await doctor.call('GET', `/api/v1/transcription/structure/${newer}`)).status).toBe(200)

  const export_id = crypto.randomUUID()
  expect(pdfInput.parse({ export_id, depth: 2 })).toEqual({ export_id })
  expect(pdfInput.safeParse({ depth: 2 }).success).toBe(false)
  const synthetic = { v: 1, kind: 'synthetic', id: export_id }
  expect(syntheticMessage.parse({ ...synthetic, depth: 2 })).toEqual(synthetic)
  expect(syntheticMessage.safeParse({ ...synthetic, v: 2 }).success).toBe(false)
})

test('through the real queue: a poison job fails for good while the one behind it completes', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const poisoned = await structureJob(doctor, await newConsultation(doctor, patient), { specialty: 'astrology' })
  const sound = await structureJob(doctor, await newConsultation(doctor, patient))
  await env.STRUCTURING_QUEUE.sendBatch([{ body: 'lixo' }, { body: bell(poisoned) }, { body: bell(sound) }])
  await eventually(async () => expect(await rowOf(sound)).toMatchObject({ status: 'completed' }))
  await eventually(async () => expect(await rowOf(poisoned)).toMatchObject({ status: 'failed', attempts: 4 }))
})

test('the sweeper rings for lost bells and dead workers, and ends jobs that are out of attempts or killed two workers', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const [lost, died, spent, deadly, fresh, newer] = (await Promise.all(
    Array.from({ length: 6 }, async () => structureJob(doctor, await newConsultation(doctor, patient))),
  )) as [string, string, string, string, string, string]
  const now = Date.now()
  const change = (id: string, sql: string) => execute(`UPDATE jobs SET ${sql} WHERE id = ?`, id)
  await change(lost, `updated_at = ${now - JOB_RESEND_AFTER_MS - 1}`)
  // A newer release, which alone knows this kind, rings for it.
  await change(newer, `kind = 'later', updated_at = ${now - JOB_RESEND_AFTER_MS - 2}`)
  await change(died, `status = 'running', attempts = 1, lease_until = ${now - 1}`)
  await change(spent, `status = 'running', attempts = ${attemptsOf('structure')}, lease_until = ${now - 1}`)
  // Its second worker dies: a third would die of the same.
  await change(deadly, `kind = 'pdf', status = 'running', attempts = 1, lease_until = ${now - 1}`)
  if (!(await claimJob(db, deadly, now))) throw new Error('not claimed')
  await change(deadly, `lease_until = ${now - 1}`)
  expect(await claimJob(db, deadly, now)).toBeNull()
  // A structuring job shares its worker with others: it may have died of theirs.
  await change(died, 'deaths = 2')
  const rung: unknown[] = []
  const queue = { send: async (message: unknown) => rung.push(message) } as unknown as Queue
  await sweep({ ...env, STRUCTURING_QUEUE: queue }, now)
  expect(rung).toContainEqual(bell(lost))
  expect(rung).toContainEqual(bell(died))
  expect(rung).not.toContainEqual(bell(fresh))
  expect(await rowOf(newer)).toMatchObject({ status: 'queued', attempts: 0 })
  expect(await rowOf(spent)).toMatchObject({ status: 'failed', error: 'structuring_failed' })
  expect(await rowOf(deadly)).toMatchObject({ status: 'failed', error: 'export_failed' })
  expect(rung).not.toContainEqual(bell(deadly))
  // Its message, delivered once more, continues to the dead letters.
  expect((await deliver('relato-pdf', [{ id: 'deadly', body: bell(deadly) }])).retryMessages).toMatchObject([
    { msgId: 'deadly' },
  ])
  expect((await deliver('relato-dead-letters', [{ id: 'deadly', body: bell(deadly) }])).explicitAcks).toEqual([
    'deadly',
  ])
  rung.length = 0
  await sweep({ ...env, STRUCTURING_QUEUE: queue }, now + 1_000)
  expect(rung).not.toContainEqual(bell(lost))

  const deaf = { send: async () => Promise.reject(new Error('queue down')) } as unknown as Queue
  await sweep({ ...env, STRUCTURING_QUEUE: deaf }, now + 2 * JOB_RESEND_AFTER_MS)
  const claimed = await claimJob(db, lost, Date.now())
  if (!claimed) throw new Error('not claimed')
  const waits = await deliver(STRUCTURING, [{ id: 'held', body: bell(lost) }])
  expect(waits.retryMessages).toMatchObject([{ msgId: 'held' }])
  await completion(db, claimed, Date.now())
})

test('the open screens of the consultation hear of a job that failed, and of one in the dead letters', async () => {
  const doctor = await newDoctor()
  const { told, ROOM } = listening()
  const silent = await newConsultation(doctor, await newPatient(doctor), {}, [['patient', 'Oi.']])
  const refused = await structureJob(doctor, silent)
  const { explicitAcks } = await deliver(STRUCTURING, [{ id: 'silent', body: bell(refused) }], { ROOM })
  expect(explicitAcks).toEqual(['silent'])
  expect(told.at(-1)).toMatchObject({ room: silent, type: 'structuring', status: 'failed', job_id: refused })
  expect(await rowOf(refused)).toMatchObject({ status: 'failed', error: 'too_little_speech', attempts: 1 })
  told.length = 0
  const dead = await structureJob(doctor, silent)
  await deliver('relato-dead-letters', [{ id: 'dead', body: bell(dead) }], { ROOM })
  expect(told).toMatchObject([{ room: silent, status: 'failed', job_id: dead }])
})

test('[C43] a job step arrives at a reader of a completed room, which stores nothing for it', async () => {
  const doctor = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  const { client, welcome } = await enterRoom(doctor, consultation, 'reader')
  expect(welcome).toMatchObject({ status: 'completed', entries: [] })
  const job = await structureJob(doctor, consultation)
  const room = env.ROOM.getByName(consultation)
  const [ended, other] = [room.structuringEnd(job, 60_000), room.structuringEnd('another job', 50)]
  await deliver(STRUCTURING, [{ id: 'good', body: bell(job) }])
  await client.next('structuring', ({ status }) => status === 'completed')
  await Promise.all([ended, other])
  const steps = ['reading', 'structuring', 'checking', 'saving'].map((step) => ['running', step])
  expect(client.all('structuring').map(({ job_id, status, step }) => [job_id, status, step])).toEqual(
    [...steps, ['completed', null]].map((one) => [job, ...one]),
  )
  // The row is written before the message: a reader that asks at the message finds the record.
  expect(await (await doctor.call('GET', `/api/v1/transcription/structure/${job}`)).json()).toMatchObject({
    status: 'completed',
  })
  // The end of an export reaches the same socket, although the room slept meanwhile.
  await evictDurableObject(room, { webSockets: 'hibernate' })
  const answer = await doctor.call('POST', '/api/v1/transcription/export/pdf', { consultation_id: consultation })
  const { export_id } = await answer.json<{ export_id: string }>()
  await client.next('export', ({ id, status }) => id === export_id && status === 'completed')
  const tables = await runInDurableObject(room, (_, state) => [
    ...state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'"),
  ])
  expect(tables).toEqual([])
  client.close()
})

test('while the database is down nothing is acknowledged; afterwards the job completes', async () => {
  const doctor = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  const job = await structureJob(doctor, consultation)
  let calls = 0
  /** Works for the first `working` statements, then fails until the test resets it. */
  const failing = (working: number) => {
    calls = 0
    return new Proxy(env.DB, {
      get(d1, name) {
        const value = Reflect.get(d1, name)
        if (name === 'prepare' && calls++ >= working)
          return () => {
            throw new Error('D1_ERROR: network')
          }
        return typeof value === 'function' ? value.bind(d1) : value
      },
    })
  }
  const down = await deliver(STRUCTURING, [{ id: 'm', body: bell(job) }], { DB: failing(0) })
  expect([down.retryMessages.length, down.explicitAcks]).toEqual([1, []])
  expect(await rowOf(job)).toMatchObject({ status: 'queued', attempts: 0 })
  // It fails in the middle: neither half a record nor a job that forgets its attempt.
  const halfway = await deliver(STRUCTURING, [{ id: 'm', body: bell(job) }], { DB: failing(6) })
  expect([halfway.retryMessages.length, halfway.explicitAcks]).toEqual([1, []])
  expect(await rowOf(job)).toMatchObject({ status: 'running', attempts: 1 })
  expect(await countRecords(consultation)).toEqual([0, 0])
  await execute('UPDATE jobs SET lease_until = 0 WHERE id = ?', job)
  await deliver(STRUCTURING, [{ id: 'm', body: bell(job) }])
  expect(await rowOf(job)).toMatchObject({ status: 'completed', attempts: 2 })
  expect(await countRecords(consultation)).toEqual([1, 0])
})
