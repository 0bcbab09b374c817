import type { Page } from './page.ts'

/** Returns a false or missing statement of the screen; null if there is none. */
export function untruth(page: Page): string | null {
  const { recorder, view } = page
  const { text } = page.status
  const lie = (what: string) => `'${text}' while ${what}`
  if (recorder.name === 'error' && recorder.goOn && !/microfone parou/i.test(text)) return lie('the microphone is dead')
  if (/^gravando/i.test(text) && !page.capturing && recorder.name === 'recording') return lie('nothing is captured')
  if (/protegido/i.test(text)) {
    if (recorder.name !== 'recording') return lie('not recording')
    if (view.connection !== 'connected') return lie('offline')
    if (page.queue.health() !== 'ok') return lie('the device has no space')
  }
  if (recorder.name !== 'recording' || view.status !== 'active') return null
  if (page.queue.health() !== 'ok') return /sem proteção/i.test(text) ? null : lie('the device has no space')
  if (view.connection !== 'connected' && !/offline|sem conexão/i.test(text)) return lie('offline')
  return null
}
