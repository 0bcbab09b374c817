import { useSyncExternalStore } from 'react'
import { type ApplicationSettings, defaultSettings, settingsFrom } from '#domain/account/settings.ts'

const KEY = 'relato-settings'
const listeners = new Set<() => void>()
let text: string | null = null
let known = defaultSettings

/** The settings of this device as they are now. */
export function readSettings(): ApplicationSettings {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(KEY)
  } catch {
    // A browser that keeps nothing for us: the defaults hold.
  }
  // The same object while nothing changed: whoever subscribes compares by identity.
  if (kept !== text) {
    text = kept
    known = settingsFrom(kept)
  }
  return known
}

/** Changes one section at once, on this device. False: the browser did not keep it. */
export function changeSettings<S extends keyof ApplicationSettings>(
  section: S,
  change: Partial<ApplicationSettings[S]>,
): boolean {
  const current = readSettings()
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...current, [section]: { ...current[section], ...change } }))
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}

export function subscribeSettings(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab changed them.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The server draws the defaults; the device's own follow with hydration. */
export const useSettings = (): ApplicationSettings =>
  useSyncExternalStore(subscribeSettings, readSettings, () => defaultSettings)
