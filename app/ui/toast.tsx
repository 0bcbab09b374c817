import { Toaster as Sonner } from 'sonner'

export { toast } from 'sonner'

/** Top right, four seconds. Its styles are bundled: styles/app.css imports them, the build drops the injected copy. */
export const Toaster = ({ theme }: { theme: 'light' | 'dark' | 'system' }) => (
  <Sonner
    position="top-right"
    duration={4000}
    theme={theme}
    containerAriaLabel="Avisos"
    offset={{ top: 68, right: 20 }}
    mobileOffset={{ top: 64, left: 12, right: 12 }}
  />
)
