import { createListeners } from '../listeners.ts'

/** The doctor whose database this page uses. Set by the app's layout. */
let doctor: string | null = null
const changes = createListeners()

export function setDeviceDoctor(id: string | null): void {
  if (id === doctor) return
  doctor = id
  changes.call()
}

export const deviceDoctor = (): string | null => doctor

export const onDeviceDoctor = changes.on

/** True once this page stored or tried to store consultation data; some may be only in memory. */
let keptHere = false
export const sayKeptHere = (): void => {
  keptHere = true
}
export const isKeptHere = (): boolean => keptHere
