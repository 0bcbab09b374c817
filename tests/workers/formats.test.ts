import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { messageOf } from '#domain/errors.ts'
import { type FileSubject, type FormatId, formatIds, formats, formatsOf } from '#domain/formats/format.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import { subscribe } from './billing.ts'
import { codeOf, newDoctor, startVisit, type TestDoctor } from './doctor.ts'
import { openRecordStage, UNPROVEN } from './record-stage.ts'
import { execute, selectAll } from './sql.ts'
// Loaded late by the export; see tests/workers/printing.ts.
import '#workers/formats/docx.ts'
import './printing.ts'

const exporter = (doctor: TestDoctor, consultation: string) => (format: string) =>
  doctor.call('GET', `/api/v1/transcription/records/${consultation}/export/${format}`)
const exportsOf = (doctor: TestDoctor) =>
  selectAll<{ subject_kind: string; subject_id: string }>(
    "SELECT subject_kind, subject_id FROM audit_log WHERE doctor_id = ? AND action = 'record_exported'",
    doctor.id,
  )
const paid: FormatId[] = ['docx', 'html', 'md', 'json', 'fhir']
const DRAFT = /rascunho, não assinado/i

/** The text of a file; of a Word document, that of its body and its header. Lines of a PDF are joined. */
async function readFile(format: FormatId, answer: Response): Promise<string> {
  if (format === 'pdf')
    return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text.join(' ').replace(/\s+/g, ' ')
  if (format !== 'docx') return answer.text()
  const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(parts['[Content_Types].xml']).toBeDefined()
  const names = Object.keys(parts).filter((name) => /^word\/(document|header\d*)\.xml$/.test(name))
  return names.map((name) => strFromU8(parts[name] as Uint8Array)).join('\n')
}

test('a record leaves in every format of its plan, named after the patient, for its owner only, and leaves a trace', async () => {
  const { doctor, consultation, calls } = await openRecordStage({}, 'Dra. Inês Conceição')
  const other = await newDoctor()
  const get = exporter(doctor, consultation)

  // Free: text alone, and the refusal names the plans.
  const text = await get('txt')
  expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const free = await text.text()
  expect(free).toMatch(DRAFT)
  expect(free).toContain(UNPROVEN)
  for (const format of paid) {
    const refused = await get(format)
    expect([format, refused.status, await refused.json()]).toEqual([
      format,
      402,
      { code: 'format_needs_plan', error: messageOf('format_needs_plan') },
    ])
  }
  expect(await exportsOf(doctor)).toHaveLength(1)
  for (const wrong of ['pdf', 'exe', '..%2Ftxt']) expect((await get(wrong)).status).toBe(404)
  expect(await codeOf(await exporter(doctor, 'no-id')('txt'))).toEqual([404, 'record_not_found'])

  await subscribe(doctor, 'pro_month', 'none')
  for (const format of formatsOf.record) {
    const answer = await get(format)
    expect([format, answer.status, answer.headers.get('content-type')]).toEqual([format, 200, formats[format].type])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="consulta.${formats[format].extension}"; filename*=UTF-8''consulta-Rui-Barbosa-Neto-2026-11-20.${formats[format].extension}`,
    )
    const content = await readFile(format, answer)
    expect([format, DRAFT.test(content)]).toEqual([format, true])
    for (const said of ['Rui Barbosa Neto', '123456/SP', UNPROVEN])
      expect([format, content]).toContainEqual(expect.stringContaining(said))
    expect([format, (await exporter(other, consultation)(format)).status]).toEqual([format, 404])
  }
  expect(await exportsOf(doctor)).toEqual(
    Array.from({ length: 1 + formatsOf.record.length }, () => ({
      subject_kind: 'consultation',
      subject_id: consultation,
    })),
  )
  expect(await exportsOf(other)).toEqual([])

  await calls.seeAll()
  await calls.signNow()
  await calls.add('Radiografia sem alterações.')
  for (const format of formatsOf.record) {
    const content = await readFile(format, await get(format))
    expect([format, DRAFT.test(content)]).toEqual([format, false])
    expect([format, content]).toContainEqual(expect.stringMatching(/SHA-256 do conteúdo assinado: [0-9a-f]{64}/))
    expect([format, content]).toContainEqual(expect.stringContaining('Radiografia sem alterações.'))
  }
  const word = await readFile('docx', await get('docx'))
  expect(word.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(1)
  expect(word.match(/<w:pStyle w:val="Heading2"\/>/g)?.length).toBeGreaterThanOrEqual(4)
  const bundle = await (await get('fhir')).json<{ entry: { resource: { resourceType: string; status?: string } }[] }>()
  expect(bundle.entry[0]?.resource).toMatchObject({ resourceType: 'Composition', status: 'amended' })
  expect(bundle.entry.some(({ resource }) => resource.resourceType === 'Provenance')).toBe(true)

  // The content no longer matches its signature: no format leaves, as no PDF does.
  const before = (await exportsOf(doctor)).length
  await execute('DROP TRIGGER signed_sections_no_update')
  await execute("UPDATE record_sections SET content = 'Outra coisa.' WHERE key = 'hda' AND doctor_id = ?", doctor.id)
  for (const format of formatsOf.record) expect(await codeOf(await get(format))).toEqual([409, 'signature_broken'])
  expect(await exportsOf(doctor)).toHaveLength(before)
})

test('a consultation, a patient and a document leave in their formats, for their owner only', async () => {
  const { doctor, consultation, calls } = await openRecordStage({}, 'Dra. Inês Conceição')
  const other = await newDoctor()
  const [row] = await selectAll<{ patient_id: string }>(
    'SELECT patient_id FROM consultations WHERE id = ?',
    consultation,
  )
  const patient = row?.patient_id ?? ''
  // Free: PDF and text of everything, and no other format.
  for (const path of [`/api/consultations/${consultation}`, `/api/patients/${patient}`])
    for (const [format, status] of [
      ['pdf', 200],
      ['txt', 200],
      ['docx', 402],
      ['json', 402],
    ] as const)
      expect([path, format, (await doctor.call('GET', `${path}/export/${format}`)).status]).toEqual([
        path,
        format,
        status,
      ])
  await subscribe(doctor, 'clinica_month', 'none')
  await subscribe(other, 'pro_month', 'none')
  const unsigned = await doctor.call('GET', `/api/patients/${patient}/export/txt`)
  expect(await unsigned.text()).toContain('com 0 registros assinados')
  await calls.seeAll()
  await calls.signNow()
  const attended = {
    kind: 'attendance',
    fields: { date: '20/11/2026', from: '10:00', to: '10:20' },
    medicines: [],
    cid_authorised: false,
  }
  const document = crypto.randomUUID()
  const issued = await doctor.call('POST', `/api/consultations/${consultation}/documents`, {
    id: document,
    ...attended,
  })
  expect(issued.status).toBe(201)

  const subjects = {
    consultation: { path: `/api/consultations/${consultation}`, words: ['Rui Barbosa Neto', UNPROVEN, 'Paciente'] },
    patient: { path: `/api/patients/${patient}`, words: ['Rui Barbosa Neto', UNPROVEN, 'Dra. Inês Conceição'] },
    document: { path: `/api/documents/${document}`, words: ['Rui Barbosa Neto', '20/11/2026', '10:20'] },
  } as const
  for (const [subject, { path, words }] of Object.entries(subjects))
    for (const format of formatIds) {
      const answer = await doctor.call('GET', `${path}/export/${format}`)
      const isOffered = (formatsOf[subject as FileSubject] as readonly FormatId[]).includes(format)
      expect([subject, format, answer.status]).toEqual([subject, format, isOffered ? 200 : 404])
      if (!isOffered) continue
      const content = await readFile(format, answer)
      for (const word of words) expect([subject, format, content]).toContainEqual(expect.stringContaining(word))
      expect((await other.call('GET', `${path}/export/${format}`)).status).toBe(404)
    }

  // A running consultation has its lines in its room: it leaves after its end.
  const running = await startVisit(doctor, patient)
  expect(await codeOf(await doctor.call('GET', `/api/consultations/${running}/export/txt`))).toEqual([
    409,
    'consultation_running',
  ])
  // A record that no longer fits its signature is named, and its text stays here.
  await execute('DROP TRIGGER IF EXISTS signed_sections_no_update')
  await execute("UPDATE record_sections SET content = 'Outra coisa.' WHERE key = 'hda' AND doctor_id = ?", doctor.id)
  expect(await codeOf(await doctor.call('GET', `/api/consultations/${consultation}/export/txt`))).toEqual([
    409,
    'signature_broken',
  ])
  const text = await (await doctor.call('GET', `/api/patients/${patient}/export/txt`)).text()
  expect(text).toContain('a assinatura dele não confere')
  expect(text).not.toContain('Outra coisa.')
})
