import { expect, test } from 'vitest'
import { startSpeechServer } from '#local/speech/speech-server.ts'
import { listenTo, streamAudio } from '#tests/testkit/speech/listen-client.ts'
import {
  CODED_FRAME,
  codedAudio,
  codedFrame,
  oneWordEngine,
  wordOfFrame,
} from '#tests/testkit/speech/one-word-engine.ts'

test('every frame is one word, and one changed bit is another word', async () => {
  const server = await startSpeechServer({ recogniser: oneWordEngine(), port: 0, enforceRate: false })
  try {
    const client = await listenTo(server.url)
    // Frames of any size on the way: the engine cuts its own.
    client.audio(codedAudio(0, 9).subarray(0, 5_001))
    client.audio(codedAudio(0, 9).subarray(5_001))
    const broken = codedFrame(9)
    broken[2_000] = (broken[2_000] as number) ^ 1
    streamAudio(client, broken)
    client.send({ type: 'CloseStream' })
    await client.closed
    const transcripts = client.finals.map((final) => final.channel.alternatives[0]?.transcript)
    expect(transcripts).toEqual([
      'quadro0 quadro1 quadro2 quadro3',
      'quadro4 quadro5 quadro6 quadro7',
      expect.stringMatching(/^quadro8 outro[0-9a-f]{12}$/),
    ])
    expect(wordOfFrame(new Int16Array(CODED_FRAME))).toMatch(/^outro/)
  } finally {
    await server.close()
  }
})
