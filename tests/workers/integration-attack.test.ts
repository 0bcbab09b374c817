import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { endUnsent } from '#db/queries/delivery.ts'
import { claimJob } from '#db/queries/job.ts'
import { refusalOf } from './doctor.ts'
import { newReceiver, openIntegrationStage } from './integration-stage.ts'
import { countRows, execute, selectValue } from './sql.ts'

const signed = { events: ['record.signed'] }
const db = openDatabase(env.DB)

/** A paused webhook for which deliveries of the stage's consultation wait. */
async function openPaused(count: number) {
  const stage = await openIntegrationStage()
  const { doctor, consultation, save } = stage
  const hook = newReceiver()
  await save('webhook', { address: hook.address, ...signed })
  await execute('UPDATE integrations SET paused_at = 1 WHERE doctor_id = ?', doctor.id)
  await execute(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
      INSERT INTO deliveries (id, doctor_id, kind, event, consultation_id, state, attempts, created_at)
      SELECT printf('%s-0000-4000-8000-%012d', substr(?1, 1, 8), i), ?1, 'webhook', 'record.signed', ?2, 'waiting', 0, ?4 + i FROM n`,
    ...[doctor.id, consultation, count, Date.now()],
  )
  const ofState = (state: string) => countRows('deliveries WHERE doctor_id = ? AND state = ?', doctor.id, state)
  const jobs = () => countRows("jobs WHERE doctor_id = ? AND kind = 'delivery'", doctor.id)
  return { ...stage, hook, ofState, jobs }
}

test('two clicks on resume send each waiting delivery once, and leave none behind', async () => {
  const { post, ofState, jobs } = await openPaused(601)
  const answers = await Promise.all([1, 2].map(() => post('integrations/webhook/resume')))
  const resumed = await Promise.all(answers.map(async (one) => (await one.json<{ resumed: number }>()).resumed))
  expect([resumed.sort(), await ofState('waiting'), await ofState('pending'), await jobs()]).toEqual([
    [0, 601],
    0,
    601,
    601,
  ])
})

test('another address ends the pause, and gets what waited', async () => {
  const { save, ofState, jobs, bells } = await openPaused(2)
  await save('webhook', { address: newReceiver().address, ...signed })
  expect([await ofState('waiting'), await ofState('pending'), await jobs(), bells.length]).toEqual([0, 2, 2, 2])
})

test('a worker that saw the pause does not put a delivery aside after the doctor has resumed it', async () => {
  const { doctor, post, ofState } = await openPaused(1)
  await post('integrations/webhook/resume')
  const jobId =
    (await selectValue<string>("SELECT id FROM jobs WHERE doctor_id = ? AND kind = 'delivery'", doctor.id)) ?? ''
  const job = await claimJob(db, jobId, Date.now())
  if (!job) throw new Error('no job')
  expect(await endUnsent(db, { ...job, doctor_id: doctor.id }, Date.now())).toBe(false)
  expect([await ofState('waiting'), await ofState('pending')]).toEqual([0, 1])
})

test('the token of one receiver is not sent to another host', async () => {
  const { save, post } = await openIntegrationStage('clinica_month')
  const [own, foreign] = [newReceiver(), newReceiver()]
  const token = 'ficha-do-prontuario'
  await save('fhir', { address: own.address, ...signed, token })
  const other = foreign.address.replace('127.0.0.1', 'localhost')
  expect(await refusalOf(await save('fhir', { address: other, ...signed }))).toEqual([
    400,
    'invalid_body',
    { token: expect.stringContaining('outro') },
  ])
  expect((await save('fhir', { address: `${own.address}?x=1`, ...signed })).status).toBe(200)
  expect((await save('fhir', { address: other, ...signed, token: '' })).status).toBe(200)
  await post('integrations/fhir/test')
  const [received] = await foreign.received()
  expect(received?.headers.authorization).toBeUndefined()
})
