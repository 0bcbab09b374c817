import { expect, test, vi } from 'vitest'
import { availability, install } from './device-availability.ts'

type Options = { langs: string[]; processLocally: boolean; quality?: string }

/** A browser whose recogniser gives these answers; undefined where the browser does not know the call. */
function browser(available?: (options: Options) => Promise<string>, more: object = {}) {
  const installs: Options[] = []
  const install = async (options: Options) => {
    installs.push({ ...options })
    return true
  }
  const SpeechRecognition = available ? { available, install } : {}
  vi.stubGlobal('window', { isSecureContext: true, SpeechRecognition, ...more })
  vi.stubGlobal('document', {})
  return installs
}

test('asks about Portuguese on the device alone, never about a service elsewhere', async () => {
  const questions: Options[] = []
  browser(async (options) => {
    questions.push({ ...options })
    return 'available'
  })
  await availability()
  for (const options of questions) expect(options).toMatchObject({ langs: ['pt-BR'], processLocally: true })
  expect(questions.length).toBeGreaterThan(0)
})

test('a browser that ignores quality has an unknown one', async () => {
  browser(async ({ processLocally }) => (processLocally ? 'available' : 'unavailable'))
  expect(await availability()).toEqual({ state: 'available', quality: 'unknown' })
  browser(async ({ quality }) => (quality === 'conversation' ? 'unavailable' : 'available'))
  expect(await availability()).toEqual({ state: 'available', quality: 'lower' })
  const installs = browser(async ({ quality = '' }) => (quality === 'command' ? 'available' : 'downloadable'))
  expect(await availability()).toEqual({ state: 'downloadable', quality: 'conversation' })
  expect(await install()).toBe(true)
  expect(installs).toEqual([{ langs: ['pt-BR'], processLocally: true, quality: 'conversation' }])
})

test('names the reason why the device cannot hear', async () => {
  const reasonOf = async (...args: Parameters<typeof browser>) => {
    browser(...args)
    return (await availability()).reason
  }
  const yes = async () => 'available'
  expect(await reasonOf(yes, { isSecureContext: false })).toBe('insecure')
  expect(await reasonOf()).toBe('no_api')
  expect(await reasonOf(async () => 'unavailable')).toBe('no_language')
  expect(await reasonOf(() => Promise.reject(new DOMException('', 'NotAllowedError')))).toBe('policy')
  browser(yes)
  vi.stubGlobal('document', { featurePolicy: { allowsFeature: () => false } })
  expect((await availability()).reason).toBe('policy')
})
