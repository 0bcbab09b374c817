import { expect, test } from 'vitest'
import type { ListenResults, ListenWord } from '../speech/listen.ts'
import { editEntry, flipSpeakers, setSpeaker } from '../transcript/edit.ts'
import { heardBefore, liveFrom, nextSegment, quietCut } from './feeding.ts'
import { SAMPLE_RATE } from './frame.ts'
import { addEntry, beforeAudio, entryOf, typedEntry, writtenIn } from './lines.ts'
import { type Active, openRoom } from './state.ts'
import { addAnchor, clockAt, newTake } from './take.ts'
import { beginUtterance, endUtterance, hear, hearBatch, isOnAudio, placesIn } from './utterance.ts'
import { doubtIn, levelsOf, voiceIn, withoutWords } from './voice.ts'

const START = 1_800_000_000_000
const S = SAMPLE_RATE
const word = (text: string, start: number, speaker?: number): ListenWord => ({
  word: text,
  start,
  end: start + 0.25,
  confidence: 0.9,
  ...(speaker !== undefined && { speaker }),
})
function results(
  start: number,
  end: number,
  words: ListenWord[],
  kind: { final?: boolean; last?: boolean } = {},
): ListenResults {
  const transcript = words.map((one) => one.word).join(' ')
  return {
    type: 'Results',
    start,
    duration: end - start,
    is_final: kind.final ?? true,
    speech_final: kind.last ?? false,
    channel: { alternatives: [{ transcript, confidence: 0.9, words }] },
  }
}

test('[C12] final pieces wait for the end of speech; only then is their span done', () => {
  let step = hear(beginUtterance(0, 0, []), results(0, 1, [word('estou', 0.2), word('com', 0.5)], { final: false }))
  expect([step.partial?.text, step.doneTo]).toEqual(['estou com', null])
  step = hear(step.utterance, results(0, 1, [word('Estou', 0.2), word('com', 0.5)]))
  expect([step.lines, step.doneTo, step.partial?.text]).toEqual([[], null, 'Estou com'])
  step = hear(step.utterance, results(1, 2, [word('febre.', 1.1)], { last: true }))
  expect(step.lines.map(({ text, from, to }) => [text, from, to])).toEqual([['Estou com febre.', 3_200, 21_600]])
  expect(step.doneTo).toBe(2 * S)
  // Silence moves on at once; an engine that breaks off leaves its final pieces as a line.
  step = hear(step.utterance, results(2, 3, []))
  expect([step.lines, step.doneTo]).toEqual([[], 3 * S])
  step = hear(step.utterance, results(3, 4, [word('Desde', 3.5)]))
  expect(endUtterance(step.utterance)).toMatchObject({ doneTo: 4 * S, lines: [{ text: 'Desde' }] })
})

test('[C12] a restarted engine maps its seconds to the take and repeats nothing', () => {
  const restarted = beginUtterance(9 * S, 10 * S, [{ from: 0, to: 10 * S }])
  const step = hear(restarted, results(0, 2, [word('com', 0.5), word('febre', 1), word('alta', 1.5)], { last: true }))
  expect(step.lines).toMatchObject([{ text: 'febre alta', from: 10 * S, to: 10.75 * S }])
  expect(step.doneTo).toBe(11 * S)
})

test('[C12] writes a word whose beginning an empty result skipped, and never writes a word twice', () => {
  const take = { ...newTake(1, START + 2_000), done: [{ from: 0, to: 10 * S }] }
  const before = hear(beginUtterance(0, 0, []), results(8, 10, [word('sim', 9.1), word('senhor', 9.4)], { last: true }))
  const entries = before.lines.map((line) => entryOf(START, take, line, 1))
  const written = heardBefore(10 * S, take, writtenIn(entries, START, take), null)
  const again = [
    word('sim', 9.12 - 9),
    word('senhor', 9.37 - 9),
    { ...word('o', 0.9), end: 0.98 },
    word('senhor', 1.05),
  ]
  const step = hear(beginUtterance(9 * S, 10 * S, written), results(0, 2, again, { last: true }))
  expect(step.lines.map((line) => line.text)).toEqual(['o senhor'])
  // Live begins at the end of a backlog; a segment transcribes the second before it.
  const behind = heardBefore(10 * S, { ...take, stored: 10 * S, done: [{ from: 0, to: 4 * S }] }, [], null)
  expect(hear(beginUtterance(9 * S, 10 * S, behind), results(0, 2, again, { last: true })).lines).toMatchObject([
    { text: 'senhor' },
  ])
  const batch = { take: 1, from: 9.5 * S, to: 12 * S }
  expect(hear(beginUtterance(9 * S, 10 * S, [batch]), results(0, 2, again.slice(2), { last: true })).lines).toEqual([])
})

test('[C14] a change of voice begins another line; a single word of another voice does not', () => {
  const words = [word('Dói', 0, 0), word('muito?', 0.3, 0), word('Dói', 0.6, 1), word('sim.', 0.9, 1)]
  const two = hear(beginUtterance(0, 0, []), results(0, 2, words, { last: true })).lines
  expect(two.map(({ text, voice }) => [text, voice])).toEqual([
    ['Dói muito?', 0],
    ['Dói sim.', 1],
  ])
  const noise = [word('Dói', 0, 0), word('muito', 0.3, 1), word('aqui?', 0.6, 0)]
  expect(hear(beginUtterance(0, 0, []), results(0, 2, noise, { last: true })).lines).toMatchObject([
    { text: 'Dói muito aqui?' },
  ])
})

test('[C15] live catches up to 15 s; longer backlogs go in segments cut at quiet places', () => {
  const room = (stored: number, done: { from: number; to: number }[] = []): Active => ({
    ...openRoom(START, START),
    takes: [{ ...newTake(1, START), stored, done }],
    recorder: { take: 1, screen: 'a', session: 's', socket: 'a', paused: false },
  })
  const still = () => false
  expect(liveFrom(room(15 * S), true, null)).toEqual({ take: 1, from: 0 })
  const far = room(70 * S)
  const live = liveFrom(far, true, null)
  expect(live).toEqual({ take: 1, from: 70 * S })
  expect(liveFrom(far, false, null)).toEqual({ take: 1, from: 0 })
  expect(nextSegment(far, live, still)).toEqual({ take: 1, from: 0, to: 30 * S })
  expect(nextSegment(room(71 * S, [{ from: 0, to: 60 * S }]), live, still)).toEqual({
    take: 1,
    from: 60 * S,
    to: 70 * S,
  })
  // A live session does not get audio that a segment transcribes now.
  expect(liveFrom(room(12 * S), true, { take: 1, from: 0, to: 10 * S })).toEqual({ take: 1, from: 10 * S })
  // The end of a take that still grows waits.
  const idle = { ...room(2 * S), recorder: null }
  expect([nextSegment(idle, null, () => true), nextSegment(idle, null, still)?.to]).toEqual([null, 2 * S])
  const loud = new Int16Array(30 * S).fill(9_000).fill(0, 25 * S, 25.2 * S)
  expect(quietCut(loud, { from: 5 * S, to: 35 * S }) / S).toBeCloseTo(30.1, 1)
})

test('[C15] words centred outside a segment belong to its neighbours', () => {
  const span = { from: 10 * S, to: 12 * S }
  const outside = [
    { from: 0, to: span.from },
    { from: span.to, to: 1e12 },
  ]
  const words = [word('antes', 0.85), word('dentro', 1.1), word('também', 2.8), word('depois', 2.95)]
  const lines = hearBatch(9 * S, span, { alternatives: [{ transcript: 'antes dentro também depois', words }] }, outside)
  expect(lines).toMatchObject([{ text: 'dentro também', from: 10.1 * S }])
  expect(hearBatch(9 * S, span, { alternatives: [], utterances: [] }, outside)).toEqual([])
})

test('[C13][C14] ignores repeated lines, writes words spoken twice twice, and never overrides a manual speaker', () => {
  const take = newTake(1, START + 1_000)
  const line = (text: string, from: number, voice = 0) =>
    entryOf(START, take, { text, from: from * S, to: (from + 1) * S, words: [], voice }, 1)
  let entries = addEntry([], line('O que o senhor está sentindo?', 0, 0))
  expect(entries[0]).toMatchObject({
    id: '1-0',
    start_ms: 1_000,
    end_ms: 2_000,
    timestamp: START + 1_000,
    speaker: 'doctor',
  })
  expect(addEntry(entries, line('O que o senhor está sentindo?', 0, 0))).toEqual([])
  entries = [...entries, ...addEntry(entries, line('Sim', 2, 1)).slice(0, 1)]
  entries = [...entries, ...addEntry(entries, line('Sim', 4, 1)).slice(0, 1)]
  expect(entries.map((entry) => entry.text)).toEqual(['O que o senhor está sentindo?', 'Sim', 'Sim'])
  // Other words that begin at the same place are not the same line.
  expect(addEntry(entries, line('Não', 4, 1))[0]).toMatchObject({ id: '1-64000.1', text: 'Não' })

  const byHand = setSpeaker(entries, '1-32000', 'patient')
  expect(byHand?.[0]).toMatchObject({ id: '1-32000', speaker: 'patient', speaker_origin: 'hand' })
  expect(setSpeaker(entries, '1-32000', null)?.[0]).not.toHaveProperty('speaker')
  expect(setSpeaker(entries, 'nada', 'doctor')).toBeNull()
  const flipped = flipSpeakers(entries.map((entry) => byHand?.find((one) => one.id === entry.id) ?? entry))
  expect(flipped.find((entry) => entry.id === '1-32000')).toMatchObject({ speaker: 'doctor', speaker_origin: 'hand' })
  const original = 'O que o senhor está sentindo?'
  const edited = editEntry(entries, '1-0', 'O que a senhora sente?') ?? []
  expect(edited[0]).toMatchObject({ text: 'O que a senhora sente?', original })
  expect(editEntry(edited, '1-0', 'Sente?')?.[0]).toMatchObject({ text: 'Sente?', original })
  expect(editEntry(edited, '1-0', original)?.[0]).not.toHaveProperty('original')
  expect(editEntry(entries, '1-0', entries[0]?.text ?? '')).toEqual([])
})

test('[C25] typed lines get their place on the audio clock and never count as recognised ones', () => {
  // Take 1 records 10 s, rests for 60, records on; take 2 begins at 100 s.
  const first = { ...addAnchor(newTake(1, START), { at: 10 * S, wall: START + 70_000 }), stored: 20 * S }
  const takes = [first, { ...newTake(2, START + 100_000), stored: S }]
  const at = (ms: number, resting: number | null = null) => clockAt(START, takes, START + ms, resting)
  expect([4_000, 10_000, 40_000, 70_000, 75_000].map((ms) => at(ms))).toEqual([4_000, 10_000, 10_000, 10_000, 15_000])
  // Recording has stopped: still before the take that follows. A take that rests stands still.
  expect([at(99_000), at(100_500), at(130_000), at(130_000, 2)]).toEqual([39_000, 100_500, 130_000, 101_000])

  const room: Active = { ...openRoom(START, START), takes }
  const id = 'typed-0b0f4a4e-8a29-4b7e-9a6f-3b6a3a1c9a10'
  const line = typedEntry(room, { id, text: 'Tenho dor.', speaker: 'patient', ago_ms: 3_000 }, START + 7_000, [])
  expect(line).toMatchObject({ start_ms: 4_000, end_ms: 4_000, timestamp: START + 4_000, speaker_origin: 'hand' })
  // The clock goes back when the room learns of a pause. The next line stays behind this one.
  const before = { ...line, start_ms: 9_000 }
  const next = typedEntry(room, { id, text: 'Há dias.', speaker: null, ago_ms: 0 }, START + 8_000, [before])
  expect(next.start_ms).toBe(9_000)
  const recognised = entryOf(START, first, { text: 'Tenho dor.', from: 4 * S, to: 5 * S, words: [] }, 1)
  expect(editEntry([line], id, 'Sem dor.')?.[0]).not.toHaveProperty('original')
  expect(addEntry([line], recognised)[0]).toMatchObject({ id: '1-64000', text: 'Tenho dor.' })
  // A wrong device clock cannot place a line before the start of the consultation.
  const ago = typedEntry(room, { id, text: 'Antes', speaker: null, ago_ms: 9e9 }, START + 7_000, [])
  expect([ago.start_ms, ago.timestamp, ago.speaker]).toEqual([0, START, undefined])
  const early = typedEntry(openRoom(START, START), { id, text: 'Já', speaker: null, ago_ms: 0 }, START + 9_000, [])
  expect(early.start_ms).toBe(9_000)
  expect(beforeAudio([early, recognised])).toMatchObject([{ id, start_ms: 0, timestamp: START + 9_000 }])
})

/** Syllables of 0.3 s with 0.2 s between them, as loud as `peak`, with the offset of a cheap microphone. */
const speech = (seconds: number, peak = 3_000) =>
  new Int16Array(seconds * S).map((_, i) => 200 + (i % (S / 2) < 0.3 * S ? (i % 2 === 0 ? peak : -peak) : 0))

test('[C27] finds voice by its energy, but not silence, a fan, a cough or words', () => {
  const found = (pcm: Int16Array) => voiceIn(levelsOf(pcm), 10 * S).map(({ from, to }) => [from / S, to / S])
  expect(found(speech(8))).toEqual([[10, 17.8]])
  expect(found(new Int16Array(8 * S).fill(9_000))).toEqual([])
  expect(found(speech(8, 200))).toEqual([])
  expect(found(speech(4))).toEqual([])
  // A fan hums at one level; at full level, for seconds, it is none.
  const hum = (level: number) => new Int16Array(8 * S).map((_, i) => (i % 2 === 0 ? level : -level))
  expect([found(hum(1_500)), found(hum(9_000))]).toEqual([[], [[10, 18]]])
  // Two sentences with silence between them are two; a beep each second is none.
  const two = new Int16Array(30 * S)
  two.set(speech(8), 2 * S)
  two.set(speech(8), 20 * S)
  expect(found(two)).toEqual([
    [12, 19.8],
    [30, 37.8],
  ])
  expect(found(new Int16Array(30 * S).map((_, i) => (i % S < S / 10 ? (i % 2 === 0 ? 3_000 : -3_000) : 0)))).toEqual([])

  const take = { ...newTake(1, START), stored: 60 * S, done: [{ from: 0, to: 40 * S }] }
  const written = [
    { from: 2.02 * S, to: 5 * S },
    { from: 20 * S, to: 21 * S },
    { from: 24 * S, to: 36 * S },
  ]
  expect(withoutWords(take, written)).toEqual([
    { from: 5.5 * S, to: 19.5 * S },
    { from: 36.5 * S, to: 40 * S },
  ])
  expect(withoutWords(take, [])).toEqual([{ from: 0, to: 40 * S }])
})

test('[C28] rejects results about audio that the engine never received', () => {
  const fits = (start: number, end: number, words = [word('sim', start)]) =>
    isOnAudio(9 * S, 20 * S, placesIn(results(start, end, words)))
  expect([fits(0, 11), fits(0, 11.9), fits(10, 11, [word('sim', 10.9)])]).toEqual([true, true, true])
  expect([fits(0, 13), fits(0, 1e6), fits(2, 1), fits(10, 11, [word('sim', 12.5)])]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('[C12] words on both sides of a written line are two lines', () => {
  const [one, two, three] = [word('uma', 1), word('febre', 2), word('noite', 3)]
  const written = [{ from: 1.5 * S, to: 2.5 * S }]
  const batch = { alternatives: [{ transcript: 'uma febre noite', words: [one, two, three] }] }
  const lines = hearBatch(0, { from: 0, to: 4 * S }, batch, written)
  expect(lines.map((line) => line.text)).toEqual(['uma', 'noite'])
  const first = hear(beginUtterance(0, 0, written), results(0, 1.5, [one]))
  const second = hear(first.utterance, results(1.5, 4, [two, three], { last: true }))
  expect(second.lines.map((line) => line.text)).toEqual(['uma', 'noite'])
  const alone = hear(beginUtterance(0, 0, []), results(0, 4, [one, three], { last: true }))
  expect(alone.lines.map((line) => line.text)).toEqual(['uma noite'])
})

test('[C29] reports the spans with words; voice in the other spans is doubtful', () => {
  let step = hear(beginUtterance(0, 0, []), results(0, 1, [word('com', 0.5)]))
  step = hear(step.utterance, results(1, 3, []))
  expect([step.doneTo, step.said]).toEqual([null, []])
  step = hear(step.utterance, results(3, 4, [word('febre', 3.2)], { last: true }))
  expect([step.doneTo, step.said]).toEqual([
    4 * S,
    [
      { from: 0, to: S },
      { from: 3 * S, to: 4 * S },
    ],
  ])
  expect(hear(step.utterance, results(4, 5, []))).toMatchObject({ doneTo: 5 * S, said: [] })
  // Words written before count as answered too.
  const restarted = beginUtterance(0, 0, [{ from: 0, to: S }])
  expect(hear(restarted, results(0, 1, [word('com', 0.5)]))).toMatchObject({ lines: [], said: [{ from: 0, to: S }] })

  const found = (levels: number[]) => doubtIn(levels, { from: S, to: S + levels.length * 1_600 + 800 })
  expect(found([2_000, 1_500])).toEqual([{ from: S, to: S + 4_000 }])
  expect(found([0, 2_000])).toEqual([])
  const sim = Array.from({ length: 50 }, (_, i) => (i === 20 || i === 22 ? 2_000 : 20))
  expect(found(sim)).toEqual([{ from: S + 19 * 1_600, to: S + 24 * 1_600 }])
  expect(found(Array.from({ length: 50 }, () => 500))).toEqual([])
})
