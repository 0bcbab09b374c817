import { expect, test } from 'vitest'
import { type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import { Capture } from './capture.ts'
import type { LocalRecording } from './local-recording.ts'
import { type Microphone, type MicrophoneEvents, TakeRuns } from './microphone.ts'

/** A microphone whose halt is answered when the test says so, like an audio thread's. */
class TestMicrophone implements Microphone {
  readonly label = 'Microfone'
  readonly stream = { getAudioTracks: () => [] } as unknown as MediaStream
  silenced = false
  running: number | null = null
  closed = false
  readonly deviceId: string
  readonly events: MicrophoneEvents
  #halts: (() => void)[] = []

  constructor(deviceId: string, events: MicrophoneEvents) {
    this.deviceId = deviceId
    this.events = events
  }
  run(run: number) {
    this.running = run
  }
  halt() {
    return new Promise<void>((resolve) => this.#halts.push(resolve))
  }
  /** The short last frame of the run, then the answer. */
  answer() {
    if (this.running !== null) this.events.frame(this.running, new Int16Array(100))
    this.running = null
    for (const resolve of this.#halts.splice(0)) resolve()
  }
  waveform() {}
  close() {
    this.closed = true
  }
}

async function recording() {
  const opened: TestMicrophone[] = []
  const opening: (() => void)[] = []
  const frames: number[] = []
  const faults: RecorderFault[] = []
  const calls: unknown[] = []
  let end = 0
  const local: LocalRecording = {
    start: (_, take, position) => calls.push(['local', take, position()]),
    stop: () => calls.push('local stops'),
  }
  const capture = new Capture(
    {
      sender: {
        put: async (take, samples) => {
          frames.push(take)
          end += samples.length
        },
        end: () => end,
      },
      gap: ({ reason, take, at, ms }) => calls.push([reason, take, at, ms]),
    },
    { onFailed: (fault) => faults.push(fault), onBack: () => calls.push('back') },
    local,
    ({ deviceId }, events) => {
      const microphone = new TestMicrophone(deviceId ?? 'first', events)
      opened.push(microphone)
      return new Promise((resolve) => opening.push(() => resolve(microphone)))
    },
  )
  const open = capture.open(() => true)
  opening[0]?.()
  await open
  capture.run(7)
  return { capture, opened, opening, frames, faults, calls, microphone: (i: number) => opened[i] as TestMicrophone }
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('[CP1] a change of microphone continues the take and loses no frame', async () => {
  const { capture, opening, microphone, frames } = await recording()
  capture.prefer('second')
  const swap = capture.swap()
  opening[1]?.()
  await turn()
  expect(microphone(1).running).toBeNull()
  microphone(0).answer()
  await swap
  expect(frames).toEqual([7])
  expect([microphone(0).closed, microphone(1).running]).toEqual([true, 2])
  microphone(1).answer()
  expect(frames).toEqual([7, 7])
})

test('[CP2] a pause during a change of microphone remains; resuming during it starts one run', async () => {
  const { capture, opening, microphone, frames } = await recording()
  const swap = capture.swap()
  opening[1]?.()
  await turn()
  const halt = capture.halt()
  let halted = false
  void halt.then(() => {
    halted = true
  })
  microphone(1).answer()
  await turn()
  // The last frame of the one before is still to come: a stop must not be announced without it.
  expect(halted).toBe(false)
  microphone(0).answer()
  await Promise.all([swap, halt])
  expect(frames).toEqual([7])
  expect(microphone(1).running).toBeNull()

  const again = capture.swap()
  opening[2]?.()
  await turn()
  capture.run(7)
  const started = microphone(2).running
  microphone(1).answer()
  await again
  expect(microphone(2).running).toBe(started)
})

test('[CP3] uses the microphone that was chosen last, even if another one opens later', async () => {
  const { capture, opening, microphone } = await recording()
  capture.prefer('second')
  const slow = capture.swap()
  capture.prefer('third')
  const quick = capture.swap()
  opening[2]?.()
  await turn()
  microphone(0).answer()
  await quick
  opening[1]?.()
  await slow
  expect([microphone(1).closed, microphone(2).closed]).toEqual([true, false])
  expect(microphone(2).running).not.toBeNull()
  const last = capture.swap()
  capture.close()
  opening[3]?.()
  await last
  expect([microphone(3).closed, capture.isOpen]).toEqual([true, false])
})

test('[CP4] reports place and length of a sleep on the audio clock and restarts the local recording there', async () => {
  const { capture, microphone, calls } = await recording()
  const events = microphone(0).events
  events.frame(1, new Int16Array(4_000))
  events.slept(1, 4_100, 60_000)
  expect(calls.slice(1)).toEqual([
    ['asleep', 7, 4_100, 60_000],
    ['local', 7, expect.any(Number)],
  ])
  // The place counts from where this run began in the take, not from its own first sample.
  const halt = capture.halt()
  microphone(0).answer()
  await halt
  capture.run(7)
  events.slept(2, 50, 3_000)
  expect(calls.at(-2)).toEqual(['asleep', 7, 4_150, 3_000])
  // A report of an older run changes nothing.
  events.slept(1, 9_000, 5_000)
  expect(calls).toHaveLength(7)
})

test('[CP5] reports a silenced microphone, and its return unless the doctor has acted', async () => {
  const silence = async () => {
    const all = await recording()
    const one = all.microphone(0)
    one.silenced = true
    one.events.failed(recorderFaults.muted)
    const halt = all.capture.halt()
    one.answer()
    await halt
    all.capture.close(true)
    await turn()
    expect([all.faults, all.capture.isOpen, one.closed]).toEqual([[recorderFaults.muted], false, false])
    return { ...all, one }
  }
  const first = await silence()
  first.one.events.back()
  expect([first.calls.at(-1), first.one.closed]).toEqual(['back', true])
  // The doctor stops, or leaves.
  const second = await silence()
  second.capture.close()
  second.one.events.back()
  expect([second.calls.includes('back'), second.one.closed]).toEqual([false, true])
  // Silenced while a recording ends: no recording waits for it.
  const ending = await recording()
  const last = ending.microphone(0)
  const halted = ending.capture.halt()
  last.answer()
  await halted
  last.silenced = true
  ending.capture.close()
  await turn()
  expect(last.closed).toBe(true)
  // The doctor goes on with a microphone that works.
  const third = await silence()
  const open = third.capture.open(() => true)
  third.opening[1]?.()
  await open
  third.one.events.back()
  expect([third.calls.includes('back'), third.one.closed, third.capture.isOpen]).toEqual([false, true, true])
})

test('[CP6] ignores that the previous microphone is silenced while the next one opens', async () => {
  const { capture, opening, microphone, faults } = await recording()
  const swap = capture.swap()
  microphone(0).events.failed(recorderFaults.muted)
  opening[1]?.()
  await turn()
  microphone(0).answer()
  await swap
  expect(faults).toEqual([])
  expect(microphone(1).running).not.toBeNull()
  microphone(1).events.failed(recorderFaults.ended)
  expect(faults).toEqual([recorderFaults.ended])
})

test('frames leave as silence of the same length while the doctor keeps the sound on this device', () => {
  const sent: number[][] = []
  const put = async (_: number, samples: Int16Array) => void sent.push([...samples])
  let isKept = true
  const runs = new TakeRuns(
    { sender: { put, end: () => 0 }, gap: () => undefined },
    () => undefined,
    () => isKept,
  )
  const run = runs.begin(7)
  runs.frame(run, Int16Array.of(5, -6, 7))
  isKept = false
  runs.frame(run, Int16Array.of(5, -6))
  expect(sent).toEqual([
    [0, 0, 0],
    [5, -6],
  ])
})
