import { closeFromOutside } from './dialog.ts'

/** The bubble is a link to /contact until this runs; then a button that opens the panel. */
export function openSupport(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-support]')
  const button = document.querySelector<HTMLButtonElement>('[data-support-open]')
  const link = document.querySelector<HTMLElement>('[data-support-link]')
  if (!dialog || !button || !link) return
  link.hidden = true
  button.hidden = false
  button.addEventListener('click', () => {
    dialog.showModal()
    button.setAttribute('aria-expanded', 'true')
  })
  dialog.addEventListener('close', () => button.setAttribute('aria-expanded', 'false'))
  closeFromOutside(dialog)
}
