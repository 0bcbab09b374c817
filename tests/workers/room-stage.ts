import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { numberIn, spoken, wordOf } from '#tests/testkit/engine/engine.ts'
import { WorkerEngine } from '#tests/testkit/engine/in-worker.ts'
import { RoomClient } from '#tests/testkit/room/room-client.ts'
import type { ConsultationRoom } from '#workers/room/room.ts'
import { newPatient } from './clinic.ts'
import { newDoctor, startVisit, type TestDoctor } from './doctor.ts'
import { countRows, selectAll, selectOne, selectValue } from './sql.ts'

export const FRAME = 4_000

/** A running consultation of a signed-in doctor, with an engine of the test's own. */
export async function openStage(engine = new WorkerEngine(), consent: 'accepted' | 'unasked' = 'accepted') {
  vi.stubGlobal('fetch', engine.fetch)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const doctor = await newDoctor()
  const patient = await newPatient(doctor, 'Rita Moura')
  const id = await startVisit(doctor, patient)
  const accepted = { notice_version: currentNotice.version, answers: answersFor('presencial') }
  if (consent === 'accepted') await doctor.call('POST', `/api/consultations/${id}/consents`, accepted)
  const stub = env.ROOM.getByName(id)
  const enter = (screen: string) => enterRoom(doctor, id, screen)
  return {
    id,
    doctor,
    patient,
    engine,
    stub,
    /** A screen that has said hello. */
    enter,
    /** A screen that records, and its take. */
    async recorder(screen = 'a') {
      const { client } = await enter(screen)
      client.say({ type: 'toggle_transcription', action: 'start' })
      const { take } = await client.next('recorder', (message) => message.recorder === 'you')
      return { client, take: take as number }
    },
    inRoom: <R>(work: (room: ConsultationRoom, state: DurableObjectState) => R | Promise<R>) =>
      runInDurableObject(stub, work),
    /** Out of memory; sockets hibernate, or break. An open engine would keep it awake: it goes away meanwhile. */
    async evict(webSockets: 'hibernate' | 'close' = 'hibernate') {
      const { mood } = engine
      engine.mood = 'away'
      await runInDurableObject(stub, () => engine.die())
      await evictDurableObject(stub, { webSockets })
      engine.mood = mood
    },
    /** The alarm, now; the time it was set for counts. */
    ring: () =>
      runInDurableObject(stub, async (room: ConsultationRoom, state) => {
        const scheduledTime = await state.storage.getAlarm()
        if (scheduledTime === null) throw new Error('no alarm is set')
        await state.storage.deleteAlarm()
        room.alarm({ scheduledTime, isRetry: false, retryCount: 0 })
      }),
    /** The spool of a take: its length and its words. */
    spool: (take: number) =>
      runInDurableObject(stub, (_, state) => {
        const rows = [
          ...state.storage.sql.exec<{ samples: number; pcm: ArrayBuffer }>(
            'SELECT samples, pcm FROM frame WHERE key >= ? AND key < ? ORDER BY key',
            take * 2 ** 32,
            (take + 1) * 2 ** 32,
          ),
        ]
        return {
          samples: rows.reduce((sum, row) => sum + row.samples, 0),
          words: rows.map(({ pcm }) => (pcm.byteLength > 0 ? numberIn(new Int16Array(pcm)) : undefined)),
        }
      }),
    row: () => selectOne<{ status: string }>('SELECT status, entry_count, gaps FROM consultations WHERE id = ?', id),
    audits: (action: string) => countRows('audit_log WHERE subject_id = ? AND action = ?', id, action),
    async lines() {
      const sql = 'SELECT text FROM transcript_entries WHERE consultation_id = ? ORDER BY position'
      return (await selectAll<{ text: string }>(sql, id)).map(({ text }) => text)
    },
    gaps: async () =>
      JSON.parse((await selectValue<string>('SELECT gaps FROM consultations WHERE id = ?', id)) ?? '[]'),
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** A stage whose first screen has said so many words, all of them transcribed. */
export async function recorded(count: number, engine?: WorkerEngine) {
  const stage = await openStage(engine)
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, count)
  await transcribed(client, count)
  return { stage, client, take }
}

/** Asks for a room's socket. */
const knock = (doctor: TestDoctor, id: string, headers: Record<string, string> = {}) =>
  doctor.call('GET', `/api/consultations/${id}/room`, undefined, { upgrade: 'websocket', ...headers })
export async function connect(doctor: TestDoctor, id: string): Promise<RoomClient> {
  const answer = await knock(doctor, id)
  if (!answer.webSocket) throw new Error(`no socket: ${answer.status}`)
  answer.webSocket.accept()
  return new RoomClient(answer.webSocket)
}
export async function enterRoom(
  doctor: TestDoctor,
  id: string,
  screen: string,
  holds: { take: number; samples: number }[] = [],
) {
  const client = await connect(doctor, id)
  client.say({ type: 'hello', version: 1, since: 0, screen, holds })
  return { client, welcome: await client.next('welcome') }
}

/** The engine has answered so many frames. */
export const transcribed = (client: RoomClient, frames: number) =>
  client.had('audio_ack', (ack) => ack.transcribed === frames * FRAME)
export const completed = (client: RoomClient) => client.next('consultation', ({ status }) => status === 'completed')
/** Ends the consultation with one take of so many frames. */
export async function finish(client: RoomClient, take: number, frames: number): Promise<void> {
  client.say({ type: 'finish', takes: [{ take, samples: frames * FRAME }] })
  await completed(client)
}

/** Sends frames `from`, `from + 1`, ..., which say the words `first`, `first + 1`, ..., and waits until the last is acknowledged. */
export async function speak(
  client: RoomClient,
  take: number,
  from: number,
  count: number,
  first = from,
): Promise<void> {
  for (let n = 0; n < count; n++) client.frame(take, (from + n) * FRAME, spoken(first + n))
  await client.next('audio_ack', (ack) => ack.take === take && ack.stored >= (from + count) * FRAME)
}

export const words = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => wordOf(from + i))
export const wordsIn = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))
