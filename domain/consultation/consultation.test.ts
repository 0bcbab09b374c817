import { expect, test } from 'vitest'
import { ack, from, Room, refused, START } from '#tests/testkit/room/pure-room.ts'
import { transition } from './consultation.ts'
import { type Active, type Finishing, recorderFor, restored, saved } from './state.ts'
import { clockOf, type Take, wallOf } from './take.ts'

test('[C1][C2] a take begins where the room handed it out; pauses and gaps move wall time only', () => {
  const room = new Room().recording().filled(1)
  room.now += 1_000
  room.toggle('a', 'pause')
  room.now += 60_000
  room.toggle('a', 'resume')
  room.frame('a', 1, 4_000)
  room.now += 9_000
  room.tell({ type: 'take_over', ...from('b') })
  const [first, second] = [room.take(1), room.take(2)]
  if (!first || !second) throw new Error('two takes were handed out')
  expect([clockOf(START, first, 4_000), wallOf(first, 4_000) - START]).toEqual([250, 61_000])
  expect([clockOf(START, second, 16_000), wallOf(second, 0) - START]).toEqual([71_000, 70_000])
  // A device that slept says so; a repeated report is not a second gap.
  const gap = { type: 'gap' as const, ...from('b'), take: 2, at: 16_000, ms: 30_000, reason: 'asleep' as const }
  room.now += 31_000
  const expected = [{ type: 'gap', take: 2, start_ms: 71_000, end_ms: 101_000, reason: 'asleep' }]
  expect([room.tell(gap), room.did]).toEqual([expected, ['save', 'broadcast']])
  expect([room.tell(gap), room.did]).toEqual([expected, ['send']])
  expect(wallOf(room.take(2) as typeof second, 16_000) - START).toBe(101_000)
})

test('[C3][C4][C5][C8] stores frames once and in order, reports holes, refuses unknown takes', () => {
  const room = new Room().recording()
  expect(room.frame('a', 1, 0)).toEqual([ack(1, 4_000)])
  expect(room.did.slice(0, 3)).toEqual(['forward', 'store', 'send'])
  expect(room.frame('a', 1, 0)).toEqual([ack(1, 4_000)])
  expect(room.did).toEqual(['send'])
  expect(room.frame('a', 1, 12_000)).toEqual([ack(1, 4_000)])
  expect(room.did).toEqual(['send'])
  const pcm = new Uint8Array(8_000).map((_, i) => i % 251)
  const overlap = transition(room.state, { type: 'frame', ...from('a'), take: 1, at: 2_000, pcm }, START)
  expect(overlap.effects[1]).toEqual({ do: 'store', frame: { take: 1, at: 4_000, pcm: pcm.subarray(4_000) } })
  expect(room.frame('a', 7, 0)).toEqual(refused('unknown_take'))
})

test('[C6] stores both takes when A records offline, B takes over and A returns', () => {
  const room = new Room().recording('a').filled(1)
  room.hello('b')
  room.tell({ type: 'closed', socket: 'socket of a', screens: 1 })
  room.toggle('b', 'start')
  expect(room.seen('b')).toEqual({ recorder: 'you', take: 2 })
  room.hello('a')
  expect(room.seen('a')).toEqual({ recorder: 'other', take: null })
  expect(room.frame('a', 1, 4_000)).toEqual([ack(1, 8_000)])
  expect(room.frame('b', 2, 0)).toEqual([ack(2, 4_000)])
  expect(room.seen('b').recorder).toBe('you')
})

test('[C7] a pause stops the engine and still stores audio recorded before it', () => {
  const room = new Room().recording()
  room.toggle('a', 'pause')
  expect(room.did).toContain('listen')
  expect(room.frame('a', 1, 0)).toEqual([ack(1, 4_000)])
  expect(room.did).toContain('store')
})

test('[C9] one screen records; another reads and may take over with its own take', () => {
  const room = new Room().recording('a')
  room.hello('b')
  for (const action of ['start', 'resume', 'pause', 'stop'] as const) {
    expect(room.toggle('b', action, 'other session')).toEqual(refused('not_recorder'))
  }
  room.tell({ type: 'take_over', ...from('b') })
  expect([room.seen('a').recorder, room.seen('b')]).toEqual(['other', { recorder: 'you', take: 2 }])
  room.toggle('b', 'start')
  expect(room.seen('b').take).toBe(2)
})

test('[C10][C11] a reconnecting recorder gets its take back by its screen name, and a new one after stop', () => {
  const room = new Room().recording('a')
  // The old socket still looks alive, and the session was renewed: the name of the screen decides.
  const again = { socket: 'second socket', session: 'renewed', screen: 'a' }
  room.tell({ type: 'hello', ...again, version: 1, since: 0, holds: [] })
  expect(recorderFor(room.state, 'second socket')).toEqual({ recorder: 'you', take: 1 })
  room.tell({ type: 'closed', socket: 'socket of a', screens: 1 })
  expect(recorderFor(room.state, 'second socket').recorder).toBe('you')
  room.toggle('a', 'pause')
  room.tell({ type: 'closed', socket: 'second socket', screens: 0 })
  expect(recorderFor(room.state, 'third').recorder).toBe('none')
  // Another page of the same browser drains the queue: that does not make it the recorder.
  room.tell({
    type: 'frame',
    socket: 'third',
    session: 'renewed',
    screen: 'third',
    take: 1,
    at: 0,
    pcm: new Uint8Array(800),
  })
  expect([recorderFor(room.state, 'third').recorder, room.take(1)?.stored]).toEqual(['none', 400])
  room.tell({ type: 'hello', ...again, socket: 'fourth', version: 1, since: 0, holds: [] })
  const say = (action: 'resume' | 'stop' | 'start') =>
    room.tell({ type: 'toggle_transcription', ...again, socket: 'fourth', action })
  say('resume')
  expect(recorderFor(room.state, 'fourth')).toEqual({ recorder: 'you', take: 1 })
  say('stop')
  expect(recorderFor(room.state, 'fourth').recorder).toBe('none')
  say('start')
  expect(recorderFor(room.state, 'fourth')).toEqual({ recorder: 'you', take: 2 })
  // While it is away another page may go on, with a take of its own: two never write the same.
  room.tell({ type: 'closed', socket: 'fourth', screens: 0 })
  room.toggle('b', 'resume')
  expect(room.seen('b')).toEqual({ recorder: 'you', take: 3 })
})

test('[C12] results past a hole count once the hole has its results', () => {
  const room = new Room().recording().filled(4)
  expect(room.heard(1, [8_000, 12_000])).toEqual([])
  expect(room.heard(1, [0, 8_000])).toEqual([ack(1, 16_000, 12_000)])
  // An engine cannot have heard what is not there.
  expect(room.heard(1, [12_000, 99_000])).toEqual([ack(1, 16_000, 16_000)])
})

test('[C26] a gap is no longer than the room’s clock allows; silence replaces audio that the device lost', () => {
  const room = new Room().recording()
  const gap = (at: number, ms: number, reason: 'microphone' | 'asleep' | 'not_kept' | 'no_words') =>
    room.tell({ type: 'gap', ...from('a'), take: 1, at, ms, reason })
  room.frame('a', 1, 0)
  room.now += 5_250
  // The device's clock jumped by an hour.
  expect(gap(4_000, 3_600_000, 'asleep')).toEqual([
    { type: 'gap', take: 1, start_ms: 250, end_ms: 5_250, reason: 'asleep' },
  ])
  expect(wallOf(room.take(1) as Take, 4_000) - START).toBe(5_250)
  room.frame('a', 1, 4_000)
  room.now += 250
  // The reports cover all time, so no time is left for another gap.
  const none = { type: 'gap', take: 1, start_ms: 500, end_ms: 500, reason: 'microphone' }
  expect([gap(8_000, 1_000, 'microphone'), room.did]).toEqual([[none], ['send']])
  // A page that missed the answer reports again and gets the stored gap.
  const asleep = { type: 'gap', take: 1, start_ms: 250, end_ms: 5_250, reason: 'asleep' }
  expect([gap(4_000, 3_600_000, 'asleep'), room.did]).toEqual([[asleep], ['send']])
  room.now += 750
  expect(gap(8_000, 750, 'microphone')[0]).toMatchObject({ start_ms: 500, end_ms: 1_250, reason: 'microphone' })
  // Silence replaces audio that the device could not store; its time counts.
  room.frame('a', 1, 8_000)
  room.now += 250
  expect(gap(8_000, 250, 'not_kept')[0]).toMatchObject({ start_ms: 500, end_ms: 750, reason: 'not_kept' })
  expect(wallOf(room.take(1) as Take, 12_000)).toBe(room.now)
  expect(gap(8_000, 1, 'no_words')).toEqual(refused('bad_message'))
  // Another page reports the rest of the hole: the new part begins where the first gap ends.
  const hole = { type: 'gap', take: 1, start_ms: 500, end_ms: 750, reason: 'not_kept' }
  expect([gap(9_608, 150, 'not_kept'), room.did]).toEqual([[hole], ['send']])
  room.now += 1_000
  expect([gap(9_608, 650, 'not_kept'), room.did]).toEqual([
    [{ ...hole, start_ms: 750, end_ms: 1_251 }],
    ['save', 'broadcast'],
  ])
  expect([gap(9_608, 650, 'not_kept'), gap(8_000, 750, 'not_kept'), room.did]).toEqual([[hole], [hole], ['send']])
  // Two sleeps at different places of the audio are two gaps.
  const before = room.state.phase === 'active' ? room.state.gaps.length : 0
  room.frame('a', 1, 12_000)
  room.now += 10_000
  const [first] = gap(16_000, 1_000, 'asleep') as unknown as [{ end_ms: number }]
  expect((room.state as Active).gaps).toHaveLength(before + 1)
  // A second sleep before any audio extends the gap; repeated and late reports change nothing.
  room.now += 20_000
  expect([gap(16_000, 1_000, 'asleep'), room.did]).toEqual([[first], ['send']])
  const longer = { ...first, end_ms: first.end_ms + 3_000 }
  expect([gap(16_000, 4_000, 'asleep'), room.did]).toEqual([[longer], ['save', 'broadcast']])
  room.now += 20_000
  expect([gap(16_000, 4_000, 'asleep'), room.did]).toEqual([[longer], ['send']])
  expect((room.state as Active).gaps).toHaveLength(before + 1)
})

test('[C26] audio recorded since a gap is not part of it; a gap grows at the start of a take and after a pause', () => {
  const asleep = (room: Room, at: number, ms: number, ago_ms = 0) =>
    room.tell({ type: 'gap', ...from('a'), take: 1, at, ms, ago_ms, reason: 'asleep' })
  const gapsOf = ({ state }: Room) => (state as Active).gaps.map((gap) => [gap.start_ms, gap.end_ms])
  const jump = 600_000
  // The take begins with two sleeps; the clock jumped in the first.
  const first = new Room().recording()
  first.now += 2_531
  asleep(first, 0, 2_500 + jump)
  first.now += 2_503
  asleep(first, 0, 5_000 + jump)
  expect(gapsOf(first)).toEqual([[0, 5_031]])
  expect(wallOf(first.take(1) as Take, 0) - START).toBe(5_031)
  // The room received the first report 640 ms after the sleep, when it was back. 500 ms of that fill frames.
  const late = new Room().recording()
  late.frame('a', 1, 0, 48_000)
  late.now += 6_143
  asleep(late, 48_000, 2_500 + jump, 640)
  late.now += 2_344
  asleep(late, 56_000, 2_500)
  expect(gapsOf(late)).toEqual([
    [3_000, 5_503],
    [3_500, 5_984],
  ])
  // A pause between two sleeps is no part of them, nor does it make the room forget the first.
  const paused = new Room().recording().filled(1)
  paused.now += 2_750
  asleep(paused, 4_000, 2_500)
  paused.toggle('a', 'pause')
  paused.now += 60_000
  paused.toggle('a', 'resume')
  paused.now += 3_000
  asleep(paused, 4_000, 5_500)
  expect(gapsOf(paused)).toEqual([[250, 5_750]])
  // A device pauses while its microphone is broken, and reports that gap when it records again.
  const broken = new Room().recording().filled(1)
  broken.now += 250
  broken.toggle('a', 'pause')
  broken.now += 10_000
  broken.toggle('a', 'resume')
  broken.now += 40
  broken.tell({ type: 'gap', ...from('a'), take: 1, at: 4_000, ms: 10_020, ago_ms: 0, reason: 'microphone' })
  expect(gapsOf(broken)).toEqual([[250, 10_270]])
  expect(wallOf(broken.take(1) as Take, 4_000) - START).toBe(10_270)
})

test('[C22] restores every state from storage and reads the stored length from the frames', () => {
  const room = new Room().recording().filled(1)
  const back = (sockets: string[], stored = 4_000) => restored(saved(room.state), () => stored, sockets, room.now)
  expect(back(['socket of a'])).toEqual(room.state)
  expect(saved(room.state)).not.toContain('stored')
  const alone = back([]) as Active
  expect([alone.recorder?.socket, alone.aloneSince, alone.takes[0]?.stored]).toEqual([null, START, 4_000])
  room.finish([{ take: 1, samples: 8_000 }])
  expect(back(['socket of a'])).toEqual(room.state)
  expect((back([]) as Finishing).announced).toEqual([{ take: 1, samples: 8_000 }])
  room.frame('a', 1, 4_000)
  room.heard(1, [0, 8_000])
  expect(back([], 8_000)).toEqual(room.state)
})
