const OWN_KEYS = 'input, textarea, select, button, a, summary, [contenteditable=true], [role=menuitem], [role=option]'

/** True when a single key is free to be a shortcut: nobody is typing, no control uses it, no dialog or menu is open. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return false
  if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return false
  return !hasOpenPopup()
}

export const hasOpenPopup = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
