import { expect, test } from 'vitest'
import { correctedTranscriptReply } from '#domain/consultation/contract.ts'
import { MOST_TYPED_LETTERS } from '#domain/consultation/limits.ts'
import { needsLook } from '#domain/record/record.ts'
import { textHash } from '#domain/record/text/text-hash.ts'
import { LINE_MAX, type TranscriptEntry } from '#domain/transcript/entry.ts'
import { actionsOf } from './audit-stage.ts'
import { dialogue, insert, newConsultation, newJob, newPatient, OPEN } from './clinic.ts'
import { codeOf, newDoctor, type TestDoctor } from './doctor.ts'
import { openRecordStage, PROVEN, sectionOf } from './record-stage.ts'
import { execute, selectAll, selectValue } from './sql.ts'

const edit = (id: string, text: string) => ({ type: 'edit_entry', id, text })
const speaker = (id: string, to: string | null) => ({ type: 'set_speaker', id, speaker: to })
const SWAP = { type: 'flip_speakers' }
const HEARD = dialogue[1]?.[1] ?? ''

const pathOf = (consultation: string) => `/api/consultations/${consultation}/transcript`
const refusal = async (doctor: TestDoctor, consultation: string, body: object) =>
  codeOf(await doctor.call('PATCH', pathOf(consultation), body))
async function correct(doctor: TestDoctor, consultation: string, body: object) {
  const answer = await doctor.call('PATCH', pathOf(consultation), body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return correctedTranscriptReply.parse(await answer.json())
}
async function linesOf(doctor: TestDoctor, consultation: string): Promise<TranscriptEntry[]> {
  const answer = await doctor.call('GET', `/api/consultations/${consultation}`)
  return (await answer.json<{ transcriptions: TranscriptEntry[] }>()).transcriptions
}
const corrections = async (doctor: TestDoctor) =>
  (await actionsOf(doctor.id)).filter((action) => action === 'transcript_corrected' || action === 'speakers_changed')
const wordsOf = (doctor: TestDoctor) =>
  selectAll<{ word: string }>('SELECT word FROM corrected_words WHERE doctor_id = ?', doctor.id)

test('[C58] a finished line is corrected with its original, and the sentences on it are checked again until the signature', async () => {
  const { doctor, consultation, calls } = await openRecordStage()
  const other = await newDoctor('Dr. Outro')
  const before = await calls.read()
  const hda = sectionOf(before, 'hda')
  expect(hda.sentences).toMatchObject([{ text: PROVEN, flags: [], evidence: [{ id: 'e1', hash: textHash(HEARD) }] }])

  const wrong = 'Estou com dor no joelho esquerdo desde a queda, Rui Glifage.'
  const first = await correct(doctor, consultation, edit('e1', wrong))
  expect(first.transcriptions).toMatchObject([{ id: 'e1', text: wrong, original: HEARD }])
  expect(first.transcriptions[0]).not.toHaveProperty('confidence')
  expect(first.rechecked).toMatchObject([{ section: hda.title, text: PROVEN }])
  const changed = first.record && sectionOf(first.record, 'hda')
  expect(changed?.content).toBe(hda.content)
  expect(changed?.sentences[0]?.evidence).toEqual(hda.sentences[0]?.evidence)
  expect(changed?.sentences.filter(needsLook)).toHaveLength(1)
  expect(first.record).toMatchObject({ revision: before.revision + 1, saved_at: null })
  expect((await linesOf(doctor, consultation))[1]).toMatchObject({ text: wrong, original: HEARD })
  // The record before is a version. Part of the patient's name joins no list.
  const versions = await selectAll<{ body: string }>(
    'SELECT body FROM record_versions WHERE consultation_id = ?',
    consultation,
  )
  expect(versions.map(({ body }) => JSON.parse(body).replaced_by)).toEqual(['transcript'])
  expect(await wordsOf(doctor)).toEqual(
    expect.arrayContaining([expect.objectContaining({ word: 'Glifage' }), expect.objectContaining({ word: 'joelho' })]),
  )
  expect(JSON.stringify(await wordsOf(doctor))).not.toContain('Rui')
  // The window that shows the earlier revision cannot sign it.
  expect(await calls.sign(before.revision)).toBe('record_changed')

  // Taken back, the line has no original and the sentence no finding. Corrections in a row make one version.
  const back = await correct(doctor, consultation, edit('e1', HEARD))
  expect(back.transcriptions[0]).not.toHaveProperty('original')
  expect(back.rechecked).toMatchObject([{ text: PROVEN, reasons: [] }])
  expect(await correct(doctor, consultation, edit('e1', HEARD))).toMatchObject({ transcriptions: [], rechecked: [] })
  expect(await selectValue('SELECT count(*) FROM record_versions WHERE consultation_id = ?', consultation)).toBe(1)

  const swapped = await correct(doctor, consultation, SWAP)
  expect(swapped.transcriptions).toHaveLength(dialogue.length)
  expect((await linesOf(doctor, consultation)).map((line) => line.speaker)).toEqual(
    dialogue.map(([who]) => (who === 'doctor' ? 'patient' : 'doctor')),
  )
  await correct(doctor, consultation, SWAP)
  await correct(doctor, consultation, speaker('e6', null))
  expect((await linesOf(doctor, consultation))[6]).not.toHaveProperty('speaker')
  expect(await corrections(doctor)).toEqual([
    ...['transcript_corrected', 'transcript_corrected'],
    ...['speakers_changed', 'speakers_changed', 'speakers_changed'],
  ])

  // Refused: for others, for a line that is not there, while a structuring runs, and after the signature.
  expect(await refusal(other, consultation, SWAP)).toEqual([404, 'consultation_not_found'])
  expect(await refusal(doctor, consultation, edit('e99', 'Nada.'))).toEqual([404, 'entry_not_found'])
  expect(await refusal(doctor, consultation, edit('e1', ' '))).toEqual([400, 'invalid_body'])
  const job = await newJob(doctor, consultation, { status: 'queued', updated_at: Date.now() })
  expect(await refusal(doctor, consultation, SWAP)).toEqual([409, 'structuring_under_way'])
  await execute("UPDATE jobs SET status = 'failed' WHERE id = ?", job)
  await calls.seeAll()
  expect(await calls.signNow()).toMatchObject({ signature: { kind: 'simples' } })
  const signed = await linesOf(doctor, consultation)
  for (const body of [edit('e1', wrong), speaker('e1', 'doctor'), SWAP])
    expect(await refusal(doctor, consultation, body)).toEqual([409, 'section_signed'])
  expect(await linesOf(doctor, consultation)).toEqual(signed)
  expect(await corrections(doctor)).toHaveLength(5)
})

test('corrections at once are all made, of one line, of speakers and beside a signature', async () => {
  const { doctor, consultation, calls } = await openRecordStage()
  const texts = ['Estou com tosse há dois dias.', 'Estou com tosse há três dias.']
  const before = await calls.read()
  await Promise.all([
    ...texts.map((text) => correct(doctor, consultation, edit('e1', text))),
    correct(doctor, consultation, edit('e3', 'Não, nenhuma.')),
    correct(doctor, consultation, speaker('e1', 'doctor')),
  ])
  const lines = await linesOf(doctor, consultation)
  expect(texts).toContain(lines[1]?.text)
  expect([lines[1]?.original, lines[1]?.speaker, lines[3]?.text]).toEqual([HEARD, 'doctor', 'Não, nenhuma.'])
  expect((await calls.read()).revision).toBe(before.revision + 4)

  await calls.seeAll()
  const { revision } = await calls.read()
  const [signed, late] = await Promise.all([
    calls.sign(revision),
    refusal(doctor, consultation, edit('e2', 'Sente falta de ar?')),
  ])
  const isSigned = typeof signed !== 'string'
  expect([isSigned ? 'signed' : signed, late[0]]).toEqual(isSigned ? ['signed', 409] : ['record_changed', 200])
})

test('without a record a line is corrected too; a running consultation and too many letters are refused', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const long = 'a'.repeat(LINE_MAX)
  const lines = Array.from({ length: MOST_TYPED_LETTERS / LINE_MAX + 2 }, (): (typeof dialogue)[number] => [
    'doctor',
    'ah',
  ])
  const consultation = await newConsultation(doctor, patient, {}, lines)
  await execute(
    "UPDATE transcript_entries SET original = 'oh', text = ? WHERE consultation_id = ? AND id <> 'e9'",
    ...[long, consultation],
  )
  expect(await refusal(doctor, consultation, edit('e9', long))).toEqual([422, 'transcript_too_long'])
  const id = 'typed-00000000-0000-4000-8000-000000000001'
  await insert('transcript_entries', {
    ...{
      consultation_id: consultation,
      id,
      doctor_id: doctor.id,
      position: 99,
      text: 'usa glifagi',
      speaker: 'doctor',
    },
    ...{ timestamp: 1, start_ms: 1, end_ms: 1 },
  })
  // A typed line is the doctor's own: it has an original now, and corrects no recogniser.
  expect(await correct(doctor, consultation, edit(id, 'Glifage'))).toMatchObject({
    transcriptions: [{ text: 'Glifage', original: 'usa glifagi' }],
    record: null,
  })
  expect(await wordsOf(doctor)).toEqual([])
  const running = await newConsultation(doctor, patient, OPEN)
  expect(await refusal(doctor, running, SWAP)).toEqual([409, 'transcript_live'])
})
