import type { KeyboardEvent } from 'react'

/** Key handler of an open list or panel. Escape closes it but not the dialog around it. */
export const closeOnEscape = (isOpen: boolean, close: () => void) => (event: KeyboardEvent) => {
  if (!isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  close()
}
