/** The microphone the doctor chose on this device: an id that means something to this browser alone. */
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
    // Kept for this page only.
  }
}
