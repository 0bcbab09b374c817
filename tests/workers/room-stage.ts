import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { numberIn, spoken, wordOf } from '#tests/testkit/engine/engine.ts'
import { WorkerEngine } from '#tests/testkit/engine/in-worker.ts'
import { RoomClient } from '#tests/testkit/room/room-client.ts'
import type { ConsultationRoom } from '#workers/room/room.ts'
import { fetchWorker, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'

export const FRAME = 4_000

/** A running consultation of a signed-in doctor, with an engine of the test's own. */
export async function openStage(engine = new WorkerEngine(), consent: 'accepted' | 'unasked' = 'accepted') {
  vi.stubGlobal('fetch', engine.fetch)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const doctor = await newDoctor()
  const created = await doctor.call('POST', '/api/patients', { name: 'Rita Moura' })
  const { patient } = await created.json<{ patient: { id: string } }>()
  const started = await doctor.call('POST', '/api/consultations', { patientId: patient.id })
  const { consultation } = await started.json<{ consultation: { id: string } }>()
  const { id } = consultation
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
    row: () =>
      env.DB.prepare('SELECT status, entry_count, gaps, duration FROM consultations WHERE id = ?')
        .bind(id)
        .first<{ status: string; entry_count: number; gaps: string; duration: number }>(),
    async audits(action: string): Promise<number> {
      const sql = 'SELECT count(*) AS n FROM audit_log WHERE subject_id = ? AND action = ?'
      return (await env.DB.prepare(sql).bind(id, action).first<number>('n')) ?? 0
    },
    async lines() {
      const { results } = await env.DB.prepare(
        'SELECT text FROM transcript_entries WHERE consultation_id = ? ORDER BY position',
      )
        .bind(id)
        .all<{ text: string }>()
      return results.map((row) => row.text)
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

export async function enterRoom(
  doctor: TestDoctor,
  id: string,
  screen: string,
  holds: { take: number; samples: number }[] = [],
) {
  const response = await fetchWorker(`/api/consultations/${id}/room`, {
    headers: { upgrade: 'websocket', origin: ORIGIN, cookie: doctor.cookie },
  })
  if (!response.webSocket) throw new Error(`no socket: ${response.status}`)
  const client = new RoomClient(response.webSocket)
  client.say({ type: 'hello', version: 1, since: 0, screen, holds })
  return { client, welcome: await client.next('welcome') }
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
