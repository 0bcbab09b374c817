import type { Page } from '@playwright/test'

/** Before the page is there: what the browser would give or refuse of microphones, as the page asks for them. */
export const refuseMicrophone = (page: Page, name: string): Promise<unknown> =>
  page.addInitScript((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error))
  }, name)

/** The browser would ask the doctor first. */
export const permissionNotYetAsked = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    navigator.permissions.query = () => Promise.resolve({ state: 'prompt' } as PermissionStatus)
  })

/** Before the page is there: the browser has stored a new version of the app, which waits. */
export const newVersionWaits = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const registration = Object.assign(new EventTarget(), { waiting: { postMessage: () => undefined } })
    const container = Object.assign(new EventTarget(), { controller: {}, register: async () => registration })
    Object.defineProperty(navigator, 'serviceWorker', { value: container })
  })

/** The advice before the first recording of a device was read. */
export const adviceRead = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('relato-recording-advice', 'read'))

/** The microphone that is given may be unplugged. */
export async function unpluggable(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await own(constraints)
      Object.assign(window, { track: stream.getAudioTracks()[0] })
      return stream
    }
  })
  return () =>
    page.evaluate(() => void (window as unknown as { track: EventTarget }).track.dispatchEvent(new Event('ended')))
}

/**
 * Answers about Portuguese on the device. `conversation`: the answer for that quality, absent where it is ignored.
 * `installs`: how a download ends; absent, it never does. `fails`: every recogniser that starts fails for good.
 */
export type DeviceSpeech = { state: string; conversation?: string; installs?: boolean; fails?: boolean }

/** Before the page is there: a browser that recognises on the device, as far as setting it up goes. */
export const recognisesHere = (page: Page, speech: DeviceSpeech): Promise<unknown> =>
  page.addInitScript(({ state, conversation, installs, fails }) => {
    let current = state
    class Recognition {
      static async available(options: { quality?: string }) {
        if (current === 'blocked') throw new DOMException('', 'NotAllowedError')
        return conversation !== undefined && options.quality === 'conversation' ? conversation : current
      }
      static install() {
        if (installs === undefined) return new Promise<boolean>(() => {})
        if (installs) current = 'available'
        return Promise.resolve(installs)
      }
      processLocally = false
      onstart: (() => void) | null = null
      onerror: ((event: { error: string }) => void) | null = null
      start() {
        setTimeout(() => (fails ? this.onerror?.({ error: 'service-not-allowed' }) : this.onstart?.()))
      }
      stop() {}
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: Recognition })
  }, speech)

/** Before the page is there: a browser without any recogniser. */
export const recognisesNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }))

/** No way of writing to the clipboard works. */
export const breakClipboard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    document.execCommand = () => false
  })
