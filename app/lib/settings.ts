import { createContext, useContext, useSyncExternalStore } from 'react'
import {
  type ApplicationSettings,
  changesIn,
  defaultSettings,
  SETTINGS_NAME,
  settingsFrom,
} from '#domain/account/settings.ts'
import { createListeners } from './listeners.ts'
import { readCookie, readStored, writeCookie, writeStored } from './stored.ts'

/**
 * The settings of this device, in its storage. A cookie of the same name has those that differ from the defaults, so
 * that the server renders every page correctly at once.
 */
const NAME = SETTINGS_NAME
const changes = createListeners()
let text: string | null = null
let cached: ApplicationSettings | null = null

/** Returns the settings from the cookies of a request, for server rendering. */
export const settingsOf = (cookies: string | null): ApplicationSettings => settingsFrom(readCookie(cookies, NAME))

/** The settings of this device as they are now. */
export function readSettings(): ApplicationSettings {
  // Without storage: uses the cookie, or the defaults.
  const storedText = readStored(NAME)
  // Returns the same object until the text changes: subscribers compare by identity.
  if (cached === null || storedText !== text) {
    text = storedText
    // Without a document, in a test of the recorder alone, there are no cookies.
    const cookies = typeof document === 'undefined' ? null : document.cookie
    cached = storedText === null ? settingsOf(cookies) : settingsFrom(storedText)
  }
  return cached
}

/** Changes one section at once on this device. False: the browser did not store it. */
export function changeSettings<S extends keyof ApplicationSettings>(
  section: S,
  change: Partial<ApplicationSettings[S]>,
): boolean {
  const current = readSettings()
  return keep({ ...current, [section]: { ...current[section], ...change } })
}

/** False: the browser did not store it. */
export const restoreDefaultSettings = (): boolean => keep(defaultSettings)

function keep(settings: ApplicationSettings): boolean {
  if (!writeStored(NAME, JSON.stringify(settings))) return false
  showSettingsToServer()
  changes.call()
  return true
}

/** Browsers delete cookies set by a page sooner than its storage, so each visit sets the cookie again. */
export function showSettingsToServer(): void {
  const changed = changesIn(readSettings())
  if (changed || readCookie(document.cookie, NAME)) writeCookie(NAME, changed)
}

/** The settings the server rendered with; the first render in the browser must match. */
export const ServedSettings = createContext(defaultSettings)

export function useSettings(): ApplicationSettings {
  const served = useContext(ServedSettings)
  return useSyncExternalStore(changes.onAnyTab, readSettings, () => served)
}
