import { createContext, useContext, useSyncExternalStore } from 'react'
import {
  type ApplicationSettings,
  changesIn,
  defaultSettings,
  SETTINGS_NAME,
  settingsFrom,
} from '#domain/account/settings.ts'
import { readCookie, writeCookie } from './cookies.ts'

/**
 * The settings of this device. They are kept in its storage; what differs from the defaults goes along in a cookie of the
 * same name, so that the server draws every page as it will stay.
 */
const NAME = SETTINGS_NAME
const listeners = new Set<() => void>()
let text: string | null = null
let cached: ApplicationSettings | null = null

/** Returns the settings from the cookies of a request, for server rendering. */
export const settingsOf = (cookies: string | null): ApplicationSettings => settingsFrom(readCookie(cookies, NAME))

/** The settings of this device as they are now. */
export function readSettings(): ApplicationSettings {
  let storedText: string | null = null
  try {
    storedText = localStorage.getItem(NAME)
  } catch {
    // A browser that keeps nothing for us: the cookie holds, or the defaults.
  }
  // Returns the same object until the text changes: subscribers compare by identity.
  if (cached === null || storedText !== text) {
    text = storedText
    // Where no page is drawn, in a test of the recorder alone, there are no cookies either.
    const cookies = typeof document === 'undefined' ? null : document.cookie
    cached = storedText === null ? settingsOf(cookies) : settingsFrom(storedText)
  }
  return cached
}

/** Changes one section at once, on this device. False: the browser did not keep it. */
export function changeSettings<S extends keyof ApplicationSettings>(
  section: S,
  change: Partial<ApplicationSettings[S]>,
): boolean {
  const current = readSettings()
  return keep({ ...current, [section]: { ...current[section], ...change } })
}

export const restoreDefaultSettings = (): boolean => keep(defaultSettings)

function keep(settings: ApplicationSettings): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings))
  } catch {
    return false
  }
  showSettingsToServer()
  for (const listener of listeners) listener()
  return true
}

/** Browsers forget cookies that a page has set sooner than what it stored: each visit says it again. */
export function showSettingsToServer(): void {
  const changes = changesIn(readSettings())
  if (changes || readCookie(document.cookie, NAME)) writeCookie(NAME, changes)
}

function subscribeSettings(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab changed them.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The settings the server rendered with; the first render in the browser must match. */
export const ServedSettings = createContext(defaultSettings)

export function useSettings(): ApplicationSettings {
  const served = useContext(ServedSettings)
  return useSyncExternalStore(subscribeSettings, readSettings, () => served)
}
