import type { DeviceAvailability } from '#domain/recorder/engine-order.ts'

const LANGUAGE = 'pt-BR'

type Answer = 'available' | 'downloadable' | 'downloading' | 'unavailable'
/** The part of Chrome's `SpeechRecognition` that sets up recognition on the device. No type library has it yet. */
type SetUp = {
  available?(options: object): Promise<Answer>
  install?(options: object): Promise<boolean>
}
type SpeechWindow = Window & { SpeechRecognition?: SetUp; webkitSpeechRecognition?: SetUp }
type PolicyDocument = Document & { featurePolicy?: { allowsFeature(name: string): boolean } }

const setUpOf = (): SetUp | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as SpeechWindow
  return SpeechRecognition ?? webkitSpeechRecognition
}
const local = { langs: [LANGUAGE], processLocally: true } as const

/** Returns what the browser can do with Portuguese on the device. Never rejects. */
export async function availability(): Promise<DeviceAvailability> {
  const unavailable = (reason: DeviceAvailability['reason']): DeviceAvailability => ({
    state: 'unavailable',
    quality: 'unknown',
    reason,
  })
  if (!window.isSecureContext) return unavailable('insecure')
  const setUp = setUpOf()
  if (!setUp?.available) return unavailable('no_api')
  const { featurePolicy } = document as PolicyDocument
  if (featurePolicy?.allowsFeature('on-device-speech-recognition') === false) return unavailable('policy')
  try {
    const state = await setUp.available(local)
    return state === 'unavailable' ? unavailable('no_language') : { state, quality: await qualityOf(setUp, state) }
  } catch (error) {
    return unavailable(error instanceof DOMException && error.name === 'NotAllowedError' ? 'policy' : 'no_language')
  }
}

/**
 * Returns whether the browser's Portuguese is made for conversation. Browsers before 150 ignore `quality` and would
 * answer as if it were: only a browser that reads the option knows.
 */
async function qualityOf(setUp: SetUp, state: Answer): Promise<DeviceAvailability['quality']> {
  let isRead = false
  const options = {
    ...local,
    get quality() {
      isRead = true
      return 'conversation'
    },
  }
  const answer = await setUp.available?.(options).catch(() => undefined)
  if (!isRead || answer === undefined) return 'unknown'
  return answer === state ? 'conversation' : 'lower'
}

/** Downloads the browser's Portuguese. Call it in a click. Returns false if the download failed. */
export async function install(): Promise<boolean> {
  const { quality } = await availability()
  const options = quality === 'conversation' ? { ...local, quality } : local
  return (
    (await setUpOf()
      ?.install?.(options)
      .catch(() => false)) ?? false
  )
}
