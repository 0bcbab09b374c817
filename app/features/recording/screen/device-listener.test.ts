import { afterEach, expect, test, vi } from 'vitest'
import { emptyView } from '#domain/recorder/room-view.ts'
import type { Uplink } from '../uplink/uplink.ts'
import { DeviceListener } from './device-listener.ts'

type Fake = { processLocally: boolean; onerror: ((event: { error: string }) => void) | null }
const recognisers: Fake[] = []
class FakeRecognition {
  static available = async () => 'available'
  processLocally = false
  onerror: Fake['onerror'] = null
  constructor() {
    recognisers.push(this)
  }
  start() {}
  stop() {}
  abort() {}
}

function page(settings: object) {
  const stored = { value: JSON.stringify(settings) }
  const unheard: boolean[] = []
  const storage = { getItem: () => stored.value, setItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  vi.stubGlobal('window', { isSecureContext: true, SpeechRecognition: FakeRecognition, localStorage: storage })
  const statements = { hears: () => undefined, endResults: () => undefined }
  const listener = new DeviceListener({
    uplink: { statements, sender: { end: () => 0 } } as unknown as Uplink,
    view: () => ({ ...emptyView, deviceSpeech: 'first' }),
    position: () => 0,
    phrases: () => [],
    onUnheard: (isUnheard) => unheard.push(isUnheard),
  })
  return { listener, stored, unheard }
}
const track = { kind: 'audio' } as MediaStreamTrack

afterEach(() => {
  vi.unstubAllGlobals()
  recognisers.splice(0)
})

test('sound that the doctor keeps here stays here when the recogniser fails for good, and the screen says so', async () => {
  const { listener, stored, unheard } = page({ audio: { storeInRoom: false } })
  await listener.look()
  listener.begin(1, track)
  expect([recognisers.length, recognisers[0]?.processLocally, listener.isSoundKeptHere]).toEqual([1, true, true])
  recognisers[0]?.onerror?.({ error: 'service-not-allowed' })
  expect([listener.isSoundKeptHere, unheard.at(-1)]).toEqual([true, true])
  // A pause changes nothing; only the doctor's setting lets sound out, with the next run.
  listener.halt(Promise.resolve())
  listener.begin(1, track)
  expect([listener.isSoundKeptHere, unheard.at(-1)]).toEqual([true, true])
  stored.value = JSON.stringify({ audio: { storeInRoom: true } })
  listener.begin(1, track)
  expect([recognisers.length, listener.isSoundKeptHere, unheard.at(-1)]).toEqual([1, false, false])
  listener.dispose()
})
