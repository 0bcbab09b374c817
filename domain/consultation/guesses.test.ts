import { expect, test } from 'vitest'
import { from, Room, START } from '#tests/testkit/room/pure-room.ts'
import { flipSpeakers, setSpeaker } from '../transcript/edit.ts'
import type { TranscriptEntry } from '../transcript/entry.ts'
import { withSpeakers } from '../transcript/speakers.ts'
import { addEntry, entryOf } from './lines.ts'
import { clientMessage } from './protocol.ts'
import { restored, saved, takesOf } from './state.ts'
import type { Take } from './take.ts'

const S = 16_000
const start = (room: Room, name: string, action: 'start' | 'resume', guess_speakers?: boolean) =>
  room.tell({
    type: 'toggle_transcription',
    ...from(name),
    action,
    ...(guess_speakers !== undefined && { guess_speakers }),
  })
const isGuessed = (room: Room) => takesOf(room.state).map((take) => !take.unguessed)

test('[C32] a device turns speaker guesses on or off for its own take; no value changes nothing', () => {
  expect(clientMessage.parse({ type: 'toggle_transcription', action: 'start', guess_speakers: false })).toMatchObject({
    guess_speakers: false,
  })
  const room = new Room()
  room.hello('a')
  start(room, 'a', 'start', false)
  expect(isGuessed(room)).toEqual([false])
  room.toggle('a', 'pause')
  room.toggle('a', 'resume')
  expect(isGuessed(room)).toEqual([false])
  // Switched on in the middle: from the next resume.
  room.toggle('a', 'pause')
  start(room, 'a', 'resume', true)
  expect(isGuessed(room)).toEqual([true])
  start(room, 'a', 'start', false)
  // Another screen takes over and is set up otherwise; an older page says nothing of it.
  room.hello('b')
  room.tell({ type: 'take_over', ...from('b') })
  expect(isGuessed(room)).toEqual([false, true])
  start(room, 'b', 'start', true)
  expect(isGuessed(room)).toEqual([false, true])
  // It outlives eviction [C22].
  const back = restored(saved(room.state), () => 0, [], room.now)
  expect(takesOf(back).map((take) => !take.unguessed)).toEqual([false, true])
})

test('[C32] lines of such a take get a speaker only from the doctor, never from a later guess', () => {
  const room = new Room().recording()
  const take = room.take(1) as Take
  const quiet: Take = { ...take, take: 2, startedAt: START + 60_000, unguessed: true }
  const line = (of: Take, text: string, from: number, voice: number) =>
    entryOf(START, of, { text, from: from * S, to: (from + 1) * S, words: [], voice }, 1)
  const entries: TranscriptEntry[] = []
  const hear = (entry: TranscriptEntry) => {
    const [added, ...changed] = addEntry(entries, entry)
    if (added) entries.push(added)
    return { added, changed }
  }
  const { added } = hear(line(quiet, 'O que o senhor está sentindo?', 0, 0))
  expect(added?.speaker).toBeUndefined()
  expect(hear(line(quiet, 'Estou com muita dor de cabeça.', 2, 1))).toMatchObject({ changed: [] })
  // A take that is guessed at does not reach back into it.
  const guessed = hear(line(take, 'O senhor tem alergia a algum remédio?', 0, 0))
  expect([guessed.added?.speaker, guessed.changed]).toEqual(['doctor', []])
  expect(withSpeakers(entries).map(({ speaker }) => speaker)).toEqual([undefined, undefined, 'doctor'])
  // One line by hand is one line.
  const byHand = setSpeaker(entries, '2-0', 'doctor')
  expect(byHand?.filter(({ id }) => id.startsWith('2-'))).toMatchObject([{ id: '2-0', speaker: 'doctor' }])
  expect(flipSpeakers(entries).map(({ id }) => id)).toEqual(['1-0'])
})
