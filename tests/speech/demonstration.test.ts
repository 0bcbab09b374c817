import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  DEMONSTRATION_MODEL,
  type ListenResults,
  listenBatchAnswer,
  listenRefusal,
  modelName,
} from '#domain/speech/listen.ts'
import { demonstrationRecogniser } from '#local/speech/demonstration.ts'
import { DEMONSTRATION_SCRIPT } from '#local/speech/demonstration-script.ts'
import { bytesFromSamples, writeWav } from '#local/speech/pcm.ts'
import { type SpeechServer, startSpeechServer } from '#local/speech/speech-server.ts'
import { listenTo, ROOM_QUERY } from '#tests/testkit/speech/listen-client.ts'
import { joined } from '#tests/testkit/speech/spoken-consultation.ts'
import { tone } from '#tests/testkit/speech/tiny-models.ts'

let server: SpeechServer
beforeAll(async () => {
  server = await startSpeechServer({ recogniser: demonstrationRecogniser(), port: 0, enforceRate: false })
})
afterAll(() => server.close())

const silence = (seconds: number) => new Int16Array(seconds * 16_000)
/** Each line gets the time it needs, then a pause. */
const voiceFor = (lines: number) =>
  DEMONSTRATION_SCRIPT.slice(0, lines).flatMap(({ text }) => [
    tone(300, text.split(' ').length / 2.5 - 0.1),
    silence(1.5),
  ])

test('a demonstration says what it is, from the first word to the last message', async () => {
  const audio = joined([silence(2), ...voiceFor(4)])
  const client = await listenTo(server.url)
  expect(await client.play(audio)).toEqual({ code: 1000, reason: '' })

  const { messages, finals } = client
  const spoken = finals.filter((final) => final.channel.alternatives[0]?.transcript)
  expect(spoken.map((final) => final.channel.alternatives[0]?.transcript)).toEqual(
    DEMONSTRATION_SCRIPT.slice(0, 4).map(({ text }) => text),
  )
  expect(spoken.map((final) => final.channel.alternatives[0]?.words[0]?.speaker)).toEqual([0, 1, 0, 1])
  expect(messages.filter((message) => message.type === 'UtteranceEnd')).toHaveLength(4)
  for (const message of messages) {
    if (message.type === 'Results' || message.type === 'Metadata') expect(modelName(message)).toBe(DEMONSTRATION_MODEL)
  }

  // Partials grow word by word, before their final, and no word lies in the future.
  const firstFinal = messages.indexOf(spoken[0] as ListenResults)
  const growing = messages.slice(0, firstFinal).flatMap((message) => {
    const text = message.type === 'Results' ? message.channel.alternatives[0]?.transcript : undefined
    return text ? [text] : []
  })
  expect(new Set(growing).size).toBeGreaterThan(6)
  growing.forEach((text, i) => {
    expect(DEMONSTRATION_SCRIPT[0]?.text.startsWith(text) && text.startsWith(growing[i - 1] ?? '')).toBe(true)
  })

  // Final results leave no second unanswered, silence included.
  let settledCount = 0
  for (const final of finals) {
    expect(final.start).toBeCloseTo(settledCount, 2)
    settledCount = final.start + final.duration
    for (const word of final.channel.alternatives[0]?.words ?? []) {
      expect(word.start).toBeGreaterThanOrEqual(final.start - 0.001)
      expect(word.end).toBeLessThanOrEqual(settledCount + 0.001)
    }
  }
  expect(settledCount).toBeCloseTo(audio.length / 16_000, 2)
  const last = messages.at(-1)
  expect(last?.type === 'Metadata' && last.duration).toBeCloseTo(settledCount, 2)

  // The same samples give the same words.
  const again = await listenTo(server.url)
  await again.play(audio)
  expect(again.finals.map((final) => final.channel)).toEqual(finals.map((final) => final.channel))
})

test('a long voice goes through the whole script and begins again', async () => {
  const client = await listenTo(server.url)
  const words = DEMONSTRATION_SCRIPT.reduce((sum, { text }) => sum + text.split(' ').length, 0)
  await client.play(tone(300, words / 2.5 + 8))
  const texts = client.finals.map((final) => final.channel.alternatives[0]?.transcript).filter(Boolean)
  expect(texts.slice(0, DEMONSTRATION_SCRIPT.length)).toEqual(DEMONSTRATION_SCRIPT.map(({ text }) => text))
  expect(texts[DEMONSTRATION_SCRIPT.length]).toBe(DEMONSTRATION_SCRIPT[0]?.text)
})

test('a refused handshake is an HTTP status with a reason', async () => {
  const statusOf = (query: string, path = '') =>
    new Promise<{ status: number | undefined; body: unknown }>((resolve) => {
      const socket = new WebSocket(`${server.url}${path}?${query}`)
      socket.on('error', () => {})
      socket.on('unexpected-response', async (_request, response) => {
        const body = (await response.toArray()).join('')
        resolve({ status: response.statusCode, body: JSON.parse(body) })
      })
    })
  for (const [query, status, path] of [
    ['encoding=opus&sample_rate=16000', 400],
    ['encoding=linear16&sample_rate=48000', 400],
    [`${ROOM_QUERY}&utterance_end_ms=10`, 400],
    [ROOM_QUERY, 404, '/other'],
  ] as const) {
    const answer = await statusOf(query, path)
    expect(answer.status).toBe(status)
    expect(listenRefusal.parse(answer.body).err_msg).not.toBe('')
  }
})

test('health and the batch endpoint answer over HTTP', async () => {
  const base = server.url.replace('ws:', 'http:')
  const health = await (await fetch(new URL('/health', base))).json()
  expect(health).toEqual({ ok: true, recogniser: DEMONSTRATION_MODEL, demonstration: true })

  const audio = joined([silence(1), ...voiceFor(2)])
  const post = (query: string, body: Uint8Array) =>
    fetch(`${base}?${query}`, { method: 'POST', body: new Uint8Array(body) })
  const raw = await post(`${ROOM_QUERY}&utterances=true`, bytesFromSamples(audio))
  const answer = listenBatchAnswer.parse(await raw.json())
  const lines = DEMONSTRATION_SCRIPT.slice(0, 2).map(({ text }) => text)
  expect(answer.results.channels[0]?.alternatives[0]?.transcript).toBe(lines.join(' '))
  expect(answer.results.utterances?.map(({ transcript, speaker }) => [speaker, transcript])).toEqual(
    lines.map((text, speaker) => [speaker, text]),
  )
  const wav = await post('punctuate=true&endpointing=300', writeWav(audio, 16_000))
  const same = listenBatchAnswer.parse(await wav.json())
  expect(same.results.channels[0]?.alternatives[0]?.transcript).toBe(lines.join(' '))
  expect(same.results.utterances).toBeUndefined()

  for (const [query, body] of [
    [ROOM_QUERY, new Uint8Array(0)],
    [ROOM_QUERY, new Uint8Array(3)],
    ['language=pt-BR', bytesFromSamples(audio)],
    ['language=pt-BR', writeWav(audio, 8_000)],
  ] as const) {
    const refused = await post(query, body)
    expect(refused.status).toBe(400)
    listenRefusal.parse(await refused.json())
  }
})
