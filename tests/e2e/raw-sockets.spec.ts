import { connect, type Socket } from 'node:net'
import type { APIRequestContext } from '@playwright/test'
import { enterStage } from '../screens/stage.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

const { host, port } = new URL(APP_URL)
const FOREIGN = 'https://outro.example'
const sockets = new Set<Socket>()
test.afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

type Sent = { method?: string; path: string; origin?: string; length?: number | 'chunked'; body: string }

function open(text: string): Socket {
  const socket = connect(Number(port), '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => socket.destroy()).write(text)
  return socket
}

const headOf = ({ method = 'POST', path, origin = APP_URL, length = 'chunked' }: Omit<Sent, 'body'>) =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${origin}`,
    'content-type: application/json',
    `cf-connecting-ip: 198.20.${process.pid % 250}.1`,
    length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    '\r\n',
  ].join('\r\n')

/** Sends the text as it is and resolves with the status of the first answer; the connection stays open. */
const statusOf = (sent: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = open(headOf(sent) + sent.body)
    socket.once('data', (data) => resolve(Number(String(data).slice(9, 12))))
    socket.once('close', () => reject(new Error(`${sent.path}: closed without an answer`)))
  })

const chunks = (count: number): string => `fa00\r\n${'x'.repeat(64_000)}\r\n`.repeat(count)
const whole = (path: string, size: number): Sent => ({ path, length: size, body: 'x'.repeat(size) })

const STRUCTURE = '/api/v1/transcription/structure'
/** Bodies that are refused before they are read, with the statuses that may refuse them. */
const refused: [name: string, sent: Sent, statuses: number[]][] = [
  ['without a session', whole('/api/patients', 60_000), [401]],
  ['without a session, large', whole(STRUCTURE, 1_000_000), [401]],
  ['foreign, in chunks', { path: '/api/patients', origin: FOREIGN, body: `${chunks(5)}0\r\n\r\n` }, [403]],
  ['unknown route', whole('/api/nada', 60_000), [401, 404]],
  ['unknown method', { ...whole('/api/health', 60_000), method: 'PUT' }, [401, 404]],
  ['too large', whole('/api/patients', 1_000_000), [413]],
  ['too large, in chunks', { path: '/api/patients', body: `${chunks(20)}0\r\n\r\n` }, [413]],
  ['counted', whole('/api/auth/send-verification-email', 60_000), [400, 429]],
  ['body of a GET', { ...whole('/api/health', 60_000), method: 'GET' }, [200]],
  ['form of a page without one', whole('/landing', 60_000), [405]],
  ['page, too large, in chunks', { path: '/landing', body: `${chunks(20)}0\r\n\r\n` }, [413]],
  ['page behind the sign-in', whole('/app/patients', 60_000), [302]],
]
/** The client promises more and never sends it: the answer must not wait for the rest. */
const stalled: [name: string, sent: Sent, statuses: number[]][] = [
  ['a few bytes', { path: '/api/patients', length: 60_000, body: 'x' }, [401]],
  ['a few bytes to a page', { path: '/landing', length: 60_000, body: 'x' }, [405]],
  ['a megabyte of twenty', { path: STRUCTURE, length: 20_000_000, body: 'x'.repeat(1_000_000) }, [413]],
  ['endless chunks', { path: '/api/patients', origin: FOREIGN, body: chunks(20) }, [403]],
]

/** A request that nothing on the way may send twice: where its connection breaks, the doctor gets an error. */
const search = async (doctor: APIRequestContext): Promise<number> =>
  (await doctor.post('/api/consultations/search', { data: {}, headers: { origin: APP_URL }, timeout: 10_000 })).status()

test('a refused body is read or dropped before its answer, so the next doctor on the connection is served', async ({
  page,
}) => {
  await enterStage(page, 'helena')
  const doctor = page.request
  for (const [name, sent, statuses] of refused)
    for (let time = 1; time <= 6; time++) {
      const status = await statusOf(sent)
      expect([name, time, statuses.includes(status) || status]).toEqual([name, time, true])
      expect([name, time, await search(doctor)]).toEqual([name, time, 200])
    }
  for (const [name, sent, statuses] of stalled) {
    const answers = await Promise.all([statusOf(sent), statusOf(sent), statusOf(sent)])
    expect([name, answers.every((status) => statuses.includes(status)) || answers]).toEqual([name, true])
    expect([name, await search(doctor)]).toEqual([name, 200])
  }
})

test('half requests, slow bodies and slow readers keep no doctor waiting', async ({ page: tab }) => {
  await enterStage(tab, 'helena')
  const doctor = tab.request
  const contact = { path: '/api/contact', length: 60_000, body: '{"name":"' }
  const page = `GET /landing HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  const openSockets = Array.from({ length: 40 }, () => [
    open(`POST /api/contact HTTP/1.1\r\nhost: ${host}\r\nx-half: `),
    open(headOf(contact) + contact.body),
    // Twenty pages asked for at once, and none of them read.
    open(page.repeat(20)).pause(),
  ]).flat()
  const readers = openSockets.filter((_, index) => index % 3 === 2)
  await expect.poll(() => openSockets.every(({ connecting }) => !connecting)).toBe(true)
  for (let time = 1; time <= 5; time++) {
    for (const socket of openSockets) if (!readers.includes(socket)) socket.write('x')
    expect([await search(doctor), (await doctor.get('/app/dashboard')).status()]).toEqual([200, 200])
  }
  expect(openSockets.filter(({ destroyed }) => destroyed)).toEqual([])
  for (const socket of openSockets) socket.destroy()
  expect([await search(doctor), (await doctor.get('/app/dashboard')).status()]).toEqual([200, 200])
})
