import { join } from 'node:path'
import { bundlePage } from '#tests/testkit/bundle.ts'
import { spoken } from '#tests/testkit/engine/engine.ts'
import type { ScriptedRecogniser } from '../recogniser.ts'

/** A page's reports to the test, each sent at once: a killed page has reported everything it did. */
export type Told =
  | { type: 'captured'; frames: number[] }
  /** The status line has changed; null while there is none. */
  | { type: 'line'; at: number; text: string | null }
  /** Asks for the number of its first frame. */
  | { type: 'begun' }

type InPage = {
  speed: number
  next: number
  track: MediaStreamTrack | null
  /** Seed of the page's recogniser. */
  seed: number
  recogniser: ScriptedRecogniser | null
  heard(word: number): void
}
declare global {
  interface Window {
    faults: InPage
    tellTest(told: Told): Promise<number>
  }
}

/**
 * Runs before the page's own scripts. Fake microphone and worklet work as ever; every whole frame they give is replaced
 * by a coded one, by `speed` of them when the audio is to be longer than the test. The short last one becomes silence.
 */
function install(coded: (n: number) => Int16Array): void {
  if (!location.protocol.startsWith('http')) return
  const own: InPage = { speed: 1, next: -1, track: null, seed: 0, recogniser: null, heard: () => undefined }
  window.faults = own
  void window.tellTest({ type: 'begun' }).then((first) => {
    own.next = first
  })
  localStorage.setItem('relato-recording-advice', 'read')
  // A browser without a head never promises to keep anything.
  navigator.storage.persist = async () => true

  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    own.track = stream.getAudioTracks()[0] ?? null
    return stream
  }

  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') as PropertyDescriptor
  type Handler = ((event: { data: { type: string; samples: Int16Array } }) => void) | null
  const speakInstead = (handler: Handler) => (event: Parameters<NonNullable<Handler>>[0]) => {
    const { data } = event
    if (data.type !== 'frame') return handler?.(event)
    if (data.samples.length < 4_000)
      return handler?.({ data: { ...data, samples: new Int16Array(data.samples.length) } })
    const frames = Array.from({ length: own.speed }, () => own.next++)
    for (const n of frames) {
      handler?.({ data: { ...data, samples: coded(n) } })
      own.heard(n)
    }
    void window.tellTest({ type: 'captured', frames })
  }
  const Node = globalThis.AudioWorkletNode
  globalThis.AudioWorkletNode = class extends Node {
    constructor(context: BaseAudioContext, name: string, options?: AudioWorkletNodeOptions) {
      super(context, name, options)
      if (name !== 'recorder') return
      const { port } = this
      Object.defineProperty(port, 'onmessage', {
        set: (handler: Handler) => onmessage.set?.call(port, handler && speakInstead(handler)),
      })
    }
  }

  let last: string | null = ''
  const look = () => {
    const line = document.querySelector('section[aria-label="Gravação"] span[role="status"]')?.textContent ?? null
    if (line === last) return
    last = line
    void window.tellTest({ type: 'line', at: Date.now(), text: line })
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Known bad: the device's database says that a frame is kept, and keeps none. */
function vanish(): void {
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
    return this.name === 'frame' ? (this.count() as unknown as IDBRequest<IDBValidKey>) : put.call(this, value, key)
  }
}

let bundled: Promise<string> | undefined
/** The recogniser of the fault table, for a page. */
export async function recogniserScript(seed: number): Promise<string> {
  bundled ??= bundlePage(join(import.meta.dirname, 'recogniser-in-page.ts'))
  return `if (window.faults) { window.faults.seed = ${seed}; ${await bundled} }`
}

export const pageScript = (): string => `(${install})((() => { const FRAME_SAMPLES = 4_000; return ${spoken} })())`
export const vanishingWrites = (): string => `(${vanish})()`
