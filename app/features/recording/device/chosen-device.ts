/** The microphone chosen on this device; the id is valid in this browser only. */
const KEY = 'relato-microphone'

export function chosenDevice(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function rememberDevice(deviceId: string): void {
  try {
    localStorage.setItem(KEY, deviceId)
  } catch {
    // Storage refused: the choice lasts as long as this page.
  }
}
