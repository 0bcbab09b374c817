import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { ConsultationMissing, completeConsultation } from '#db/queries/completion.ts'
import type { ListenServerMessage } from '#domain/speech/listen.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { Env } from '#workers/env.ts'
import { EngineFailure } from '#workers/speech/engine.ts'
import { speechEngine } from '#workers/speech/listen.ts'
import { newPatient } from './clinic.ts'
import { newDoctor, startVisit } from './doctor.ts'
import { countRows, selectValue } from './sql.ts'

const settings = { language: 'pt-BR', keyterms: ['losartana', 'x'.repeat(900), 'dispneia'] }
const place = (change: Partial<Env>) => speechEngine({ ...env, SPEECH_URL: '', ...change } as Env)
const nothing = { message: () => {}, garbage: () => {}, closed: () => {} }

function answering(answer: (request: Request) => Response) {
  const seen: Request[] = []
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const request = new Request(url, init)
    seen.push(request)
    return answer(request)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return seen
}

test('the vendor by key: token in a header, key terms capped, audio never kept, failures named', async () => {
  const engine = place({
    SPEECH_URL: 'wss://speech.example/v1/listen',
    SPEECH_KEY: 'secret',
    SPEECH_MODEL: 'nova-3-medical',
  })
  const seen = answering(() => new Response(null, { status: 402 }))
  await expect(engine?.open(settings, nothing)).rejects.toEqual(new EngineFailure('refused'))
  const url = new URL(seen[0]?.url ?? '')
  expect([url.protocol, url.searchParams.get('mip_opt_out'), url.searchParams.get('model')]).toEqual([
    'https:',
    'true',
    'nova-3-medical',
  ])
  expect(url.searchParams.getAll('keyterm')).toEqual(['losartana', 'dispneia'])
  expect([seen[0]?.headers.get('authorization'), url.href.includes('secret')]).toEqual(['Token secret', false])

  answering(() => new Response('not here', { status: 404 }))
  await expect(engine?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({ fault: 'no_such_endpoint' })
  answering(() => Response.json({ results: 'none' }))
  await expect(engine?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({ fault: 'off_protocol' })
})

test('production takes no word from the demonstration recogniser', async () => {
  const recognised = { results: { channels: [{ alternatives: [{ transcript: 'inventado', words: [] }] }] } }
  const model_info = { a: { name: 'demonstration' } }
  const ask = (ENVIRONMENT: Env['ENVIRONMENT']) => place({ ENVIRONMENT, SPEECH_URL: 'wss://speech.example/v1/listen' })
  answering(() => Response.json({ ...recognised, metadata: { model_info } }))
  await expect(ask('production')?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({ fault: 'refused' })
  await expect(ask('preview')?.transcribe(new Uint8Array(4), settings)).resolves.toMatchObject(recognised)

  const messages: string[] = []
  const live = async (ENVIRONMENT: Env['ENVIRONMENT']) => {
    const { 0: client, 1: server } = new WebSocketPair()
    server.accept()
    answering(() => new Response(null, { status: 101, webSocket: client }))
    const words = {
      type: 'Results',
      start: 0,
      duration: 1,
      is_final: true,
      ...{ channel: { alternatives: [{ transcript: 'x' }] } },
    }
    await ask(ENVIRONMENT)?.open(settings, {
      message: () => void messages.push(`${ENVIRONMENT} words`),
      garbage: () => void messages.push(`${ENVIRONMENT} garbage`),
      closed: () => {},
    })
    server.send(JSON.stringify({ ...words, metadata: { model_info: model_info.a } }))
  }
  await live('production')
  await live('preview')
  await vi.waitFor(() => expect(messages).toEqual(['production garbage', 'preview words']))
})

test('at the edge: the same protocol over the binding; with neither there is no engine', async () => {
  expect(place({})).toBeNull()
  const runs: unknown[][] = []
  const AI = {
    run: async (...args: unknown[]) => {
      runs.push(args)
      const { 0: client, 1: server } = new WebSocketPair()
      server.accept()
      server.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') server.send('{"type":"Metadata","duration":1}')
      })
      return { status: 101, webSocket: client }
    },
  } as unknown as Ai
  const result = await new Promise<ListenServerMessage>((resolve, reject) => {
    const open = place({ AI })?.open(settings, { ...nothing, message: resolve, garbage: reject })
    open?.then((session) => session.send(new Uint8Array(2)), reject)
  })
  expect(result).toEqual({ type: 'Metadata', duration: 1 })
  expect(runs[0]).toMatchObject([
    '@cf/deepgram/nova-3',
    { encoding: 'linear16', sample_rate: '16000', mip_opt_out: 'true' },
    { websocket: true },
  ])
})

test('at the edge nobody waits for ever: an answer that comes too late is let go', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let answer: (late: unknown) => void = () => {}
  const AI = {
    run: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  } as unknown as Ai
  const engine = place({ AI })
  const opened = expect(engine?.open(settings, nothing)).rejects.toEqual(new EngineFailure('unreachable'))
  await vi.advanceTimersByTimeAsync(10_000)
  await opened
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  const closed = new Promise<number>((resolve) => server.addEventListener('close', ({ code }) => resolve(code)))
  answer({ status: 101, webSocket: client })
  expect(await closed).toBe(1000)
  const rejection = expect(engine?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({
    fault: 'unreachable',
  })
  await vi.advanceTimersByTimeAsync(120_000)
  await rejection
})

test('a long transcript is written whole and in order, once, whatever is repeated', async () => {
  const doctor = await newDoctor()
  const id = await startVisit(doctor, await newPatient(doctor))
  const startTime = (await selectValue<number>('SELECT start_time FROM consultations WHERE id = ?', id)) ?? 0
  const entries = Array.from(
    { length: 3_000 },
    (_, i): TranscriptEntry => ({
      id: `1-${i * 16_000}`,
      text: `Linha ${i}: "aspas", acentuação e 'apóstrofo'`,
      timestamp: startTime + i,
      isPartial: false,
      start_ms: i * 1_000,
      end_ms: i * 1_000 + 900,
      ...(i % 2 === 0 && {
        speaker: 'doctor' as const,
        speaker_origin: 'guess' as const,
        voice: { session: 1, number: 0 },
        confidence: 0.5,
      }),
      words: Array.from({ length: 8 }, (_, n) => ({ text: `palavra${n}`, start_ms: n, end_ms: n + 1 })),
    }),
  )
  const db = openDatabase(env.DB)
  const completion = {
    ...{ consultationId: id, doctorId: doctor.id, endedAt: startTime + 60_000, now: startTime },
    ...{ entries, gaps: [], demonstration: true, audio: true },
  }
  await completeConsultation(db, completion)
  await completeConsultation(db, { ...completion, endedAt: completion.endedAt + 1, entries: entries.slice(0, 1) })
  const read = await (await doctor.call('GET', `/api/consultations/${id}`)).json<{
    consultation: object
    transcriptions: TranscriptEntry[]
  }>()
  // The times of words end with the room.
  expect(read.transcriptions).toEqual(entries.map(({ words: _, ...entry }) => entry))
  expect(await countRows('transcript_entries WHERE consultation_id = ? AND words IS NOT NULL', id)).toBe(0)
  expect(read.consultation).toMatchObject({
    status: 'completed',
    entryCount: 3_000,
    demonstration: true,
    duration: 60_000,
    endTime: completion.endedAt,
  })
  await expect(completeConsultation(db, { ...completion, doctorId: 'outro' })).rejects.toThrow(ConsultationMissing)
})
