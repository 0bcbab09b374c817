import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test } from 'vitest'
import { RoomClient } from '#tests/testkit/room/room-client.ts'
import type { ConsultationRoom } from '#workers/room/room.ts'
import { newPatient } from './clinic.ts'
import { fetchWorker, linkTo, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'

const WITHIN_MS = 1_000

async function runningConsultation(doctor: TestDoctor): Promise<string> {
  const patientId = await newPatient(doctor)
  const started = await doctor.call('POST', '/api/consultations', { patientId })
  return (await started.json<{ consultation: { id: string } }>()).consultation.id
}
const knock = (id: string, headers: Record<string, string>) =>
  fetchWorker(`/api/consultations/${id}/room`, { headers: { upgrade: 'websocket', ...headers } })

async function enter(id: string, headers: Record<string, string>): Promise<RoomClient> {
  const answer = await knock(id, headers)
  if (!answer.webSocket) throw new Error(`no socket: ${answer.status}`)
  const client = new RoomClient(answer.webSocket)
  client.say({ type: 'hello', version: 1 })
  await client.next('welcome')
  onTestFinished(() => client.close())
  return client
}
const refusal = async (answer: Response) => [answer.status, (await answer.json<{ code: string }>()).code]
const tokenOf = (doctor: TestDoctor) => decodeURIComponent(doctor.cookie.split('=')[1] ?? '')

test('the door of a room: our own origin, a session that counts, the doctor’s own consultation, or nothing', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const id = await runningConsultation(doctor)
  const cookie = doctor.cookie
  for (const origin of [
    undefined,
    '',
    'null',
    'https://outro.example',
    `${ORIGIN}.outro.example`,
    `${ORIGIN}:81`,
    'file://',
  ])
    expect([origin, await refusal(await knock(id, { cookie, ...(origin !== undefined && { origin }) }))]).toEqual([
      origin,
      [403, 'foreign_origin'],
    ])

  const origin = ORIGIN
  expect(await refusal(await knock(id, { origin }))).toEqual([401, 'not_signed_in'])
  const [name = '', value = ''] = cookie.split('=')
  const token = tokenOf(doctor)
  const [bare = ''] = token.split('.')
  const forged = [
    `${name}=`,
    `${name}=${bare}`,
    `${name}=${value.slice(0, -8)}AAAAAA%3D`,
    `${name.replace('__Host-', '')}=${value}`,
    cookie.replace('__Host-', '__Secure-'),
  ]
  for (const one of forged) expect([one, (await knock(id, { origin, cookie: one })).status]).toEqual([one, 401])
  for (const authorization of [
    `Bearer ${bare}`,
    `Bearer ${bare}.`,
    `Bearer ${token.slice(0, -6)}AAAAA=`,
    'Bearer ',
    `Basic ${btoa(token)}`,
  ])
    expect([authorization, (await knock(id, { origin, authorization })).status]).toEqual([authorization, 401])

  expect(await refusal(await knock(id, { origin, cookie: other.cookie }))).toEqual([404, 'consultation_not_found'])
  expect(await refusal(await knock(crypto.randomUUID(), { origin, cookie }))).toEqual([404, 'consultation_not_found'])
  expect(await refusal(await fetchWorker(`/api/consultations/${id}/room`, { headers: { origin, cookie } }))).toEqual([
    426,
    'upgrade_required',
  ])
  // A visitor cannot forge the header that the Worker adds for the room.
  const liar = { 'x-relato-visitor': JSON.stringify({ doctorId: doctor.id, sessionId: 'x', consultationId: id }) }
  expect((await knock(id, { origin, cookie: other.cookie, ...liar })).status).toBe(404)

  // A program's signed bearer from our own origin, and the cookie: both may connect.
  await enter(id, { origin, cookie })
  await enter(id, { origin, authorization: `Bearer ${token}` })

  for (const over of [
    'UPDATE session SET expires_at = 1 WHERE user_id = ?',
    'UPDATE session SET created_at = 1 WHERE user_id = ?',
    'DELETE FROM session WHERE user_id = ?',
  ]) {
    const late = await doctor.again()
    await env.DB.prepare(over).bind(doctor.id).run()
    expect([over, await refusal(await knock(id, { origin, cookie: late.cookie }))]).toEqual([
      over,
      [401, 'not_signed_in'],
    ])
  }
})

/** Every way in which a session ends while its socket is open; `keeps`: whose socket must stay. */
const endings: Record<string, (doctor: TestDoctor, cut: TestDoctor) => Promise<unknown>> = {
  'signing out': (_, cut) => cut.call('POST', '/api/auth/sign-out', {}),
  'ended from another device': async (doctor) => {
    const { sessions } = await (await doctor.call('GET', '/api/security')).json<{
      sessions: { id: string; current: boolean }[]
    }>()
    return doctor.call('DELETE', `/api/sessions/${sessions.find(({ current }) => !current)?.id}`)
  },
  'all others ended': (doctor) => doctor.call('DELETE', '/api/sessions'),
  'the password changed elsewhere': (doctor) =>
    doctor.call('PUT', '/api/password', { currentPassword: 'segredo1', newPassword: 'Relato#2026' }),
  'the password recovered by mail': async (doctor) => {
    const email = await env.DB.prepare('SELECT email FROM user WHERE id = ?').bind(doctor.id).first<string>('email')
    await doctor.call('POST', '/api/recovery', { email })
    const token = await env.DB.prepare(
      "SELECT substr(identifier, 16) AS token FROM verification WHERE identifier LIKE 'reset-password:%' AND value = ?",
    )
      .bind(doctor.id)
      .first<string>('token')
    const cookie = `__Host-relato-recovery=${token}`
    return doctor.call('PUT', '/api/recovery', { newPassword: 'Relato#2026' }, { cookie })
  },
  'seven days': async (_, cut) => {
    await env.DB.prepare('UPDATE session SET created_at = created_at - 8 * 86400000').run()
    return cut.call('GET', '/api/session')
  },
}

for (const [name, end] of Object.entries(endings))
  test(`a room's socket is cut within a second: ${name}`, async () => {
    const [doctor, stranger] = [await newDoctor(), await newDoctor('Dr. Outro')]
    const cut = await doctor.again()
    const [id, foreign] = [await runningConsultation(doctor), await runningConsultation(stranger)]
    const socket = await enter(id, { origin: ORIGIN, cookie: cut.cookie })
    const entered = await enter(foreign, { origin: ORIGIN, cookie: stranger.cookie })
    const answer = (await end(doctor, cut)) as Response
    const answered = performance.now()
    expect(answer.status).toBeLessThan(402)
    expect(await socket.closed).toBe(4002)
    expect(performance.now() - answered).toBeLessThan(WITHIN_MS)
    entered.say({ type: 'hello', version: 1 })
    await entered.next('welcome')
  })

test('the room of a finished consultation is left too, within a second: signed out, and the account closed', async () => {
  const doctor = await newDoctor()
  const [away, id] = [await doctor.again(), await runningConsultation(doctor)]
  const [left, closing] = [
    await enter(id, { origin: ORIGIN, cookie: away.cookie }),
    await enter(id, { origin: ORIGIN, cookie: doctor.cookie }),
  ]
  closing.say({ type: 'finish', takes: [] })
  await left.next('consultation', ({ status }) => status === 'completed')
  const within = async (client: RoomClient, answer: Response) => {
    const answered = performance.now()
    expect([answer.status, await client.closed]).toEqual([200, 4002])
    expect(performance.now() - answered).toBeLessThan(WITHIN_MS)
  }
  await within(left, await away.call('POST', '/api/auth/sign-out', {}))
  const confirmation = { password: 'segredo1', code: null }
  await within(closing, await doctor.call('POST', '/api/account/closing', { confirmation }))
})

/** Runs the room's alarm now. Returns the time it was set to. */
const ringAlarm = (id: string) =>
  runInDurableObject(env.ROOM.getByName(id), async (room: ConsultationRoom, state) => {
    const scheduledTime = (await state.storage.getAlarm()) ?? 0
    await state.storage.deleteAlarm()
    room.alarm({ scheduledTime, isRetry: false, retryCount: 0 })
    return scheduledTime
  })

test('[C41] a completed room asks for a renewal; once it has lost its doctor it closes the socket', async () => {
  const doctor = await newDoctor()
  const id = await runningConsultation(doctor)
  const end = Date.now() + 55 * 60_000
  const expireAt = (at: number) =>
    env.DB.prepare('UPDATE session SET expires_at = ? WHERE user_id = ?').bind(at, doctor.id).run()
  await expireAt(end)
  const page = await enter(id, { origin: ORIGIN, cookie: doctor.cookie })
  page.say({ type: 'finish', takes: [] })
  await page.next('consultation', ({ status }) => status === 'completed')
  await expireAt(end + 3_600_000)
  expect(await ringAlarm(id)).toBe(end)
  // The room asked D1 and found the renewal: the socket stays open and the alarm moves.
  await expect.poll(() => alarmOf(id)).toBe(end + 3_600_000)
  page.say({ type: 'hello', version: 1 })
  await page.next('welcome')

  await evictDurableObject(env.ROOM.getByName(id), { webSockets: 'hibernate' })
  expect(await ringAlarm(id)).toBe(end + 3_600_000)
  expect(await page.closed).toBe(4002)
  // The page comes back through the door, which asks D1.
  await expireAt(end + 7_200_000)
  await enter(id, { origin: ORIGIN, cookie: doctor.cookie })
})
const alarmOf = (id: string) => runInDurableObject(env.ROOM.getByName(id), (_, state) => state.storage.getAlarm())

test('[C41] a session that only time ends takes its sockets with it: after an hour, after seven days; renewed, they stay', async () => {
  const doctor = await newDoctor()
  const [idle, old] = [await doctor.again(), await doctor.again()]
  const id = await runningConsultation(doctor)
  const end = Date.now() + 55 * 60_000
  await env.DB.prepare('UPDATE session SET expires_at = ? WHERE user_id = ?').bind(end, doctor.id).run()
  const sockets = await Promise.all([doctor, idle, old].map(({ cookie }) => enter(id, { origin: ORIGIN, cookie })))
  // The room wakes when the first of them ends. By then the open page has renewed its session, and one is seven days old.
  const ring = () => ringAlarm(id)
  const change = (set: string, one: TestDoctor) =>
    env.DB.prepare(`UPDATE session SET ${set} WHERE token = ?`).bind(tokenOf(one).split('.')[0]).run()
  await change('expires_at = expires_at + 3600000', doctor)
  await change('expires_at = expires_at + 3600000, created_at = created_at - 7 * 86400000', old)
  expect(await ring()).toBe(end)
  expect(await Promise.all(sockets.slice(1).map(({ closed }) => closed))).toEqual([4002, 4002])
  sockets[0]?.say({ type: 'hello', version: 1 })
  await sockets[0]?.next('welcome')

  // The room had set the alarm for a minute later, in case D1 would not answer. Then comes the last hour's end.
  expect(await ring()).toBe(end + 60_000)
  expect(await ring()).toBe(end + 3_600_000)
  expect(await sockets[0]?.closed).toBe(4002)
})

test('an address in a mail opens no room by itself', async () => {
  const doctor = await newDoctor()
  const id = await runningConsultation(doctor)
  const email =
    (await env.DB.prepare('SELECT email FROM user WHERE id = ?').bind(doctor.id).first<string>('email')) ?? ''
  const link = await linkTo(email)
  const answer = await fetchWorker(link.replace(ORIGIN, ''), { redirect: 'manual' })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect((await knock(id, { origin: ORIGIN, cookie: '' })).status).toBe(401)
})
