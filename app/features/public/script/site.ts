/** The script of the public pages. It finds its elements by data attributes. */
import { enhanceContactForms } from './contact-form.ts'
import { runDemo } from './demo.ts'
import { closeFromOutside } from './dialog.ts'
import { offerOnExit } from './exit-offer.ts'

const SHOWN_AFTER_PX = 500

/** The button back to the top: while hidden it is no tab stop, and a click moves the focus to the top. */
function offerTop(): void {
  const button = document.querySelector<HTMLElement>('[data-scroll-top]')
  if (!button) return
  const look = () => button.toggleAttribute('data-shown', window.scrollY > SHOWN_AFTER_PX)
  addEventListener('scroll', look, { passive: true })
  look()
  button.addEventListener('click', () => {
    // The style sheet decides on smooth scrolling; never with reduced motion.
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' })
    const top = document.querySelector<HTMLElement>('main') ?? document.body
    top.tabIndex = -1
    top.focus({ preventScroll: true })
  })
}

/** A link within the page closes the menu that contains it; without the script, a tap outside does. */
function closeChosenMenu(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('header [popover]'))
    menu.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) menu.hidePopover()
    })
}

/** The bubble is a link to /contact until this runs; then a button that opens the panel. */
function openSupport(): void {
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

function begin(): void {
  document.documentElement.dataset.script = 'on'
  for (const part of [offerTop, closeChosenMenu, enhanceContactForms, openSupport, runDemo, offerOnExit]) part()
}

// The script may run before the document is complete.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true })
else begin()
