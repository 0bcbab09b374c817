import { isRouteErrorResponse, Outlet } from 'react-router'
import { ContactForm } from '#app/features/public/contact-form.tsx'
import { PageFailed, PageMissing } from '#app/features/public/section.tsx'
import { ExitOffer, ScrollTop, SiteFrame, SiteScript, SupportBubble } from '#app/features/public/site-frame.tsx'
import { type useVisit, waysIn } from '#app/features/public/ways-in.ts'
import { SupportFacts } from '#app/features/support/support-facts.tsx'
import { appPath } from '#app/lib/app-path.ts'
import { serverContext } from '#app/lib/server-context.ts'
import { visitorSession } from '../session.ts'
import type { Route } from './+types/site'

/** Public pages have no script of the framework. */
export const handle = { still: true }

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const session = await visitorSession(context, request)
  const { claims } = context.get(serverContext)
  return { ways: waysIn(appPath(url.searchParams.get('redirect'))), signedIn: session !== null, claims }
}

export default function Site({ loaderData: { ways, signedIn, claims } }: Route.ComponentProps) {
  return (
    <>
      <SiteFrame ways={ways} signedIn={signedIn}>
        <Outlet context={{ ways, signedIn, claims } satisfies ReturnType<typeof useVisit>} />
      </SiteFrame>
      <SupportBubble facts={<SupportFacts />} form={<ContactForm id="support" />} />
      <ScrollTop />
      {!signedIn && <ExitOffer />}
      <SiteScript />
    </>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <SiteFrame ways={loaderData?.ways ?? waysIn()} signedIn={loaderData?.signedIn ?? false}>
      {missing ? <PageMissing /> : <PageFailed />}
    </SiteFrame>
  )
}
