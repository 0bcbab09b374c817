import { Toaster as Sonner } from 'sonner'

export { toast } from 'sonner'

/** How far from the top they are shown: a screen with a higher header than the app's own says so. */
export const TOAST_TOP = '--toast-top'

/** Top right, four seconds, longer while the pointer is on a button of theirs. Its styles are bundled: styles/app.css imports them, the build drops the injected copy. */
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
