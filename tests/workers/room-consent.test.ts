import { expect, test } from 'vitest'
import { spoken } from '#tests/testkit/engine/engine.ts'
import { FRAME, openStage, speak, words, wordsIn } from './room-stage.ts'

test('[C24] consent taken back while recording: the engine is closed, the rest is a gap, the lines stay', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 4)
  await client.had('audio_ack', (ack) => ack.transcribed === 4 * FRAME)
  const other = await stage.enter('b')
  expect(other.welcome).toMatchObject({ consent: 'accepted' })
  // One frame of the next sentence: stored, and not yet done.
  await speak(client, take, 4, 1)
  await stage.stub.consentChanged({ state: 'revoked', at: Date.now() }, [{ take, samples: 0 }])
  expect(await client.next('consent')).toMatchObject({ state: 'revoked' })
  expect(await other.client.next('gap')).toMatchObject({ take, reason: 'discarded', start_ms: 1_000, end_ms: 1_250 })
  expect(await client.next('recorder', (one) => one.recorder === 'none')).toMatchObject({ take: null })
  expect(stage.engine.sockets).toBe(0)
  client.frame(take, 5 * FRAME, spoken(5))
  expect(await client.next('refused')).toMatchObject({ code: 'consent_refused' })
  client.say({ type: 'toggle_transcription', action: 'start' })
  expect(await client.next('refused')).toMatchObject({ code: 'consent_refused' })
  const heardSamples = stage.engine.heardSamples
  await stage.evict()
  const back = await stage.enter('a')
  expect(back.welcome).toMatchObject({ recorder: 'none', gaps: [{ reason: 'discarded' }] })
  expect(stage.engine.heardSamples).toBe(heardSamples)
  expect(stage.engine.batches).toEqual([])
  // A device that was away learns which take the new yes does not bring back.
  expect(back.welcome.takes).toMatchObject([{ take, withdrawn: true }])
  back.client.say({ type: 'finish', takes: [{ take, samples: 9 * FRAME }] })
  await back.client.next('consultation', (message) => message.status === 'completed')
  expect(wordsIn(await stage.lines())).toEqual(words(0, 4))
})
