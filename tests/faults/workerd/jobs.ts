import { pause, until } from '#tests/testkit/until.ts'
import { nothingWrong } from '../fault.ts'
import type { NodeScenario } from './scenarios.ts'

/** The same message three times, one for a missing job, and one that cannot be parsed. */
export const jobsRungTwice: NodeScenario = async (consultation) => {
  const { workerd } = consultation.clinic
  const { doctor } = consultation
  const screen = await consultation.recorder(12)
  const measure = await screen.finished()
  // The test engine's words tell no clinical thing: nothing could be structured from them.
  const spokenText = 'Estou com tosse seca e febre há quatro dias.'
  await workerd.rows(
    "UPDATE transcript_entries SET text = ?, speaker = 'patient', words = NULL WHERE consultation_id = ?",
    spokenText,
    consultation.id,
  )
  await workerd.control('bells', { bodies: [{ v: 99, nonsense: true }, 'poison'] })
  const body = { consultation_id: consultation.id, specialty: 'general' }
  const answer = await doctor.call('POST', '/api/v1/transcription/structure', body)
  if (answer.status > 202) measure.faults.push(`structuring was answered with ${answer.status}`)
  const jobs = () =>
    workerd.rows<{ id: string; status: string }>(
      "SELECT id, status FROM jobs WHERE subject_id = ? AND kind = 'structure'",
      consultation.id,
    )
  const bells = (await jobs()).flatMap(({ id }) => Array.from({ length: 3 }, () => ({ v: 1, kind: 'structure', id })))
  await workerd.control('bells', { bodies: [...bells, { v: 1, kind: 'structure', id: crypto.randomUUID() }] })
  const isDone = async () => (await jobs()).every((job) => job.status === 'completed' || job.status === 'failed')
  await until('the job is done', isDone, 60_000)
  for (const job of await jobs()) if (job.status !== 'completed') measure.faults.push(`the job is ${job.status}`)
  await pause(2_000)
  const records = await workerd.rows('SELECT id FROM records WHERE consultation_id = ?', consultation.id)
  if ((await jobs()).length !== 1) measure.faults.push('the same work stands twice')
  if (records.length !== 1) measure.faults.push(`${records.length} records`)
  return measure
}

/** kill -9 while a PDF job runs, twice: it fails where the doctor sees it, and never runs a third time. */
export const jobKillsWorker: NodeScenario = async ({ clinic: { workerd, doctor } }) => {
  const measure = nothingWrong(1)
  const expectThat = (what: string, isTrue: boolean) => {
    if (!isTrue) measure.faults.push(what)
  }
  const [record] = await workerd.rows<{ id: string }>('SELECT consultation_id AS id FROM records LIMIT 1')
  const hold = (on: boolean | null) => workerd.control<{ waiting: number }>('files', { hold: on })
  const jobOf = async () => {
    const sql = "SELECT id, status, attempts, deaths FROM jobs WHERE kind = 'pdf' ORDER BY created_at DESC LIMIT 1"
    return (await workerd.rows<{ id: string; status: string; attempts: number; deaths: number }>(sql))[0]
  }
  const leaseEnds = () => workerd.rows("UPDATE jobs SET lease_until = 0 WHERE kind = 'pdf' AND status = 'running'")
  const isRunning = async () => (await hold(null)).waiting > 0

  await hold(true)
  const exported = await doctor.call<{ export_id: string }>('POST', '/api/v1/transcription/export/pdf', {
    consultation_id: record?.id,
  })
  expectThat(`the export was answered with ${exported.status}`, exported.status === 202)
  await until('the job runs', isRunning, 30_000)
  await workerd.kill()
  await hold(true)
  await leaseEnds()
  await workerd.control('sweep')
  await until('the job runs again', isRunning, 30_000)
  await workerd.kill()
  await hold(true)
  await leaseEnds()
  await workerd.control('sweep')

  const path = `/api/v1/transcription/export/pdf/${exported.body.export_id}`
  const shown = await doctor.call<{ status: string; error: string }>('GET', path)
  const { status, error } = shown.body
  expectThat(
    `the doctor reads: ${status}, ${error}`,
    status === 'failed' && /^Não foi possível gerar o PDF/.test(error),
  )
  const job = await jobOf()
  await workerd.control('bells', { bodies: Array.from({ length: 2 }, () => ({ v: 1, kind: 'pdf', id: job?.id })) })
  await workerd.control('sweep')
  // Another job takes longer than those bells are on their way.
  await hold(false)
  await doctor.call('POST', '/api/v1/transcription/export/pdf', { consultation_id: record?.id })
  await until('another export completes', async () => (await jobOf())?.status === 'completed', 30_000)
  const sql = 'SELECT status, attempts FROM jobs WHERE id = ?'
  const [after] = await workerd.rows<{ status: string; attempts: number }>(sql, job?.id)
  expectThat(`the job is ${JSON.stringify(after)}`, after?.status === 'failed' && after.attempts === 2)
  return measure
}
