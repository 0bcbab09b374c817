import { closeFromOutside } from './dialog.ts'

const ARMED_AFTER_MS = 5_000
const NOT_AGAIN_MS = 30 * 24 * 60 * 60 * 1_000
const KEPT_AS = 'relato-exit-offer'
/** No offer on the contact and legal pages. */
const QUIET = ['/contact', '/terms', '/privacy']

/** Offers a guided demonstration once, when the pointer leaves through the top of the window. */
export function offerOnExit(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-exit-offer]')
  if (!dialog || QUIET.includes(location.pathname) || wasShown()) return
  if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return
  const leaving = ({ relatedTarget, clientY }: MouseEvent) => {
    if (relatedTarget !== null || clientY > 0 || isBusy()) return
    document.removeEventListener('mouseout', leaving)
    // Another tab may have shown it meanwhile.
    if (wasShown()) return
    keepShown()
    dialog.showModal()
  }
  setTimeout(() => document.addEventListener('mouseout', leaving), ARMED_AFTER_MS)
  closeFromOutside(dialog)
}

/** Another dialog is open, a form is being filled in, or a demonstration runs. */
const isBusy = (): boolean =>
  document.querySelector('dialog[open], [data-demo][data-state=running]') !== null || isWriting()

const isWriting = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => !['hidden', 'radio', 'checkbox'].includes(field.type) && field.value.trim() !== '',
  )

function wasShown(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEPT_AS)) < NOT_AGAIN_MS
  } catch {
    return true
  }
}

function keepShown(): void {
  try {
    localStorage.setItem(KEPT_AS, String(Date.now()))
  } catch {
    // Storage is full: the offer appears once on each page.
  }
}
