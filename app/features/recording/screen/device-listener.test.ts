import { afterEach, expect, test, vi } from 'vitest'
import type { DeviceSpan } from '#domain/recorder/device-speech.ts'
import type { DeviceHearing } from '#domain/recorder/device-speech-line.ts'
import { emptyView, type RoomView } from '#domain/recorder/room-view.ts'
import type { KeptResult } from '../device/kept-statements.ts'
import type { Uplink } from '../uplink/uplink.ts'
import { DeviceListener } from './device-listener.ts'

type Fake = {
  processLocally: boolean
  onstart: (() => void) | null
  onend: (() => void) | null
  onerror: ((event: { error: string }) => void) | null
}
const recognisers: Fake[] = []
let answer = 'available'
class FakeRecognition {
  static available = async () => answer
  processLocally = false
  onerror: Fake['onerror'] = null
  onstart: Fake['onstart'] = null
  onend: Fake['onend'] = null
  constructor() {
    recognisers.push(this)
  }
  start() {}
  stop() {}
  abort() {}
}

function page(settings: object, room: Partial<RoomView> = {}) {
  const stored = { value: JSON.stringify(settings) }
  const view: RoomView = { ...emptyView, deviceSpeech: 'first', ...room }
  const shown: DeviceHearing[] = []
  const storage = { getItem: () => stored.value, setItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  vi.stubGlobal('window', { isSecureContext: true, SpeechRecognition: FakeRecognition, localStorage: storage })
  const results: object[] = []
  const spans: (readonly DeviceSpan[])[] = []
  const statements = {
    hears: (_: number, list: readonly DeviceSpan[]) => spans.push(list),
    endResults: () => undefined,
    result: ({ id: _, wall: __, ...result }: KeptResult) => results.push(result),
  }
  const length = { end: 0 }
  const listener = new DeviceListener({
    uplink: { statements, sender: { end: () => length.end } } as unknown as Uplink,
    view: () => view,
    position: () => length.end,
    phrases: () => [],
    onHearing: (hearing) => shown.push(hearing),
  })
  const fail = (code = 'service-not-allowed') => recognisers.at(-1)?.onerror?.({ error: code })
  return { listener, stored, shown, view, fail, results, spans, length }
}
const track = { kind: 'audio' } as MediaStreamTrack

afterEach(() => {
  vi.unstubAllGlobals()
  recognisers.splice(0)
  answer = 'available'
})

test('sound that the doctor keeps here stays here when the recogniser fails for good, and the screen says so', async () => {
  const { listener, stored, shown, fail } = page({ audio: { storeInRoom: false } })
  await listener.look()
  listener.begin(1, track)
  expect([recognisers.length, recognisers[0]?.processLocally, listener.isSoundKeptHere]).toEqual([1, true, true])
  fail()
  expect([listener.isSoundKeptHere, shown.at(-1)]).toEqual([true, 'unheard'])
  // Another attempt that fails changes nothing, nor does a setting before the next run.
  stored.value = JSON.stringify({ audio: { storeInRoom: true } })
  await listener.tryAgain()
  expect([recognisers.length, listener.isSoundKeptHere, shown.at(-1)]).toEqual([2, true, 'hears'])
  fail()
  answer = 'unavailable'
  await listener.tryAgain()
  expect([recognisers.length, listener.isSoundKeptHere, shown.at(-1)]).toEqual([2, true, 'unheard'])
  // Only the doctor's setting lets sound out, with the next run.
  stored.value = JSON.stringify({ audio: { storeInRoom: false } })
  listener.halt(Promise.resolve())
  expect(shown.at(-1)).toBe('resting')
  listener.begin(1, track)
  expect([listener.isSoundKeptHere, shown.at(-1)]).toEqual([true, 'unheard'])
  stored.value = JSON.stringify({ audio: { storeInRoom: true } })
  listener.begin(1, track)
  expect([recognisers.length, listener.isSoundKeptHere, shown.at(-1)]).toEqual([2, false, 'aside'])
  listener.dispose()
})

test('[DS16] after a failure for good the next run and the doctor try again, and nothing else does', async () => {
  const { listener, shown, fail } = page({ audio: { storeInRoom: true } })
  await listener.look()
  listener.begin(1, track)
  fail('not-allowed')
  expect([listener.isSoundKeptHere, shown.at(-1)]).toEqual([false, 'failed'])
  listener.consider()
  await listener.look()
  expect([recognisers.length, shown.at(-1)]).toEqual([1, 'failed'])
  await listener.tryAgain()
  expect([recognisers.length, shown.at(-1)]).toEqual([2, 'hears'])
  // While it hears, another press starts nothing.
  await listener.tryAgain()
  expect(recognisers.length).toBe(2)
  fail()
  listener.halt(Promise.resolve())
  await listener.tryAgain()
  expect([recognisers.length, shown.at(-1)]).toEqual([2, 'resting'])
  listener.begin(2, track)
  expect([recognisers.length, shown.at(-1)]).toEqual([3, 'hears'])
  listener.dispose()
})

test('sound that stayed here for a lost server goes to the server again in the next run after it is back', async () => {
  const lost = { state: 'lost', name: '', demonstration: false } as const
  const { listener, view } = page({ audio: { storeInRoom: false } }, { deviceSpeech: 'last', engine: lost })
  await listener.look()
  listener.begin(1, track)
  expect([recognisers.length, listener.isSoundKeptHere]).toEqual([1, true])
  view.engine = { ...lost, state: 'listening' } as RoomView['engine']
  listener.halt(Promise.resolve())
  listener.begin(1, track)
  expect([recognisers.length, listener.isSoundKeptHere]).toEqual([1, false])
  listener.dispose()
})
