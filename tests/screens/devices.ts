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

/** No way of writing to the clipboard works. */
export const breakClipboard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    document.execCommand = () => false
  })
