/** Lets what is no control, such as a heading, have the focus: it is no stop of Tab. */
export function focusable(target: HTMLElement): HTMLElement {
  if (target.tabIndex < 0) target.setAttribute('tabindex', '-1')
  return target
}

export const giveFocus = (target: HTMLElement): void => focusable(target).focus({ preventScroll: true })

/**
 * What had the focus may have gone away: the page's body has it then, and the next Tab begins at the page's top. This
 * gives it to what stands in its place now; a focus that is somewhere stays there.
 */
export function takeLostFocus(target: HTMLElement | null): void {
  const { activeElement, body } = document
  if (target && (activeElement === null || activeElement === body)) giveFocus(target)
}

/** Where a page begins, also for who hears it. */
export function pageHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#conteudo h1')
  return heading && focusable(heading)
}
