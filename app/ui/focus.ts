import type { KeyboardEvent } from 'react'

/** Makes an element that is no control, such as a heading, focusable without becoming a tab stop. */
export function focusable(target: HTMLElement): HTMLElement {
  if (target.tabIndex < 0) target.setAttribute('tabindex', '-1')
  return target
}

export const giveFocus = (target: HTMLElement): void => focusable(target).focus({ preventScroll: true })

/**
 * Moves a lost focus to `target`. If the focused element was removed, the body has the focus and Tab starts at the
 * page's top. Does not move a focus that is elsewhere.
 */
export function takeLostFocus(target: HTMLElement | null): void {
  const { activeElement, body } = document
  if (target && (activeElement === null || activeElement === body)) giveFocus(target)
}

/** True if an open dialog lies over the page or dialog of this element. One that fades out does not count. */
export function isBehindDialog(element: HTMLElement | null): boolean {
  const dialogs = document.querySelectorAll(':is([role=dialog], [role=alertdialog]):not([data-closed])')
  return [...dialogs].some((dialog) => !dialog.contains(element))
}

/** The heading at which a page begins, also for screen readers. */
export function pageHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#conteudo h1')
  return heading && focusable(heading)
}

/** Key handler of an open list or panel. Escape closes it but not the dialog around it. */
export const closeOnEscape = (isOpen: boolean, close: () => void) => (event: KeyboardEvent) => {
  if (!isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  close()
}
