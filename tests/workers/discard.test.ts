import { expect, test } from 'vitest'
import { newDoctor } from './doctor.ts'
import { connect, openStage, speak, transcribed } from './room-stage.ts'
import { countRows, execute } from './sql.ts'

const refusal = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]
const openOf = async (doctor: { call: (method: string, path: string) => Promise<Response> }) =>
  (await (await doctor.call('GET', '/api/consultations/open')).json<{ open: { id: string }[] }>()).open.map(
    ({ id }) => id,
  )

test('[C50] discards a consultation in which nothing was said, with its consent; the room stays closed', async () => {
  const { doctor, id, enter, inRoom } = await openStage()
  const { client } = await enter('a')
  const path = `/api/consultations/${id}`
  expect(await refusal(await (await newDoctor()).call('DELETE', path))).toEqual([404, 'consultation_not_found'])
  const answer = await doctor.call('DELETE', path)
  expect([answer.status, await answer.json()]).toEqual([200, { outcome: 'discarded' }])
  await client.closed
  expect(await openOf(doctor)).toEqual([])
  expect(await countRows('consultations WHERE id = ?', id)).toBe(0)
  expect(await countRows('consents WHERE consultation_id = ?', id)).toBe(0)
  expect(await countRows("audit_log WHERE subject_id = ? AND action = 'consultation_discarded'", id)).toBe(1)
  expect(
    await inRoom((_, state) => [...state.storage.sql.exec("SELECT key FROM meta WHERE key <> 'tombstone'")]),
  ).toEqual([])
  expect(await refusal(await doctor.call('DELETE', path))).toEqual([404, 'consultation_not_found'])
})

test('[C50] discards a consultation whose sound had no words; not while it records or has unread sound', async () => {
  const { doctor, id, engine, recorder, inRoom } = await openStage()
  engine.mood = 'empty'
  const { client, take } = await recorder()
  const discard = async () => refusal(await doctor.call('DELETE', `/api/consultations/${id}`))
  await speak(client, take, 0, 2)
  await transcribed(client, 2)
  // It still records: the next word may be on its way.
  expect(await discard()).toEqual([409, 'consultation_not_empty'])
  client.say({ type: 'toggle_transcription', action: 'stop' })
  await client.next('recorder', (message) => message.recorder === 'none')
  expect(await discard()).toEqual([200, undefined])
  await client.closed
  expect(await inRoom((_, state) => [...state.storage.sql.exec('SELECT name FROM sqlite_master')].length)).toBeLessThan(
    4,
  )
  expect(await countRows('consultations WHERE id = ?', id)).toBe(0)
  expect(await countRows("audit_log WHERE subject_id = ? AND action = 'consultation_discarded'", id)).toBe(1)
})

test('[C50] discards nothing once there is a line or unread sound; a discard that broke off can be repeated', async () => {
  const typed = await openStage()
  const { client } = await typed.enter('a')
  client.say({
    type: 'write_entry',
    id: `typed-${crypto.randomUUID()}`,
    text: 'Bom dia.',
    speaker: 'doctor',
    ago_ms: 0,
  })
  await client.next('transcription_update')
  const discard = ({ doctor, id }: Pick<typeof typed, 'doctor' | 'id'>) =>
    doctor.call('DELETE', `/api/consultations/${id}`)
  expect(await refusal(await discard(typed))).toEqual([409, 'consultation_not_empty'])
  expect(await openOf(typed.doctor)).toEqual([typed.id])

  const spoken = await openStage()
  const recorder = await spoken.recorder()
  await speak(recorder.client, recorder.take, 0, 1)
  expect(await refusal(await discard(spoken))).toEqual([409, 'consultation_not_empty'])
  await execute("UPDATE consultations SET status = 'completed' WHERE id = ?", spoken.id)
  await expect(execute("UPDATE consultations SET status = 'discarded' WHERE id = ?", spoken.id)).rejects.toThrow(
    /silence|without a line/,
  )

  // The room erased itself, and the call to D1 was lost.
  const broken = await openStage()
  await broken.inRoom((room) => room.erase(true))
  expect((await discard(broken)).status).toBe(200)
  expect(await openOf(broken.doctor)).toEqual([])
  expect(await connect(broken.doctor, broken.id).catch((error: Error) => error.message)).toBe('no socket: 404')
})
