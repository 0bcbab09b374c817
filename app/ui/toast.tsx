import { Toaster as Sonner } from 'sonner'

export { toast } from 'sonner'

/** The distance of toasts from the top: a screen with a higher header sets it. */
export const TOAST_TOP = '--toast-top'

/**
 * Top right, for four seconds, longer while the pointer is on one of their buttons. Their styles are bundled:
 * styles/app.css imports them, and the build drops the injected copy.
 */
export const Toaster = ({ theme }: { theme: 'light' | 'dark' | 'system' }) => (
  <Sonner
    // Without `dir`, the library reads the page's computed style at every render, which is slow with a long transcript.
    dir="ltr"
    position="top-right"
    duration={4000}
    theme={theme}
    containerAriaLabel="Avisos"
    closeButton
    toastOptions={{ closeButtonAriaLabel: 'Fechar aviso' }}
    offset={{ top: `var(${TOAST_TOP}, 68px)`, right: 20 }}
    mobileOffset={{ top: `var(${TOAST_TOP}, 64px)`, left: 12, right: 12 }}
  />
)
