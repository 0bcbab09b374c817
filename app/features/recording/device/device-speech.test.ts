import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DeviceReport, DeviceSpeech } from './device-speech.ts'

type Listener<T> = ((event: T) => void) | null
type Result = { isFinal: boolean; 0: { transcript: string; confidence: number }; length: 1 }

/** Recognisers that the page constructed, and the calls and properties that matter, in order. */
const recognisers: FakeRecognition[] = []
const writes: string[] = []
let refusal: string | null = null

class FakeRecognition {
  static available = async (_options: object): Promise<string> => 'available'
  static install = async (_options: object): Promise<boolean> => true
  #isLocal = false
  onstart: Listener<void> = null
  onspeechstart: Listener<void> = null
  onspeechend: Listener<void> = null
  onresult: Listener<{ resultIndex: number; results: Result[] }> = null
  onerror: Listener<{ error: string }> = null
  onend: Listener<void> = null
  phrases: unknown[] = []
  #results: Result[] = []

  constructor() {
    recognisers.push(this)
  }
  get processLocally(): boolean {
    return this.#isLocal
  }
  set processLocally(isLocal: boolean) {
    writes.push('processLocally')
    this.#isLocal = isLocal
  }
  set lang(_: string) {
    writes.push('lang')
  }
  start(): void {
    writes.push('start()')
    if (refusal) throw new DOMException('', refusal)
  }
  stop(): void {
    writes.push('stop()')
  }
  abort(): void {
    writes.push('abort()')
  }
  write(transcript: string, isFinal: boolean): void {
    const open = this.#results.at(-1)
    if (open && !open.isFinal) this.#results.pop()
    this.#results.push({ isFinal, 0: { transcript, confidence: 0.9 }, length: 1 })
    this.onresult?.({ resultIndex: this.#results.length - 1, results: this.#results })
  }
}

/** A recogniser of the time before recognition on the device: it accepts any property and ignores it. */
class OldRecognition {
  static available = async (): Promise<string> => 'available'
  start(): void {
    writes.push('start()')
  }
}
class CloudRecognition extends FakeRecognition {
  static override available = undefined as unknown as typeof FakeRecognition.available
}
class StubbornRecognition extends FakeRecognition {
  override get processLocally() {
    return false
  }
  override set processLocally(_: boolean) {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  recognisers.length = 0
  writes.length = 0
  refusal = null
})

const track = { kind: 'audio' } as MediaStreamTrack
/** A page whose audio clock runs with the timers. */
function page(phrases: string[] = []) {
  const reports: DeviceReport[] = []
  const begin = performance.now()
  const position = () => Math.round((performance.now() - begin) * 16)
  const speech = new DeviceSpeech({
    position,
    emit: (report) => reports.push(report),
    phrases: () => phrases.map((phrase) => ({ phrase, boost: 2 })),
  })
  const texts = () => reports.flatMap((report) => (report.type === 'result' ? [report.text] : []))
  return { speech, reports, texts }
}

test('[DS1] hears the track, and gives results with their places', () => {
  const { speech, reports } = page()
  speech.run(3, track)
  recognisers[0]?.onstart?.()
  vi.advanceTimersByTime(1_000)
  recognisers[0]?.onspeechstart?.()
  vi.advanceTimersByTime(500)
  recognisers[0]?.write('boa', false)
  vi.advanceTimersByTime(500)
  recognisers[0]?.onspeechend?.()
  recognisers[0]?.write('boa tarde', true)
  expect(reports).toEqual([
    { type: 'spans', take: 3, spans: [{ from: 0 }] },
    { type: 'partial', take: 3, at: 16_000, to: 24_000, text: 'boa' },
    { type: 'result', take: 3, from: 0, to: 32_000, at: 16_000, text: 'boa tarde', confidence: 0.9 },
  ])
})

test('asks for recognition on the device before anything else', () => {
  page().speech.run(1, track)
  expect(writes).toEqual(['processLocally', 'lang', 'start()'])
})

test('starts nothing in a browser that does not promise to recognise on the device', () => {
  for (const Old of [OldRecognition, CloudRecognition, StubbornRecognition]) {
    vi.stubGlobal('SpeechRecognition', Old)
    const { speech, reports } = page()
    speech.run(1, track)
    expect(reports).toEqual([{ type: 'fault', kind: 'service-not-allowed', forGood: true }])
  }
  expect(writes).not.toContain('start()')
})

test('[DS12] a halt resolves when the last final has come, or after 2 s', async () => {
  const { speech, texts } = page()
  speech.run(1, track)
  recognisers[0]?.onstart?.()
  vi.advanceTimersByTime(300)
  recognisers[0]?.write('dor', false)
  let resolutions = 0
  void speech.halt().then(() => resolutions++)
  await vi.advanceTimersByTimeAsync(1_000)
  recognisers[0]?.write('dor de cabeça', true)
  expect([resolutions, texts()]).toEqual([0, []])
  recognisers[0]?.onend?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([resolutions, texts()]).toEqual([1, ['dor de cabeça']])

  speech.run(1, track)
  recognisers[1]?.onstart?.()
  await vi.advanceTimersByTimeAsync(300)
  recognisers[1]?.write('febre', false)
  void speech.halt().then(() => resolutions++)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(resolutions).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect([resolutions, texts()]).toEqual([2, ['dor de cabeça', 'febre']])
  expect(vi.getTimerCount()).toBe(0)
})

test('goes on without phrases when the recogniser refuses them', () => {
  vi.stubGlobal('SpeechRecognitionPhrase', class {})
  const { speech, reports } = page(['losartana'])
  speech.run(1, track)
  expect(recognisers[0]?.phrases.length).toBe(1)
  recognisers[0]?.onerror?.({ error: 'phrases-not-supported' })
  recognisers[0]?.onend?.()
  expect(recognisers[1]?.phrases).toEqual([])
  expect(reports).toEqual([])
})

test('[DS8] a start that throws counts as a failure of the microphone, a refusal is for good', () => {
  refusal = 'InvalidStateError'
  const { speech, reports } = page()
  speech.run(1, track)
  expect(reports.length).toBe(1)
  // The second start waits 1 s, the third 2 s.
  vi.advanceTimersByTime(3_500)
  expect(reports.map((report) => report.type === 'fault' && [report.kind, report.forGood])).toEqual([
    ['audio-capture', false],
    ['audio-capture', false],
    ['audio-capture', true],
  ])
  refusal = 'NotAllowedError'
  const other = page()
  other.speech.run(1, track)
  expect(other.reports).toEqual([{ type: 'fault', kind: 'not-allowed', forGood: true }])
})

test('[DS14] after a withdrawal and after the end no report comes, and no timer runs', () => {
  const { speech, reports } = page()
  speech.run(1, track)
  recognisers[0]?.onstart?.()
  reports.length = 0
  speech.withdraw()
  recognisers[0]?.write('segredo', true)
  speech.run(2, track)
  speech.dispose()
  speech.run(3, track)
  expect([reports, vi.getTimerCount(), recognisers.length]).toEqual([[], 0, 2])
})
