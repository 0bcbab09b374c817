import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod/mini'
import { createDataExport } from '#db/queries/data-export.ts'
import { claimJob } from '#db/queries/job.ts'
import * as schema from '#db/schema/index.ts'
import { accessesFile, accountFile } from '#domain/data-export/account-file.ts'
import { DATA_EXPORT_KEPT_MS } from '#domain/data-export/contract.ts'
import { exportedTables, notExported } from '#domain/data-export/tables.ts'
import { signedFileKey } from '#domain/document/signature.ts'
import { attemptsOf } from '#domain/jobs.ts'
import { dataExportWithin } from '#workers/jobs/data-export.ts'
import { expireDataExports } from '#workers/jobs/data-export-expire.ts'
import { SMALL_JPEG } from '../testkit/logo.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import { newConsent, newConsultation, newCopyProfile, newFact, newIntegration, newPatient, newWord } from './clinic.ts'
import { asTold, exported, exportOf, PASSWORD, patientFiles, ring, unpack } from './data-export-stage.ts'
import { codeOf, newDoctor, type TestDoctor } from './doctor.ts'
import { BRONCHITIS, db, newRecord, openRecordStage } from './record-stage.ts'
import { execute, selectAll, selectValue } from './sql.ts'

// Beside other suites a signature, several PDFs and a queue take their time.
vi.setConfig({ testTimeout: 90_000 })

test('every column of every table leaves, or it is said why it does not', () => {
  const tables = Object.values(schema).filter((one) => is(one, SQLiteTable))
  expect(tables.length).toBeGreaterThan(20)
  const shapes: Record<string, z.ZodMiniObject> = exportedTables
  for (const table of tables) {
    const name = getTableName(table)
    const [shape, why] = [shapes[name], notExported[name]]
    if (typeof why === 'string') expect([name, shape]).toEqual([name, undefined])
    else {
      const decided = [...Object.keys(shape?.shape ?? {}), ...Object.keys(why ?? {})].sort()
      expect([name, decided]).toEqual([
        name,
        Object.values(getTableColumns(table))
          .map((column) => column.name)
          .sort(),
      ])
    }
  }
  const names: string[] = tables.map((table) => getTableName(table))
  expect([...Object.keys(shapes), ...Object.keys(notExported)].filter((name) => !names.includes(name))).toEqual([])
})

/** Two patients with three finished visits, one of them signed with an addendum and an older version, and one without. */
async function practice(name = 'Dra. Ana Souza') {
  const { doctor, patient: rui, consultation: signed, calls } = await openRecordStage({}, name)
  await doctor.call('PATCH', `/api/patients/${rui}`, {
    identification: { cpf: '529.982.247-25', birth_date: '1980-03-12' },
  })
  const hda = await calls.section('hda')
  await calls.edit(hda.id, `${hda.content} Piora à noite.`)
  await calls.code([BRONCHITIS])
  await calls.seeAll()
  await calls.signNow()
  await calls.add('Nega alergia a dipirona.')
  const fields = { date: '20/11/2026', from: '12:00', to: '12:40' }
  const paper = { kind: 'attendance', fields, medicines: [], cid_authorised: false }
  const [first, next] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const more of [{ id: first }, { id: next, replaces: first }])
    await doctor.call('POST', `/api/consultations/${signed}/documents`, { ...paper, ...more })
  const texts = { summary: 'Bronquite.', medicines: '', guidance: 'Beber água.' }
  const shared = { id: crypto.randomUUID(), texts, days: 7 }
  expect((await doctor.call('POST', `/api/consultations/${signed}/patient-pages`, shared)).status).toBe(201)
  await doctor.call('GET', `/api/documents/${next}/prepared`)
  const signed_sha256 = 'f'.repeat(64)
  const signatures = JSON.stringify([{ signer: 'ANA SOUZA', at: Date.now(), time: 'claimed', chain: 'unverified' }])
  const isSigned = 'signed_sha256 = ?, signed_bytes = 4, signatures = ?, verified_at = 1'
  await execute(`UPDATE document_signatures SET ${isSigned} WHERE document_id = ?`, signed_sha256, signatures, next)
  await env.FILES.put(signedFileKey(doctor.id, next, signed_sha256), '%PDF')
  const remote = await newConsultation(doctor, rui, {
    consultation_type: 'telemedicina',
    gaps: '[{"take":1,"start_ms":1000,"end_ms":4000,"reason":"asleep"}]',
  })
  await newConsent(doctor, rui, remote, { state: 'revoked', revoked_at: Date.UTC(2026, 10, 20, 16) })
  const eva = await newPatient(doctor, 'Eva Prado')
  const draft = await newConsultation(doctor, eva, { patient_name: 'Eva Prado' })
  await newRecord(doctor, draft)
  const ivo = await newPatient(doctor, 'Ivo Sá')
  const source = { kind: 'context', consultation_id: null, sentence: 'Alergia a iodo.' }
  await newFact(doctor, rui, 'Iodo', { source: JSON.stringify(source) })
  await Promise.all([newWord(doctor, 'tolvaptana'), newIntegration(doctor, signed), newCopyProfile(doctor)])
  expect((await doctor.call('PUT', '/api/profile/logo', { jpeg: SMALL_JPEG })).status).toBe(200)
  return { doctor, rui, eva, ivo, signed, remote, draft }
}

const filesOf = async (doctor: TestDoctor) =>
  (await env.FILES.list({ prefix: `data-exports/${doctor.id}/` })).objects.map(({ key }) => key)
const auditOf = (doctor: TestDoctor) =>
  selectAll(
    "SELECT action, patient_id FROM audit_log WHERE doctor_id = ? AND subject_kind = 'data_export' ORDER BY id",
    doctor.id,
  )

/** The request as the API creates it, before its message is sent. */
async function waiting(doctor: TestDoctor, patientId: string | null = null) {
  const [id, jobId, now] = [crypto.randomUUID(), crypto.randomUUID(), Date.now()]
  const created = await createDataExport(db, {
    ...{ id, jobId, doctorId: doctor.id, patientId },
    ...{ settings: {}, now, expiresAt: now + DATA_EXPORT_KEPT_MS },
  })
  return { id, jobId, created }
}

test('a doctor takes everything along: all that is stored, nothing that lets in, nothing of anybody else', async () => {
  const [own, other] = [await practice(), await practice('Dr. Outro Qualquer')]
  const { doctor } = own
  const ask = (body: object) => doctor.call('POST', '/api/data-exports', body)
  expect(await codeOf(await ask({}))).toEqual([400, 'invalid_body'])
  expect(await codeOf(await ask({ confirmation: { password: 'errada', code: null } }))).toEqual([
    422,
    'wrong_confirmation',
  ])
  const ready = await exported(doctor, PASSWORD)
  expect(ready).toMatchObject({ patient_id: null, done: 3, total: 3, error: null })
  expect(ready.volumes.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^relato-dados-\d{4}-\d\d-\d\d-1-de-1\.zip$/),
  ])
  const url = ready.volumes[0]?.url ?? ''
  expect((await other.doctor.call('GET', url)).status).toBe(404)
  const file = await doctor.call('GET', url)
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${ready.volumes[0]?.name}"`)
  expect(file.headers.get('cache-control')).toBe('private, no-store')
  const unpacked = await unpack(await file.arrayBuffer())
  const { files, text } = unpacked

  const patients = patientFiles(unpacked)
  const visits = patients.flatMap(({ consultations }) => consultations)
  const records = visits.flatMap(({ record }) => (record ? [record] : []))
  const account = accountFile.parse(JSON.parse(text('perfil.json')))
  const { accesses } = accessesFile.parse(JSON.parse(text('acessos.json')))
  const rowsByTable: Record<string, readonly Record<string, unknown>[]> = {
    medical_patients: patients.map(({ patient }) => patient),
    patient_facts: patients.flatMap(({ facts }) => facts),
    consultations: visits,
    transcript_entries: visits.flatMap(({ transcript }) => transcript),
    consents: visits.flatMap(({ consents }) => consents),
    records,
    record_sections: records.flatMap(({ sections }) => sections),
    record_versions: records.flatMap(({ versions }) => versions),
    record_addenda: records.flatMap(({ addenda }) => addenda),
    documents: visits.flatMap(({ documents }) => documents),
    patient_pages: visits.flatMap(({ patient_pages }) => patient_pages),
    document_signatures: visits.flatMap(({ signatures }) => signatures),
    exports: visits.flatMap(({ pdfs }) => pdfs),
    user: [account.user],
    profiles: account.profile ? [account.profile] : [],
    account: account.sign_in,
    corrected_words: account.corrected_words,
    copy_profiles: account.copy_profiles,
    logos: account.logos,
    own_writings: account.own_writing ? [account.own_writing] : [],
    integrations: account.integrations,
    deliveries: account.deliveries,
  }
  const owner: Record<string, string> = { user: 'id', profiles: 'id', account: 'user_id' }
  for (const [table, rows] of Object.entries(rowsByTable)) {
    const stored = await selectAll(`SELECT * FROM ${table} WHERE ${owner[table] ?? 'doctor_id'} = ?`, doctor.id)
    const columns = Object.keys((exportedTables as Record<string, z.ZodMiniObject>)[table]?.shape ?? {})
    const picked = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
    const sorted = (some: object[]) => some.map((row) => JSON.stringify(row)).sort()
    const sample = fullest(picked)
    expect([table, picked.length]).toEqual([table, stored.length])
    if (table !== 'exports') expect([table, picked.length]).not.toEqual([table, 0])
    expect([table, sorted(picked)]).toEqual([table, sorted(stored.map((row) => asTold(row, sample)))])
  }
  expect(accesses.some(({ action }) => action === 'record_signed')).toBe(true)
  expect(text('acessos.csv')).toContain('"Registro assinado"')
  expect(account.sessions.length).toBeGreaterThan(0)
  expect(account.settings.interface.theme).toBe('system')
  expect(account.mails.map(({ subject }) => subject)).toContain('Confirme seu email no Relato')

  const visit = visits.find(({ id }) => id === own.signed)
  expect(visit?.record?.signature?.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(visit?.record?.addenda.map((one) => one.text)).toEqual(['Nega alergia a dipirona.'])
  expect(visit?.record?.versions.length).toBeGreaterThan(0)
  expect(visit?.consents[0]?.notice[0]?.text).toContain('inteligência artificial')
  const line = visit?.record?.sections.flatMap(({ sentences }) => sentences)[0]?.evidence[0]
  expect(visit?.transcript.map(({ id }) => id)).toContain(typeof line === 'object' ? line.id : line)
  const printed = async (id: string) => {
    const path = visits.find((one) => one.id === id)?.files.record
    return path ? (await readPdf(files[path] as Uint8Array)).text.join('') : null
  }
  expect(await printed(own.signed)).toMatch(/Piora à noite[\s\S]*Assinatura eletrônica simples/)
  expect(visit?.files.signed.map(text)).toEqual(['%PDF'])
  expect(await printed(own.draft)).toContain('Rascunho, não assinado')
  expect(await printed(own.remote)).toBeNull()
  const remote = visits.find(({ id }) => id === own.remote)
  expect(text(remote?.files.transcript ?? '')).toMatch(/3 s com o aparelho suspenso[\s\S]*e revogou em/)
  expect(text('LEIA-ME.txt')).toMatch(/Médico: Dra\. Ana Souza[\s\S]*dados de saúde[\s\S]*não há outros volumes/)
  expect(text('LEIA-ME.txt').match(/volume \d|manifesto-\d|deste volume/g)).toBeNull()

  const all = Object.values(files)
    .map((bytes) => new TextDecoder().decode(bytes))
    .join('\n')
  const secrets = await selectAll<{ secret: string }>(
    'SELECT token AS secret FROM session WHERE user_id = ?1 UNION ALL SELECT password FROM account WHERE user_id = ?1',
    doctor.id,
  )
  expect(secrets.length).toBeGreaterThan(1)
  const foreign = [other.doctor.id, other.rui, other.signed, 'Outro Qualquer']
  for (const secret of [...secrets.map((row) => row.secret), ...foreign]) expect(all).not.toContain(secret)

  expect(await auditOf(doctor)).toEqual(
    ['requested', 'created', 'downloaded'].map((what) => ({ action: `data_export_${what}`, patient_id: null })),
  )
  const mails = await selectAll<{ subject: string }>(
    "SELECT subject FROM mails WHERE doctor_id = ? AND kind = 'data_export'",
    doctor.id,
  )
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'A exportação dos seus dados está pronta',
    'Uma exportação de todos os seus dados foi pedida',
  ])
})

const fullest = (rows: readonly Record<string, unknown>[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [name, rows.map((row) => row[name]).find((value) => value != null)]),
  )

test('one patient’s alone, without a password; rung three times it is made once; after its time it is gone', async () => {
  const { doctor, rui, eva, signed } = await practice()
  const foreign = await newDoctor()
  const answer = await doctor.call('POST', '/api/data-exports', { patient_id: crypto.randomUUID() })
  expect(await codeOf(answer)).toEqual([404, 'patient_not_found'])

  const tries = await Promise.all([waiting(doctor, rui), waiting(doctor, rui), waiting(doctor)])
  expect(tries.map(({ created }) => created).sort()).toEqual([false, false, true])
  const made = tries.find(({ created }) => created) as (typeof tries)[number]
  // Whichever came first: here it is to be the patient's.
  await execute('UPDATE data_exports SET patient_id = ? WHERE id = ?', rui, made.id)
  const again = await doctor.call('POST', '/api/data-exports', { patient_id: eva })
  expect(await codeOf(again)).toEqual([409, 'data_export_under_way'])
  // Refusals use up none of the ten requests.
  expect(await selectValue('SELECT count FROM rate_limit WHERE key = ?', `data-export:${doctor.id}`)).toBe(0)
  expect(await codeOf(await doctor.call('GET', `/api/data-exports/${made.id}/volumes/1/file`))).toEqual([
    409,
    'data_export_not_ready',
  ])
  await Promise.all([ring(made.jobId), ring(made.jobId)])
  await ring(made.jobId)
  const ready = await exportOf(doctor, made.id)
  expect(ready).toMatchObject({ status: 'ready', patient_id: rui, done: 2, total: 2 })
  expect(ready.volumes.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^relato-paciente-\d{4}-\d\d-\d\d\.zip$/),
  ])
  expect(await filesOf(doctor)).toHaveLength(1)
  const unpacked = await unpack(await (await doctor.call('GET', ready.volumes[0]?.url ?? '')).arrayBuffer())
  expect(Object.keys(unpacked.files).filter((path) => /perfil|acessos/.test(path))).toEqual([])
  const [only, ...others] = patientFiles(unpacked)
  expect([only?.patient.id, others.length]).toEqual([rui, 0])
  expect(only?.consultations.map(({ id }) => id)).toContain(signed)
  expect(
    Object.values(unpacked.files)
      .map((bytes) => new TextDecoder().decode(bytes))
      .join(),
  ).not.toContain('Eva')

  const late = Date.now() + DATA_EXPORT_KEPT_MS + 1_000
  expect(await expireDataExports(env, db, Date.now())).toBe(0)
  expect(await expireDataExports(env, db, late)).toBeGreaterThan(0)
  expect(await expireDataExports(env, db, late)).toBe(0)
  expect(await exportOf(doctor, made.id)).toMatchObject({ status: 'expired', volumes: [] })
  expect(await filesOf(doctor)).toEqual([])
  expect((await doctor.call('GET', ready.volumes[0]?.url ?? '')).status).toBe(404)
  expect(await auditOf(doctor)).toEqual(
    ['created', 'downloaded', 'expired'].map((what) => ({ action: `data_export_${what}`, patient_id: rui })),
  )
  expect((await foreign.call('GET', `/api/data-exports/${made.id}`)).status).toBe(404)
})

test('volume by volume, each by a job of its own: together they hold each consultation once, whatever dies on the way', async () => {
  const { doctor, signed, remote, draft, ivo } = await practice()
  const more = await Promise.all(Array.from({ length: 3 }, () => newConsultation(doctor, ivo)))
  const { id, jobId } = await waiting(doctor)
  const run = dataExportWithin({ consultations: 2, patients: 10, ms: 60_000 })
  const make = async (job: string, change: Partial<typeof env> = {}) => {
    const claimed = await claimJob(db, job, Date.now())
    if (!claimed?.doctor_id) throw new Error('not claimed')
    const mine = { ...claimed, doctor_id: claimed.doctor_id }
    const queue = { send: async () => undefined } as unknown as Queue
    const bindings = { ...env, PDF_QUEUE: queue, ...change }
    return run({ env: bindings, db, job: mine, startedAt: Date.now(), step: async () => undefined })
  }
  const nextJob = async () => (await selectValue<string>('SELECT job_id FROM data_exports WHERE id = ?', id)) ?? ''
  expect(await make(jobId)).toBe('completed')
  expect(await exportOf(doctor, id)).toMatchObject({ status: 'preparing', done: 2, total: 6 })
  const second = await nextJob()
  expect(second).not.toBe(jobId)
  const full = {
    put: () => Promise.reject(new Error('R2 is full')),
    get: (key: string) => env.FILES.get(key),
  } as unknown as R2Bucket
  await expect(make(second, { FILES: full })).rejects.toThrow('R2 is full')
  await execute('UPDATE jobs SET lease_until = 0 WHERE id = ?', second)
  expect(await make(second)).toBe('completed')
  expect(await make(await nextJob())).toBe('completed')
  const ready = await exportOf(doctor, id)
  expect([ready.status, ready.done, ready.volumes.map(({ number }) => number)]).toEqual(['ready', 6, [1, 2, 3]])
  expect(ready.volumes[2]?.name).toMatch(/-3-de-3\.zip$/)

  const seen: string[] = []
  const paths: string[] = []
  for (const { number, url } of ready.volumes) {
    const manifest = number === 1 ? 'manifesto.json' : `manifesto-${number}.json`
    const unpacked = await unpack(await (await doctor.call('GET', url)).arrayBuffer(), manifest)
    seen.push(...patientFiles(unpacked).flatMap(({ consultations }) => consultations.map((visit) => visit.id)))
    expect(unpacked.text('LEIA-ME.txt')).toContain('(no volume 2, manifesto-2.json)')
    paths.push(...Object.keys(unpacked.files).filter((path) => path !== 'LEIA-ME.txt'))
  }
  expect(seen.sort()).toEqual([signed, remote, draft, ...more].sort())
  // Unpacked into one folder, none is written over another.
  expect(new Set(paths).size).toBe(paths.length)
})

test('what fails says so and is asked for again; what is taken back leaves nothing', async () => {
  const { doctor, rui } = await practice()
  const { id, jobId } = await waiting(doctor)
  const down = {
    list: env.FILES.list.bind(env.FILES),
    put: () => Promise.reject(new Error('R2')),
  } as unknown as R2Bucket
  for (let attempt = 1; attempt <= attemptsOf('data_export'); attempt++) await ring(jobId, attempt, { FILES: down })
  expect(await exportOf(doctor, id)).toMatchObject({
    status: 'failed',
    error: 'Não foi possível preparar a exportação. Peça de novo.',
    volumes: [],
  })
  const next = await waiting(doctor, rui)
  expect(next.created).toBe(true)
  const list = async (query: string) =>
    (await (await doctor.call('GET', `/api/data-exports${query}`)).json<{ items: { id: string }[] }>()).items
  expect((await list('')).map((one) => one.id)).toEqual([next.id, id])
  expect((await list('?patient_id=none')).map((one) => one.id)).toEqual([id])
  expect((await list(`?patient_id=${rui}`)).map((one) => one.id)).toEqual([next.id])

  expect((await doctor.call('DELETE', `/api/data-exports/${next.id}`)).status).toBe(200)
  await ring(next.jobId)
  expect(await exportOf(doctor, next.id)).toMatchObject({ status: 'expired', volumes: [] })
  expect(await filesOf(doctor)).toEqual([])
  expect((await waiting(doctor)).created).toBe(true)
})
