import { type FocusEvent, useRef, useSyncExternalStore } from 'react'
import { Toaster as Sonner } from 'sonner'

export { toast } from 'sonner'

/** The distance of toasts from the top: a screen with a higher header sets it. */
export const TOAST_TOP = '--toast-top'

/** The distance from the bottom: styles/toast.css lifts them above the recorder's bar. */
const BOTTOM = 'var(--toast-bottom, calc(16px + env(safe-area-inset-bottom)))'
const WIDE = '(min-width: 1024px)'
const isWide = () => matchMedia(WIDE).matches
function onWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The library holds its notices while the pointer is on them; a focus inside holds them in the same way. */
const holdNotices = (frame: Element, isHeld: boolean): void => {
  const event = isHeld ? 'mousemove' : 'mouseout'
  const notices = frame.querySelector('[data-sonner-toaster]')
  notices?.dispatchEvent(new MouseEvent(event, { bubbles: true, relatedTarget: document.body }))
}

/**
 * Returns the focus to where the person was as soon as a notice's button is pressed; the button's action may move it
 * on. The library would return it when the last notice goes, out of a text that is being written by then. A focused
 * notice stays: gone, it would take the focus with it.
 */
function useEarlyReturn() {
  const cameFrom = useRef<EventTarget | null>(null)
  return {
    onBlurCapture({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) holdNotices(currentTarget, false)
    },
    onFocusCapture(event: FocusEvent) {
      event.stopPropagation()
      holdNotices(event.currentTarget, true)
      if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
    },
    onClickCapture() {
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    },
  }
}

/**
 * At most two: top right below the header, on screens below 1024 px at the bottom. For four seconds, longer while the
 * pointer or the focus is on one of their buttons. styles/app.css imports their styles, and the build drops the injected copy.
 */
export const Toaster = ({ theme }: { theme: 'light' | 'dark' | 'system' }) => (
  <div role="presentation" {...useEarlyReturn()}>
    <Sonner
      // Without `dir`, the library reads the page's computed style at every render, which is slow with a long transcript.
      dir="ltr"
      position={useSyncExternalStore(onWidth, isWide, () => true) ? 'top-right' : 'bottom-center'}
      visibleToasts={2}
      duration={4000}
      theme={theme}
      containerAriaLabel="Avisos"
      closeButton
      toastOptions={{ closeButtonAriaLabel: 'Fechar aviso' }}
      offset={{ top: `var(${TOAST_TOP}, 68px)`, right: 20, bottom: BOTTOM }}
      mobileOffset={{ left: 12, right: 12, bottom: BOTTOM }}
    />
  </div>
)
