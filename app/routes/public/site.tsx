import { Outlet } from 'react-router'
import { ExitOffer } from '#app/features/public/exit-offer.tsx'
import { ScrollTop } from '#app/features/public/scroll-top.tsx'
import { SiteScript } from '#app/features/public/site-script.tsx'
import { SupportBubble } from '#app/features/public/support-bubble.tsx'
import { SupportFacts } from '#app/features/support/support-facts.tsx'

/** Public pages come without the framework's script. */
export const handle = { still: true }

/** What all public pages share. */
export default function Site() {
  return (
    <>
      <Outlet />
      <SupportBubble facts={<SupportFacts />} form={null} />
      <ScrollTop />
      <ExitOffer />
      <SiteScript />
    </>
  )
}
