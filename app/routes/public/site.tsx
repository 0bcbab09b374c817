import { Outlet } from 'react-router'
import { SiteScript } from '#app/features/public/site-script.tsx'

/** Public pages come without the framework's script. */
export const handle = { still: true }

/** What all public pages share. */
export default function Site() {
  return (
    <>
      <Outlet />
      <SiteScript />
    </>
  )
}
