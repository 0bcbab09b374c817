import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test } from 'vitest'
import { codeShown } from '#tests/testkit/authenticator.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import { RoomClient } from '#tests/testkit/room/room-client.ts'
import type { ConsultationRoom } from '#workers/room/room.ts'
import { newPatient } from './clinic.ts'
import { fetchWorker, linkTo, newDoctor, ORIGIN, PASSWORD, refusalOf, startVisit, type TestDoctor } from './doctor.ts'
import { completed } from './room-stage.ts'
import { begin } from './second-factor-stage.ts'
import { execute, selectValue } from './sql.ts'

const WITHIN_MS = 1_000

const runningConsultation = async (doctor: TestDoctor) => startVisit(doctor, await newPatient(doctor))
const knock = (id: string, headers: Record<string, string>) =>
  fetchWorker(`/api/consultations/${id}/room`, { headers: { upgrade: 'websocket', ...headers } })

/** A page in the room; by default as its own origin and cookie let it in. */
async function enter(id: string, { cookie }: { cookie: string }, headers: Record<string, string> = { cookie }) {
  const answer = await knock(id, { origin: ORIGIN, ...headers })
  if (!answer.webSocket) throw new Error(`no socket: ${answer.status}`)
  answer.webSocket.accept()
  const client = new RoomClient(answer.webSocket)
  await greets(client)
  onTestFinished(() => client.close())
  return client
}
async function greets(client: RoomClient): Promise<void> {
  client.say({ type: 'hello', version: 1 })
  await client.next('welcome')
}
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
    expect([origin, await refusalOf(await knock(id, { cookie, ...(origin !== undefined && { origin }) }))]).toEqual([
      origin,
      [403, 'foreign_origin'],
    ])

  const origin = ORIGIN
  expect(await refusalOf(await knock(id, { origin }))).toEqual([401, 'not_signed_in'])
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

  expect(await refusalOf(await knock(id, { origin, cookie: other.cookie }))).toEqual([404, 'consultation_not_found'])
  expect(await refusalOf(await knock(crypto.randomUUID(), { origin, cookie }))).toEqual([404, 'consultation_not_found'])
  expect(await refusalOf(await fetchWorker(`/api/consultations/${id}/room`, { headers: { origin, cookie } }))).toEqual([
    426,
    'upgrade_required',
  ])
  // A visitor cannot forge the header that the Worker adds for the room.
  const liar = { 'x-relato-visitor': JSON.stringify({ doctorId: doctor.id, sessionId: 'x', consultationId: id }) }
  expect((await knock(id, { origin, cookie: other.cookie, ...liar })).status).toBe(404)

  // A program's signed bearer from our own origin, and the cookie: both may connect.
  await enter(id, doctor)
  await enter(id, doctor, { authorization: `Bearer ${token}` })

  for (const over of [
    'UPDATE session SET expires_at = 1 WHERE user_id = ?',
    'UPDATE session SET created_at = 1 WHERE user_id = ?',
    'DELETE FROM session WHERE user_id = ?',
  ]) {
    const late = await doctor.again()
    await execute(over, doctor.id)
    expect([over, await refusalOf(await knock(id, { origin, cookie: late.cookie }))]).toEqual([
      over,
      [401, 'not_signed_in'],
    ])
  }
})

const NEW_PASSWORD = 'Relato#2026'
/** Every way to end a session with an open socket, and whether it also ends the doctor's other session. */
const endings: [string, boolean, (doctor: TestDoctor, cut: TestDoctor) => Promise<Response>][] = [
  ['signing out', false, (_, cut) => cut.call('POST', '/api/auth/sign-out', {})],
  [
    'ended from another device',
    false,
    async (doctor) => {
      const security = await doctor.call('GET', '/api/security')
      const { sessions } = await security.json<{ sessions: { id: string; current: boolean }[] }>()
      return doctor.call('DELETE', `/api/sessions/${sessions.find(({ current }) => !current)?.id}`)
    },
  ],
  ['all others ended', false, (doctor) => doctor.call('DELETE', '/api/sessions')],
  [
    'the password changed elsewhere',
    true,
    (doctor) => doctor.call('PUT', '/api/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  ],
  [
    'the password recovered by mail',
    true,
    async (doctor) => {
      await doctor.call('POST', '/api/recovery', { email: doctor.email })
      const token = await selectValue(
        "SELECT substr(identifier, 16) FROM verification WHERE identifier LIKE 'reset-password:%' AND value = ?",
        doctor.id,
      )
      const cookie = `__Host-relato-recovery=${token}`
      return doctor.call('PUT', '/api/recovery', { newPassword: NEW_PASSWORD }, { cookie })
    },
  ],
  [
    'a second factor switched on',
    false,
    async (doctor) => {
      const code = codeShown((await begin(doctor)).secret)
      return doctor.call('PUT', '/api/second-factor', { code })
    },
  ],
  [
    'seven days',
    false,
    async (_, cut) => {
      const sql = 'UPDATE session SET created_at = created_at - 8 * 86400000 WHERE token = ?'
      await execute(sql, tokenOf(cut).split('.')[0])
      return cut.call('GET', '/api/session')
    },
  ],
]

test.for(endings)("a room's socket is cut within a second: %s", async ([, both, end]) => {
  const [doctor, stranger] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const cut = await doctor.again()
  const [id, foreign] = [await runningConsultation(doctor), await runningConsultation(stranger)]
  const [socket, own, entered] = [await enter(id, cut), await enter(id, doctor), await enter(foreign, stranger)]
  const answer = await end(doctor, cut)
  const answered = performance.now()
  expect(answer.status).toBeLessThan(402)
  expect(await socket.closed).toBe(4002)
  expect(performance.now() - answered).toBeLessThan(WITHIN_MS)
  if (both) expect(await own.closed).toBe(4002)
  else await greets(own)
  await greets(entered)
})

test('the room of a finished consultation is left too, within a second: signed out, and the account closed', async () => {
  const doctor = await newDoctor()
  const [away, id] = [await doctor.again(), await runningConsultation(doctor)]
  const [left, closing] = [await enter(id, away), await enter(id, doctor)]
  closing.say({ type: 'finish', takes: [] })
  await completed(left)
  const within = async (client: RoomClient, answer: Response) => {
    const answered = performance.now()
    expect([answer.status, await client.closed]).toEqual([200, 4002])
    expect(performance.now() - answered).toBeLessThan(WITHIN_MS)
  }
  await within(left, await away.call('POST', '/api/auth/sign-out', {}))
  const confirmation = { password: PASSWORD, code: null }
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
  const expireAt = (at: number) => execute('UPDATE session SET expires_at = ? WHERE user_id = ?', at, doctor.id)
  await expireAt(end)
  const page = await enter(id, doctor)
  page.say({ type: 'finish', takes: [] })
  await completed(page)
  await expireAt(end + 3_600_000)
  expect(await ringAlarm(id)).toBe(end)
  // The room asked D1 and found the renewal: the socket stays open and the alarm moves.
  await eventually(async () => expect(await alarmOf(id)).toBe(end + 3_600_000))
  await greets(page)

  await evictDurableObject(env.ROOM.getByName(id), { webSockets: 'hibernate' })
  expect(await ringAlarm(id)).toBe(end + 3_600_000)
  expect(await page.closed).toBe(4002)
  // The page comes back through the door, which asks D1.
  await expireAt(end + 7_200_000)
  await enter(id, doctor)
})
const alarmOf = (id: string) => runInDurableObject(env.ROOM.getByName(id), (_, state) => state.storage.getAlarm())

test('[C41] a session that only time ends takes its sockets with it: after an hour, after seven days; renewed, they stay', async () => {
  const doctor = await newDoctor()
  const [idle, old] = [await doctor.again(), await doctor.again()]
  const id = await runningConsultation(doctor)
  const end = Date.now() + 55 * 60_000
  await execute('UPDATE session SET expires_at = ? WHERE user_id = ?', end, doctor.id)
  const [open, ...over] = [await enter(id, doctor), await enter(id, idle), await enter(id, old)]
  // The room wakes when the first of them ends. By then the open page has renewed its session, and one is seven days old.
  const change = (set: string, one: TestDoctor) =>
    execute(`UPDATE session SET ${set} WHERE token = ?`, tokenOf(one).split('.')[0])
  await change('expires_at = expires_at + 3600000', doctor)
  await change('expires_at = expires_at + 3600000, created_at = created_at - 7 * 86400000', old)
  expect(await ringAlarm(id)).toBe(end)
  expect(await Promise.all(over.map(({ closed }) => closed))).toEqual([4002, 4002])
  await greets(open)

  // The room had set the alarm for a minute later, in case D1 would not answer. Then comes the last hour's end.
  expect(await ringAlarm(id)).toBe(end + 60_000)
  expect(await ringAlarm(id)).toBe(end + 3_600_000)
  expect(await open.closed).toBe(4002)
})

test('an address in a mail opens no room by itself', async () => {
  const doctor = await newDoctor()
  const id = await runningConsultation(doctor)
  const link = await linkTo(doctor.email)
  const answer = await fetchWorker(link.replace(ORIGIN, ''), { redirect: 'manual' })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect((await knock(id, { origin: ORIGIN, cookie: '' })).status).toBe(401)
})
