import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { enqueue } from '#workers/jobs/enqueue.ts'
import { newConsent, newConsultation, newJob, newPatient } from './clinic.ts'
import { newDoctor, startVisit, type TestDoctor } from './doctor.ts'
import { enterRoom, openStage } from './room-stage.ts'
import { countRows, execute, selectAll, selectOne } from './sql.ts'

const yes = answersFor('presencial')
const no = answersFor('presencial', new Set(['ai', 'recording']))

const say = async (response: Response) => {
  const { code, consent, fields } = await response.json<{ code?: string; consent?: object; fields?: object }>()
  return [response.status, code ?? consent, ...(fields ? [Object.keys(fields)] : [])]
}
const rows = (consultation: string) =>
  selectAll('SELECT * FROM consents WHERE consultation_id = ? ORDER BY seq', consultation)

/** The calls a doctor can make about one consultation's consent. */
const consentCalls = (doctor: TestDoctor, id: string) => ({
  answer: (answers: object, notice_version = currentNotice.version) =>
    doctor.call('POST', `/api/consultations/${id}/consents`, { notice_version, answers }),
  revoke: (body: object = {}) => doctor.call('POST', `/api/consultations/${id}/consents/revocation`, body),
  detail: async () => {
    const answer = await doctor.call('GET', `/api/consultations/${id}`)
    return (await answer.json<{ consultation: { consent: { state: string } | null } }>()).consultation.consent
  },
})

const start = async (doctor: TestDoctor, consultationType = 'presencial') =>
  startVisit(doctor, await newPatient(doctor), { consultationType })

test('[N3] [N5] [N6] asked, accepted, asked again, refused: rows are added, the last one counts', async () => {
  const doctor = await newDoctor()
  const id = await start(doctor)
  const { answer, detail } = consentCalls(doctor, id)
  expect(await detail()).toBeNull()

  expect(await say(await answer(yes, '2020-01'))).toEqual([409, 'notice_outdated'])
  expect(await say(await answer({ ...yes, telemedicine: 'accepted' }))).toEqual([
    400,
    'invalid_body',
    ['answers.telemedicine'],
  ])
  expect(await say(await answer({ ai: 'accepted' }))).toEqual([400, 'invalid_body', ['answers.recording']])
  expect(await rows(id)).toEqual([])

  const first = await answer(yes)
  const accepted = {
    state: 'accepted',
    answers: yes,
    notice_version: currentNotice.version,
    answered_at: expect.any(Number),
    revoked_at: null,
  }
  expect(await say(first)).toEqual([201, accepted])
  // Key order and repetition make no other answer.
  expect(await say(await answer({ recording: 'accepted', ai: 'accepted' }))).toEqual([200, await detail()])
  expect(await rows(id)).toHaveLength(1)

  expect(await say(await answer(no))).toEqual([201, { ...accepted, state: 'refused', answers: no }])
  expect(await say(await answer(yes))).toEqual([201, accepted])
  const storedRows = await rows(id)
  expect(storedRows.map(({ state }) => state)).toEqual(['accepted', 'refused', 'accepted'])
  expect(storedRows[0]).toMatchObject({ doctor_id: doctor.id, notice_sha256: currentNotice.sha256, discarded: '[]' })
  for (const sql of ["UPDATE consents SET state = 'accepted'", 'DELETE FROM consents'])
    await expect(execute(sql)).rejects.toThrow('append-only')

  type Lists = { open: { consent: unknown }[]; today: { consent: unknown }[] }
  const lists = await (await doctor.call('GET', '/api/consultations/open')).json<Lists>()
  expect([lists.open[0]?.consent, lists.today[0]?.consent]).toEqual([await detail(), await detail()])

  const remote = consentCalls(doctor, await start(doctor, 'telemedicina'))
  expect(await say(await remote.answer(yes))).toEqual([400, 'invalid_body', ['answers.telemedicine']])
  expect((await remote.answer(answersFor('telemedicina', new Set(['telemedicine'])))).status).toBe(201)
  expect(await remote.detail()).toMatchObject({ state: 'accepted', answers: { telemedicine: 'refused' } })
})

test('[N7] [N8] a revocation says what was thrown away, waits for a connection, and can be answered anew', async () => {
  const doctor = await newDoctor()
  const id = await start(doctor)
  const { answer, revoke, detail } = consentCalls(doctor, id)
  expect(await say(await revoke())).toEqual([409, 'consent_missing'])
  await answer(no)
  expect(await say(await revoke())).toEqual([200, await detail()])
  expect(await rows(id)).toHaveLength(1)

  await answer(yes)
  const late = { discarded: [{ take: 1, samples: 8_000 }], ago_ms: 3_600_000 }
  expect((await revoke(late)).status).toBe(200)
  const revoked = (await detail()) as { state: string; answered_at: number; revoked_at: number }
  expect(revoked.state).toBe('revoked')
  // An hour ago the patient had not accepted yet. With equal times the room could not tell which answer is later.
  expect(revoked.revoked_at).toBe(revoked.answered_at + 1)
  // The same telling again, and one that adds nothing.
  await revoke(late)
  await revoke()
  expect(await rows(id)).toHaveLength(3)
  await revoke({ discarded: [{ take: 2, samples: 4_000 }] })
  expect((await rows(id)).slice(2).map((row) => [row.state, row.discarded, row.revoked_at])).toEqual([
    ['revoked', '[{"take":1,"samples":8000}]', revoked.revoked_at],
    ['revoked', '[{"take":2,"samples":4000}]', revoked.revoked_at],
  ])

  expect((await answer(yes)).status).toBe(201)
  const again = (await detail()) as { state: string; answered_at: number; revoked_at: null }
  expect(again).toMatchObject({ state: 'accepted', revoked_at: null })
  expect(again.answered_at).toBeGreaterThan(revoked.revoked_at)
  // A device reports the revocation late: it is stored, and ends nothing.
  const report = { discarded: [{ take: 3, samples: 12_000 }], report: true }
  expect(await say(await revoke(report))).toEqual([200, again])
  expect(await say(await revoke({ report: true }))).toEqual([200, again])
  expect((await rows(id)).slice(5).map((row) => [row.state, row.discarded])).toEqual([
    ['accepted', '[{"take":3,"samples":12000}]'],
  ])
  expect(await detail()).toEqual(again)
  expect((await answer(yes)).status).toBe(200)
  await execute("UPDATE consultations SET status = 'completed', end_time = start_time WHERE id = ?", id)
  expect(await say(await answer(no))).toEqual([409, 'consultation_completed'])
  expect((await revoke()).status).toBe(200)
  expect(await detail()).toMatchObject({ state: 'revoked' })
  const found = await doctor.call('POST', '/api/consultations/search', {})
  expect(await found.json()).toMatchObject({ items: [{ consent: { state: 'revoked' } }] })
})

test('[N10] nothing is structured without consent, neither asked for nor in a job that waits', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const structure = (consultation_id: string) =>
    doctor.call('POST', '/api/v1/transcription/structure', { consultation_id, specialty: 'general' })
  const id = await newConsultation(doctor, patient)
  for (const state of ['refused', 'revoked']) {
    await newConsent(doctor, patient, id, { state })
    expect(await say(await structure(id))).toEqual([409, 'consent_refused'])
  }
  expect(await countRows('jobs WHERE subject_id = ?', id)).toBe(0)
  const unasked = await newConsultation(doctor, patient, { status: 'active' }, [['doctor', 'Bom dia.']])
  await execute("UPDATE consultations SET status = 'completed' WHERE id = ?", unasked)
  expect(await say(await structure(unasked))).toEqual([409, 'consent_missing'])

  const waiting = await newConsultation(doctor, patient)
  // The job exists, its message was not sent yet, and the patient withdraws.
  await newJob(doctor, waiting, { id: waiting, status: 'queued' })
  await consentCalls(doctor, waiting).revoke()
  await enqueue(env, 'structure', waiting)
  await expect
    .poll(() => selectOne('SELECT status, error FROM jobs WHERE id = ?', waiting), { timeout: 10_000 })
    .toEqual({ status: 'failed', error: 'consent_refused' })
})

test('[N9] the room hears every answer; what was said before anyone entered it hears at its door', async () => {
  const { doctor, id, enter } = await openStage(undefined, 'unasked')
  const { client, welcome } = await enter('a')
  expect(welcome).toMatchObject({ consent: 'unasked' })
  client.say({ type: 'toggle_transcription', action: 'start' })
  expect(await client.next('refused')).toMatchObject({ code: 'consent_missing' })
  const { answer, revoke } = consentCalls(doctor, id)
  await answer(yes)
  expect(await client.next('consent')).toMatchObject({ state: 'accepted' })
  client.say({ type: 'toggle_transcription', action: 'start' })
  const { take } = await client.next('recorder', (one) => one.recorder === 'you')
  await revoke({ discarded: [{ take: take ?? 0, samples: 16_000 }] })
  expect(await client.next('consent')).toMatchObject({ state: 'revoked' })
  await answer(yes)
  expect(await client.next('consent')).toMatchObject({ state: 'accepted' })

  const early = await start(doctor)
  await consentCalls(doctor, early).answer(no)
  expect((await enterRoom(doctor, early, 'a')).welcome).toMatchObject({ consent: 'refused' })
})
