import { expect, test } from 'vitest'
import { spoken } from '#tests/testkit/engine/engine.ts'
import { EngineServer } from '#tests/testkit/engine/server.ts'
import { listenTo } from '#tests/testkit/speech/listen-client.ts'

test("the tests' engine: every frame is one word however it is cut, and one changed sample changes the words", async () => {
  const server = await new EngineServer().listen()
  try {
    const client = await listenTo(server.url)
    const audio = Int16Array.from(Array.from({ length: 9 }, (_, n) => [...spoken(n)]).flat())
    client.audio(audio.subarray(0, 5_001))
    client.audio(audio.subarray(5_001))
    const broken = spoken(9)
    broken[2_000] = 77
    client.audio(broken)
    client.audio(new Int16Array(4_000))
    await client.close()
    const transcripts = client.finals.map((final) => final.channel.alternatives[0]?.transcript)
    expect(transcripts.join(' ').trim().split(' ')).toEqual([
      ...Array.from({ length: 9 }, (_, n) => `palavra${n}`),
      ...['palavra9', 'palavra76', 'palavra9'],
    ])
  } finally {
    await server.close()
  }
})
