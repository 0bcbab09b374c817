import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { openDatabase } from '#db/client.ts'
import { ConsultationMissing, completeConsultation } from '#db/queries/completion.ts'
import { type EngineFault, faultSentence } from '#domain/speech/fault.ts'
import type { ListenServerMessage } from '#domain/speech/listen.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import type { Env } from '#workers/env.ts'
import { EngineFailure } from '#workers/speech/engine.ts'
import { speechEngine } from '#workers/speech/listen.ts'
import { newPatient } from './clinic.ts'
import { newDoctor, startVisit } from './doctor.ts'
import { countRows, selectValue } from './sql.ts'

const keyterms = ['losartana', 'x'.repeat(900), 'dispneia']
const settings = { language: 'pt-BR', keyterms, privateTerms: ['porfiria'], names: ['rita'] }
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
  await expect(engine?.open(settings, nothing)).rejects.toEqual(new EngineFailure('payment'))
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
  await expect(engine?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({ fault: 'garbage' })
})

const statuses: [status: number, fault: EngineFault][] = [
  [200, 'garbage'],
  [400, 'refused'],
  [401, 'unauthorised'],
  [402, 'payment'],
  [403, 'unauthorised'],
  [408, 'slow'],
  [429, 'too_many'],
  [500, 'unreachable'],
  [503, 'unreachable'],
  [504, 'slow'],
]
test.for(statuses)('a status of %i, live and batch, is the fault %s, which has a sentence', async ([status, fault]) => {
  const engine = place({ SPEECH_URL: 'wss://speech.example/v1/listen' })
  answering(() => new Response('no', { status }))
  await expect(engine?.open(settings, nothing)).rejects.toMatchObject({ fault })
  await expect(engine?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({ fault })
  expect(faultSentence(fault)).toMatch(/O áudio está guardado: (continue|avise)/)
})

const models: [change: Partial<Env>, model: string | null, language: string][] = [
  [{ SPEECH_URL: 'wss://api.deepgram.com/v1/listen' }, 'nova-3', 'pt-BR'],
  [{ SPEECH_URL: 'wss://speech.example/v1/listen', SPEECH_KEY: 'secret' }, 'nova-3', 'pt-BR'],
  [{ SPEECH_URL: 'wss://api.deepgram.com/v1/listen', SPEECH_MODEL: 'nova-3-medical' }, 'nova-3-medical', 'multi'],
  [{ SPEECH_URL: 'wss://speech.example/v1/listen?model=nova-2', SPEECH_KEY: 'secret' }, 'nova-2', 'pt-BR'],
  [{ SPEECH_URL: 'ws://127.0.0.1:4300/v1/listen' }, null, 'pt-BR'],
  [{ SPEECH_URL: 'ws://127.0.0.1:4300/v1/listen', SPEECH_MODEL: 'whisper' }, 'whisper', 'pt-BR'],
]
test.for(models)('%o is asked for the model %s in %s, live and batch', async ([change, model, language]) => {
  const seen = answering(() => new Response(null, { status: 400 }))
  await expect(place(change)?.open(settings, nothing)).rejects.toThrow('refused')
  await expect(place(change)?.transcribe(new Uint8Array(4), settings)).rejects.toThrow('refused')
  const queries = seen.map(({ url }) => new URL(url).searchParams)
  expect(queries.map((query) => [query.get('model'), query.get('language')])).toEqual([
    [model, language],
    [model, language],
  ])
})

const sockets: [url: string, model: string | undefined, terms: string[] | null][] = [
  ['wss://api.deepgram.com/v1/listen', undefined, ['porfiria', 'losartana', 'dispneia']],
  ['wss://api.deepgram.com/v1/listen', 'nova-3-medical', ['porfiria', 'losartana', 'dispneia']],
  ['wss://api.deepgram.com/v1/listen', 'nova-2', null],
  ['wss://api.eu.deepgram.com/v1/listen', undefined, null],
  ['wss://speech.example/v1/listen', undefined, ['porfiria', 'rita', 'losartana', 'dispneia']],
  ['wss://speech.example/v1/listen', 'nova-3', null],
]
test.for(sockets)('%s, model %s, gets the terms %o in a message', async ([url, model, terms]) => {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  const texts: unknown[] = []
  server.addEventListener('message', ({ data }) => {
    texts.push(JSON.parse(String(data)))
    // The vendor refuses a message, and its stream goes on.
    server.send('{"type":"Error","variant":"InvalidConfigureMessage","code":"KeytermsNotSupported"}')
    server.send('{"type":"ConfigureSuccess","keyterms":[]}')
    server.send('{"type":"Metadata","duration":1}')
  })
  answering(() => new Response(null, { status: 101, webSocket: client }))
  const engine = place({ SPEECH_URL: url, ...(model && { SPEECH_MODEL: model }) })
  const message = await new Promise((resolve, reject) => {
    const opened = engine?.open(settings, { message: resolve, garbage: reject, closed: reject })
    opened?.then((session) => session.keepAlive(), reject)
  })
  expect(message).toEqual({ type: 'Metadata', duration: 1 })
  expect(texts[0]).toEqual(terms ? { type: 'Configure', keyterms: terms } : { type: 'KeepAlive' })
})

test('a wrong address fails the call, and the room that stores the audio lives', async () => {
  await expect(place({ SPEECH_URL: 'no address' })?.open(settings, nothing)).rejects.toThrow()
})

test('staging and production take no word from the demonstration recogniser', async () => {
  const recognised = { results: { channels: [{ alternatives: [{ transcript: 'inventado', words: [] }] }] } }
  const model_info = { a: { name: 'demonstration' } }
  const ask = (ENVIRONMENT: Env['ENVIRONMENT']) => place({ ENVIRONMENT, SPEECH_URL: 'wss://speech.example/v1/listen' })
  answering(() => Response.json({ ...recognised, metadata: { model_info } }))
  for (const environment of ['staging', 'production'] as const)
    await expect(ask(environment)?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({ fault: 'garbage' })
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
  await eventually(() => expect(messages).toEqual(['production garbage', 'preview words']))
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
  const [model, live, options] = runs[0] ?? []
  expect([model, options]).toEqual(['@cf/deepgram/nova-3', { websocket: true }])
  // The one parameter beyond the schema: see edgeLiveInput.
  const { sample_rate, ...published } = live as Record<string, unknown>
  expect(sample_rate).toBe('16000')
  expect(edgeSchema.parse(published)).toMatchObject({ encoding: 'linear16', mip_opt_out: true, keyterm: 'losartana' })
  await expect(place({ AI })?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({ fault: 'garbage' })
  const whole = z.extend(edgeSchema, { audio: z.strictObject({ body: z.custom<object>(), contentType: z.string() }) })
  expect(whole.parse(runs[1]?.[1])).toMatchObject({ utterances: true, mip_opt_out: true, keyterm: 'losartana' })
})

/** Names and types that Cloudflare publishes for the model's input (Ai_Cf_Deepgram_Nova_3_Input), as far as they matter here. */
const edgeSchema = z.strictObject({
  language: z.optional(z.string()),
  keyterm: z.optional(z.string()),
  smart_format: z.optional(z.boolean()),
  punctuate: z.optional(z.boolean()),
  diarize: z.optional(z.boolean()),
  mip_opt_out: z.optional(z.boolean()),
  utterances: z.optional(z.boolean()),
  encoding: z.optional(z.enum(['linear16', 'flac', 'mulaw', 'amr-nb', 'amr-wb', 'opus', 'speex', 'g729'])),
  channels: z.optional(z.number()),
  interim_results: z.optional(z.boolean()),
  endpointing: z.optional(z.string()),
  vad_events: z.optional(z.boolean()),
  utterance_end_ms: z.optional(z.boolean()),
}) satisfies z.ZodMiniType<Partial<Ai_Cf_Deepgram_Nova_3_Input>>

const errors: [message: string, fault: EngineFault][] = [
  ['3036: you have used up your daily free allocation', 'payment'],
  ['AiError: 3040: Capacity temporarily exceeded', 'too_many'],
  ['InferenceUpstreamError: 3007: Request timeout', 'slow'],
  ['5018: Account is not allowed', 'unauthorised'],
  ['something else', 'unreachable'],
]
test.for(errors)('at the edge the error %o is the fault %s', async ([message, fault]) => {
  const AI = { run: () => Promise.reject(new Error(message)) } as unknown as Ai
  await expect(place({ AI })?.open(settings, nothing)).rejects.toMatchObject({ fault })
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
  const opened = expect(engine?.open(settings, nothing)).rejects.toEqual(new EngineFailure('slow'))
  await vi.advanceTimersByTimeAsync(10_000)
  await opened
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  const closed = new Promise<number>((resolve) => server.addEventListener('close', ({ code }) => resolve(code)))
  answer({ status: 101, webSocket: client })
  expect(await closed).toBe(1000)
  const rejection = expect(engine?.transcribe(new Uint8Array(4), settings)).rejects.toMatchObject({
    fault: 'slow',
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
        original: `linha ${i}`,
      }),
      words: Array.from({ length: 8 }, (_, n) => ({ text: `palavra${n}`, start_ms: n, end_ms: n + 1 })),
    }),
  )
  const db = openDatabase(env.DB)
  const completion = {
    ...{ consultationId: id, doctorId: doctor.id, endedAt: startTime + 60_000, now: startTime },
    ...{ entries, gaps: [], corrected: [], demonstration: true, audio: true },
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
