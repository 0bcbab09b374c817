/** The doctor whose database this page uses. Set by the app's layout. */
let doctor: string | null = null
const listeners = new Set<(doctor: string | null) => void>()

export function setDeviceDoctor(id: string | null): void {
  if (id === doctor) return
  doctor = id
  for (const listener of listeners) listener(id)
}

export const deviceDoctor = (): string | null => doctor

export function onDeviceDoctor(listener: (doctor: string | null) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
