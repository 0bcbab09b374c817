import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listenBatchAnswer, modelName } from '#domain/speech/listen.ts'
import { filesOfModel } from '#local/speech/models.ts'
import { bytesFromSamples } from '#local/speech/pcm.ts'
import { sherpaRecogniser } from '#local/speech/sherpa.ts'
import { wordsOfTokens } from '#local/speech/sherpa-words.ts'
import { startSpeechServer } from '#local/speech/speech-server.ts'
import { listenTo, ROOM_QUERY } from '#tests/testkit/speech/listen-client.ts'
import { TINY_WORDS, tone, writeTinyCtc, writeTinyTransducer } from '#tests/testkit/speech/tiny-models.ts'

test.for([
  ['tiny-ctc', writeTinyCtc],
  ['tiny-streaming-transducer', writeTinyTransducer],
] as const)('sherpa-onnx loads %s and decodes it for real, for two sockets at once', async ([name, write]) => {
  const directory = mkdtempSync(join(tmpdir(), 'tiny-'))
  const server = await startSpeechServer({
    recogniser: await sherpaRecogniser(write(join(directory, name))),
    port: 0,
    enforceRate: false,
  })
  try {
    // 1 s of silence, then a tone every two seconds; shorter than the endpointing, for it is one word and then blanks.
    const [dor, febre, tosse] = TINY_WORDS
    const audio = (...spoken: readonly { hertz: number }[]) => {
      const samples = new Int16Array((1 + 2 * spoken.length) * 16_000)
      spoken.forEach(({ hertz }, i) => {
        samples.set(tone(hertz, 0.25), (1 + 2 * i) * 16_000)
      })
      return samples
    }
    const [first, second] = [await listenTo(server.url), await listenTo(server.url)]
    const ends = await Promise.all([first.play(audio(dor, tosse, febre)), second.play(audio(febre, dor))])
    expect(ends.map(({ code }) => code)).toEqual([1000, 1000])
    const heardBy = (client: typeof first) =>
      client.finals.flatMap((final) => final.channel.alternatives[0]?.words ?? []).map(({ word }) => word)
    expect(heardBy(first)).toEqual(['dor', 'tosse', 'febre'])
    expect(heardBy(second)).toEqual(['febre', 'dor'])

    const words = first.finals.flatMap((final) => final.channel.alternatives[0]?.words ?? [])
    words.forEach((word, i) => {
      expect(word.start).toBeGreaterThan(1 + 2 * i - 0.1)
      expect(word.start).toBeLessThan(1 + 2 * i + 0.1)
    })
    expect(first.messages.some((message) => message.type === 'Results' && !message.is_final)).toBe(true)
    const last = first.messages.at(-1)
    expect(last?.type === 'Metadata' && modelName(last)).toBe(name)

    const response = await fetch(`${server.url.replace('ws:', 'http:')}?${ROOM_QUERY}`, {
      method: 'POST',
      body: new Uint8Array(bytesFromSamples(audio(tosse, dor))),
    })
    const answer = listenBatchAnswer.parse(await response.json())
    expect(answer.results.channels[0]?.alternatives[0]?.transcript).toBe('tosse dor')
  } finally {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
})

test('tokens become words, and a folder without a model is told before the library is asked', () => {
  const result = {
    tokens: ['<pt-BR>', '▁Dor', '▁de', '▁cab', 'eça', ',', ' há', ' três', '.'],
    timestamps: [0, 0.08, 0.4, 0.56, 0.72, 0.8, 2, 2.2, 2.3],
    start_time: 10,
  }
  expect(wordsOfTokens(result, -0.3).map(({ text, start }) => [text, start.toFixed(2)])).toEqual([
    ['Dor', '9.78'],
    ['de', '10.10'],
    ['cabeça,', '10.26'],
    ['há', '11.70'],
    ['três.', '11.90'],
  ])
  expect(() => filesOfModel(tmpdir())).toThrow('Falta tokens.txt')
})
