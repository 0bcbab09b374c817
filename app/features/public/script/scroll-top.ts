const SHOWN_AFTER_PX = 500

/** The button back to the top: while hidden it is no tab stop, and a click moves the focus to the top. */
export function offerTop(): void {
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
