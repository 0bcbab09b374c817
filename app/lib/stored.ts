/** Values of this browser. A browser that refuses storage has none, and forgets what it is told. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The value lasts as long as this page.
  }
}
