import { expect, test, vi } from 'vitest'
import { recorderFaults } from '#domain/recorder/microphone.ts'
import { queueOn, turns, wire } from '#tests/testkit/recording/disk.ts'
import type { Microphone, MicrophoneEvents } from '../device/microphone.ts'
import { Sender } from '../uplink/sender.ts'
import { RecorderRunner, type RoomEnd } from './recorder-runner.ts'
import { SnapshotStore } from './snapshot.ts'

const CONSULTATION = '00000000-0000-4000-8000-0000000000a2'
/** Frames of any length that fit into memory. */
const MOST = 7_200

const readyRoom = { connected: true, recorder: 'none', open: true, allowed: true } as const
const microphone: Microphone = {
  deviceId: 'first',
  label: 'Microfone',
  stream: { getAudioTracks: () => [] } as unknown as MediaStream,
  silenced: false,
  run: () => undefined,
  halt: async () => undefined,
  waveform: (into) => void into.fill(200),
  close: () => undefined,
}

test('[DQ5] stops with an error and reports a gap when memory is full, without connection and disk', async () => {
  const queue = await queueOn(null)
  const { sent, socket } = wire()
  const messages: unknown[] = []
  const options = { now: () => 0, onLost: (gap: object) => void messages.push({ ...gap, reason: 'not_kept' }) }
  const sender = new Sender(queue, socket, options)
  const store = new SnapshotStore()
  const room: RoomEnd = {
    side: () => readyRoom,
    claim: () => {
      sender.claimed(1)
      runner.dispatch({ type: 'claimed', take: 1 })
    },
    say: (action) => messages.push(action),
    uplink: { gap: (gap) => void messages.push(gap), sender },
    onFlushed: () => undefined,
  }
  const opened: { events: MicrophoneEvents; run: number; closed: boolean }[] = []
  const runner: RecorderRunner = new RecorderRunner(CONSULTATION, store, room, async (_, events) => {
    const one = { events, run: 0, closed: false }
    opened.push(one)
    const run = (run: number) => Object.assign(one, { run })
    return { ...microphone, run, close: () => Object.assign(one, { closed: true }) }
  })
  const press = async () => {
    runner.press()
    await turns()
  }
  const hear = async (frames: number) => {
    const one = opened.at(-1)
    for (let i = 0; i < frames; i++) one?.events.frame(one.run, new Int16Array(16).fill(1))
    await turns()
  }
  runner.dispatch({ type: 'permission_known' })
  await press()
  await hear(MOST)
  expect([store.read().recorder, messages]).toEqual([{ name: 'recording', take: 1 }, []])

  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  await hear(1)
  expect(store.read().recorder).toEqual({ name: 'error', fault: recorderFaults.processing, goOn: true })
  expect([opened[0]?.closed, messages]).toEqual([true, ['pause']])
  elapsed.mockReturnValue(61_000)
  runner.stop()
  const gap = { type: 'gap', take: 1, at: 16 * (MOST + 1), ms: 60_000, reason: 'microphone' }
  expect(messages.slice(1)).toEqual([gap])

  // It reports the one lost frame too; all others arrive.
  await sender.connected([{ take: 1, stored: 16 * (MOST - 2), transcribed: 0 }])
  await turns(40)
  expect(sent.map(({ at, silent }) => [at / 16, silent])).toEqual([
    [MOST - 2, false],
    [MOST - 1, false],
    [MOST, true],
  ])
  expect(messages.slice(2)).toEqual([{ take: 1, at: 16 * MOST, ms: 1, reason: 'not_kept' }])
})

test('a paused recorder shows no level, though its microphone stays open', async () => {
  const store = new SnapshotStore()
  const room: RoomEnd = {
    side: () => readyRoom,
    claim: () => runner.dispatch({ type: 'claimed', take: 1 }),
    say: () => undefined,
    uplink: { gap: () => undefined, sender: null },
    onFlushed: () => undefined,
  }
  const runner: RecorderRunner = new RecorderRunner(CONSULTATION, store, room, async () => microphone)
  const level = () => {
    const into = new Uint8Array(1)
    return runner.waveform(into) && into[0]
  }
  runner.dispatch({ type: 'permission_known' })
  for (const [name, shown] of [
    ['recording', 200],
    ['paused', false],
    ['recording', 200],
  ]) {
    runner.press()
    await turns()
    expect([store.read().recorder.name, level()]).toEqual([name, shown])
  }
})
