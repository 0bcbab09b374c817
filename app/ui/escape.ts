import type { KeyboardEvent } from 'react'

/** Key handler of an open list or panel. Escape closes it and goes no further, so the dialog around it stays open. */
export const closeOnEscape = (isOpen: boolean, close: () => void) => (event: KeyboardEvent) => {
  if (!isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  close()
}
