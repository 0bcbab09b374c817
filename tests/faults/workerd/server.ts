import { nothingWrong } from '../measure.ts'
import { between, randomFrom } from '../random.ts'
import { pause, until } from './device.ts'
import { inConsultation, repeated, type Scenario } from './scenario.ts'

/** kill -9 in the middle of the stream, again and again. */
export const killed: Scenario = inConsultation(async (consultation, { seed, short }) => {
  const random = randomFrom(seed)
  const device = await consultation.recorder()
  const kills = short ? 10 : 100
  for (let i = 0; i < kills; i++) {
    const enough = device.keepSpeaking(3)
    await pause(between(random, 50, 700))
    await consultation.clinic.workerd.kill()
    await consultation.recovered(device)
    await enough()
    if (i % 10 === 9) await consultation.compareStored()
  }
  await device.drained(240_000)
  await consultation.compareStored()
  const measure = consultation.measure(await consultation.finish(240_000))
  return { ...measure, runs: kills }
})

/** A deploy ends every object: memory gone, sockets broken. */
export const deployed: Scenario = inConsultation(async (consultation, { seed, short }) => {
  const random = randomFrom(seed)
  const device = await consultation.recorder()
  const times = short ? 2 : 10
  for (let i = 0; i < times; i++) {
    const enough = device.keepSpeaking(10)
    await pause(between(random, 100, 1_500))
    await consultation.clinic.workerd.control(`abort/${consultation.id}`)
    await consultation.recovered(device)
    await enough()
  }
  await device.drained()
  await consultation.compareStored()
  return { ...consultation.measure(await consultation.finish()), runs: times }
})

/** In a pause the engine's socket closes after a minute, and the room sleeps; then everything goes on. */
export const asleep: Scenario = inConsultation(async (consultation) => {
  const device = await consultation.recorder()
  await device.speak(20, 1.2)
  device.page.press()
  const before = consultation.clinic.engine.handshakes.length
  await pause(75_000)
  device.page.press()
  const enough = device.keepSpeaking(1.2)
  await consultation.recovered(device)
  await enough()
  await device.drained()
  await consultation.compareStored()
  const measure = consultation.measure(await consultation.finish())
  if (consultation.clinic.engine.handshakes.length <= before) measure.faults.push('the engine was not opened anew')
  return measure
})

/** First three of ten questions to D1 fail, at the door too; then all of them, just when the consultation ends. */
export const databaseFails: Scenario = repeated(
  2,
  inConsultation(async (consultation, { seed, short }) => {
    const { workerd } = consultation.clinic
    const device = await consultation.recorder()
    await workerd.control('database', { share: 0.3, seed })
    for (let i = 0; i < 3; i++) {
      const enough = device.keepSpeaking(10)
      await pause(1_000)
      device.proxy.reset()
      await consultation.recovered(device)
      await enough()
    }
    await device.drained()
    await consultation.compareStored()
    await workerd.control('database', { share: 1, seed })
    device.page.finish()
    await pause(short ? 10_000 : 60_000)
    const rows = await workerd.rows<{ n: number }>(
      'SELECT count(*) AS n FROM transcript_entries WHERE consultation_id = ?',
      consultation.id,
    )
    const half = (rows[0]?.n ?? 0) > 0 && !(await consultation.isCompleted())
    await workerd.control('database', { share: 0, seed })
    const measure = consultation.measure(await consultation.completed(180_000))
    if (half) measure.faults.push('half a record stood in D1')
    return measure
  }),
)

/** The same message three times, one for a missing job, and one that cannot be parsed. */
export const jobsRungTwice: Scenario = inConsultation(async (consultation) => {
  const { workerd, doctor } = consultation.clinic
  const device = await consultation.recorder()
  await device.speak(40, 10)
  await device.drained()
  const words = await consultation.finish()
  const measure = consultation.measure(words)
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
})

/** kill -9 while a PDF job runs, twice: it fails where the doctor sees it, and never runs a third time. */
export const jobKillsWorker: Scenario = async ({ workerd, doctor }) => {
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
