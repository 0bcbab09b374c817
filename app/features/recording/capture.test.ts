import { expect, test } from 'vitest'
import { Capture } from './capture.ts'
import type { Microphone } from './microphone.ts'

type Events = Parameters<NonNullable<ConstructorParameters<typeof Capture>[1]>>[1]

/** A microphone whose halt is answered when the test says so, like an audio thread's. */
class TestMicrophone implements Microphone {
  readonly label = 'Microfone'
  running: number | null = null
  closed = false
  readonly deviceId: string
  readonly #events: Events
  #halts: (() => void)[] = []

  constructor(deviceId: string, events: Events) {
    this.deviceId = deviceId
    this.#events = events
  }
  run(run: number) {
    this.running = run
  }
  halt() {
    return new Promise<void>((resolve) => this.#halts.push(resolve))
  }
  /** The short last frame of the run, then the answer. */
  answer() {
    if (this.running !== null) this.#events.frame(this.running, new Int16Array(100))
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
  const capture = new Capture({ frame: (take) => frames.push(take), failed: () => {} }, (deviceId, events) => {
    const microphone = new TestMicrophone(deviceId ?? 'first', events)
    opened.push(microphone)
    return new Promise((resolve) => opening.push(() => resolve(microphone)))
  })
  const open = capture.open(() => true)
  opening[0]?.()
  await open
  capture.run(7)
  return { capture, opened, opening, frames, microphone: (index: number) => opened[index] as TestMicrophone }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('[CP1] changing microphones goes on in the same take, and loses nothing of the one before', async () => {
  const { capture, opening, microphone, frames } = await recording()
  capture.prefer('second')
  const swap = capture.swap()
  opening[1]?.()
  await settled()
  expect(microphone(1).running).toBeNull()
  microphone(0).answer()
  await swap
  expect(frames).toEqual([7])
  expect([microphone(0).closed, microphone(1).running]).toEqual([true, 2])
  microphone(1).answer()
  expect(frames).toEqual([7, 7])
})

test('[CP2] a pause while the microphone changes is kept; going on within it starts once', async () => {
  const { capture, opening, microphone, frames } = await recording()
  const swap = capture.swap()
  opening[1]?.()
  await settled()
  const halt = capture.halt()
  let halted = false
  void halt.then(() => {
    halted = true
  })
  microphone(1).answer()
  await settled()
  // The last frame of the one before is still to come: a stop must not be announced without it.
  expect(halted).toBe(false)
  microphone(0).answer()
  await Promise.all([swap, halt])
  expect(frames).toEqual([7])
  expect(microphone(1).running).toBeNull()

  const again = capture.swap()
  opening[2]?.()
  await settled()
  capture.run(7)
  const started = microphone(2).running
  microphone(1).answer()
  await again
  expect(microphone(2).running).toBe(started)
})

test('[CP3] of two microphones chosen one after the other the last one stays, whichever opens first', async () => {
  const { capture, opening, microphone } = await recording()
  capture.prefer('second')
  const slow = capture.swap()
  capture.prefer('third')
  const quick = capture.swap()
  opening[2]?.()
  await settled()
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
