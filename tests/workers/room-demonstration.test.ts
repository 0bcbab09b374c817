import { expect, test, vi } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { DEMONSTRATION_MODEL } from '#domain/speech/listen.ts'
import { FIRST_WORD as LOUD, wordOf } from '#tests/testkit/engine/engine.ts'
import { WorkerEngine } from '#tests/testkit/engine/in-worker.ts'
import type { RoomClient } from '#tests/testkit/room/room-client.ts'
import { finish, openStage, type Stage, speak, transcribed } from './room-stage.ts'
import { selectValue } from './sql.ts'

const FRAME = 4_000
const demonstrationStage = () => openStage(new WorkerEngine(DEMONSTRATION_MODEL))
const isMarked = async ({ id }: Stage) =>
  (await selectValue<number>('SELECT demonstration FROM consultations WHERE id = ?', id)) === 1

/** The page hears these frames of the take; without `to` it still does. */
const hears = (client: RoomClient, take: number, ...spans: [from: number, to?: number][]) =>
  client.say({
    type: 'device_speech',
    take,
    spans: spans.map(([from, to]) => ({ from: from * FRAME, ...(to !== undefined && { to: to * FRAME }) })),
  })
/** The page's recogniser found a sentence in these frames; resolves when the room has stored it. */
async function hear(client: RoomClient, take: number, from: number, to: number, text: string): Promise<void> {
  const place = { from: from * FRAME, to: to * FRAME, at: from * FRAME }
  const result: ClientMessage = { type: 'device_result', id: `r-${from}`, take, ...place, text }
  client.say(result)
  await client.next('device_stored', ({ id }) => id === result.id)
}
const invented = (frame: number) => `${wordOf(LOUD + frame)} ${wordOf(LOUD + frame + 1)}`

test('a consultation that the demonstration began and the page continued is marked', async () => {
  const stage = await demonstrationStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 4, LOUD)
  await transcribed(client, 4)
  hears(client, take, [4])
  await speak(client, take, 4, 2, LOUD + 4)
  await hear(client, take, 4, 6, 'A página ouviu isto.')
  expect((await stage.enter('b')).welcome.engine).toMatchObject({ name: 'device', demonstration: false })
  hears(client, take, [4, 6])
  await finish(client, take, 6)
  expect(await stage.lines()).toEqual([invented(0), invented(2), 'A página ouviu isto.'])
  expect(await isMarked(stage)).toBe(true)
})

test('[C46] where the page hears, the demonstration writes nothing of what it missed, and nothing is marked', async () => {
  const stage = await demonstrationStage()
  const { client, take } = await stage.recorder()
  // The recogniser begins after the first frame.
  await speak(client, take, 0, 1, LOUD)
  hears(client, take, [1])
  await speak(client, take, 1, 3, LOUD + 1)
  await hear(client, take, 1, 2, 'Bom dia.')
  expect((await stage.enter('b')).welcome.engine).toMatchObject({ name: 'device', demonstration: false })
  // It ended and began again: no engine received two frames.
  hears(client, take, [1, 2], [4])
  await speak(client, take, 4, 2, LOUD + 4)
  await hear(client, take, 4, 6, 'Boa tarde.')
  // It ends with the recording, and two more frames come.
  hears(client, take, [1, 2], [4, 6])
  await speak(client, take, 6, 2, LOUD + 6)
  await finish(client, take, 8)
  expect(await stage.lines()).toEqual(['Bom dia.', 'Boa tarde.'])
  expect(await isMarked(stage)).toBe(false)
})

test('[C29] voice in which the page found no words is not given to the demonstration', async () => {
  const stage = await demonstrationStage()
  const { client, take } = await stage.recorder()
  hears(client, take, [0])
  await speak(client, take, 0, 4, LOUD)
  await hear(client, take, 0, 4, '')
  hears(client, take, [0, 4])
  await finish(client, take, 4)
  expect(await stage.lines()).toEqual([])
  expect(await isMarked(stage)).toBe(false)
})

test('[C44] after a page that hears no more the demonstration writes, also after an eviction, and it is marked', async () => {
  const stage = await demonstrationStage()
  const { client, take } = await stage.recorder()
  hears(client, take, [0])
  await speak(client, take, 0, 2, LOUD)
  hears(client, take, [0, 2])
  await hear(client, take, 0, 2, 'Bom dia.')
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.setSystemTime(Date.now() + 21_000)
    await speak(client, take, 2, 4, LOUD + 2)
    await client.had('transcription_update', (line) => line.is_final && line.text === invented(4))
  } finally {
    vi.useRealTimers()
  }
  await stage.evict()
  await finish(client, take, 6)
  expect(await stage.lines()).toEqual(['Bom dia.', invented(2), invented(4)])
  expect(await isMarked(stage)).toBe(true)
})
