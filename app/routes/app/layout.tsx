import { useEffect, useLayoutEffect, useState } from 'react'
import {
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { SessionKeeper } from '#app/features/account/session-keeper.tsx'
import { api, read } from '#app/lib/api.ts'
import { type Copied, copyAtOf, orCopy, useCopy } from '#app/lib/device/copies.ts'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { lockDevice, unlockDevice } from '#app/lib/device/vault.ts'
import { deviceZone } from '#app/lib/format.tsx'
import { readCookie, writeCookie } from '#app/lib/stored.ts'
import { cx } from '#app/ui/cx.ts'
import { type Profile, profileReply } from '#domain/account/contract.ts'
import { RouteError } from '../route-error.tsx'
import { sessionContext, sessionOf, toLanding } from '../session.ts'
import type { Route } from './+types/layout'
import { consultationLists } from './consultation-lists.ts'
import { Header } from './shell/header.tsx'
import { NewVersion } from './shell/new-version.tsx'
import { OfflineLine } from './shell/offline-line.tsx'
import { PageSkeleton, useSlowPage } from './shell/page-skeleton.tsx'
import { Reopening, useLeftovers } from './shell/reopening.tsx'
import { Sidebar, Tabs } from './shell/sidebar.tsx'
import { isWorkPlace, placeOf, useConsultationHere, usePageFocus, usePlace } from './shell/use-place.ts'
import { warmRoutes } from './shell/warm-routes.ts'

const SIDEBAR_COOKIE = 'relato-sidebar'

/** The app can be installed on a device; the public pages cannot. */
export const links: Route.LinksFunction = () => [{ rel: 'manifest', href: '/site.webmanifest' }]

/** Requires a session on the first load and on every navigation. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request, url }, next) => {
    const session = await sessionOf(context, request)
    if (!session) throw toLanding(url)
    if (session.closing) throw redirect('/closed')
    context.set(sessionContext, session)
    return next()
  },
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const lists = await consultationLists(context, request)
  return {
    open: lists.data?.open ?? [],
    session: context.get(sessionContext),
    narrow: readCookie(request.headers.get('cookie'), SIDEBAR_COOKIE) === 'narrow',
  }
}

/** A page's own address changes, such as filters, do not reload the shell. */
export const shouldRevalidate = ({
  currentUrl: from,
  nextUrl: to,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  (from.search === to.search || placeOf(from) !== placeOf(to)) && defaultShouldRevalidate

type Served = Awaited<ReturnType<typeof loader>>
/** The loaded data this shell was rendered with. */
let drawn: Copied<Served> | null = null
/** The name of its copy on the device. */
const COPY = 'shell'

/** If a page fails to load, the shell stays with its data and the page shows the failure. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Copied<Served>> {
  try {
    return await orCopy(drawn ? null : COPY, serverLoader)
  } catch (error) {
    // A redirect means the session is over.
    if (drawn === null || error instanceof Response) throw error
    return drawn
  }
}

export default function AppLayout({ loaderData }: Route.ComponentProps) {
  const { session, open, narrow: startsNarrow } = loaderData
  useEffect(() => {
    drawn = loaderData
    return () => {
      drawn = null
    }
  }, [loaderData])
  const [narrow, setNarrow] = useState(startsNarrow)
  const doctorId = session.user.id
  useZoneReport(session.profile)
  // Runs before any effect of a page, because data stored on the device belong to this doctor.
  useLayoutEffect(() => {
    setDeviceDoctor(doctorId)
    void unlockDevice()
    return lockDevice
  }, [doctorId])
  const { place } = usePlace()
  const works = isWorkPlace(place)
  useCopy(works ? COPY : null, loaderData)
  useEffect(() => warmRoutes(works), [works])
  const here = useConsultationHere(open)
  const leftovers = useLeftovers(here)
  const copyAt = useCopyAt()
  const navigating = useNavigation().state === 'loading'
  const slow = useSlowPage()
  usePageFocus(place)
  const toggle = () => {
    writeCookie(SIDEBAR_COOKIE, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }
  return (
    <div
      // `has` looks only at the children: else each change in a long transcript would check all its lines.
      className={cx(
        'grid min-h-dvh grid-cols-1 grid-rows-[56px_auto_1fr] has-[>[data-strip]]:[--strip:36px] max-sm:has-[>[data-strip]]:[--strip:52px] lg:transition-[grid-template-columns] lg:duration-150',
        narrow ? 'lg:grid-cols-shell-collapsed' : 'lg:grid-cols-shell',
      )}
    >
      <a
        href="#conteudo"
        className="sr-only z-50 rounded-s bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Ir para o conteúdo
      </a>
      <Header
        session={session}
        refused={leftovers.filter(({ state }) => state === 'refused')}
        hasMenu={here !== null}
      />
      <OfflineLine copyAt={copyAt} />
      <Sidebar narrow={narrow} onToggle={toggle} />
      <main
        id="conteudo"
        tabIndex={-1}
        aria-busy={navigating || undefined}
        className={cx(
          'relative min-w-0 p-4 outline-none [--above:var(--strip,0px)] has-[>[data-reopening]]:[--above:calc(79px+var(--strip,0px))] lg:p-6',
          here === null && 'max-lg:pb-20 max-lg:[--tabs:56px]',
        )}
      >
        {navigating && <span aria-hidden className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-accent" />}
        <SessionKeeper session={session} isCopy={copyAtOf(loaderData) !== null} />
        <NewVersion unsent={leftovers.length > 0} />
        <Reopening open={open} here={here} leftovers={leftovers} />
        {slow && <PageSkeleton path={slow} />}
        {/* The old page stays mounted until the new one is shown. */}
        <div hidden={slow !== null}>
          <Outlet />
        </div>
      </main>
      {here === null && <Tabs />}
    </div>
  )
}

/** When the copy was made that the page shows (epoch ms); null: it shows the server's data. */
function useCopyAt(): number | null {
  const pages = useMatches().filter(({ id }) => id !== 'routes/app/layout')
  const copies = pages.flatMap(({ loaderData }) => copyAtOf(loaderData) ?? [])
  return copies[0] ?? null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} home="/app/dashboard" />
}

/** Reports the device's time zone if the profile has another: the server formats printed times and 'today'. */
export function useZoneReport(profile: Profile | null): void {
  const { revalidate } = useRevalidator()
  const stored = profile?.time_zone
  useEffect(() => {
    const zone = deviceZone()
    if (stored === undefined || zone === null || zone === stored) return
    read(api.api.profile.$patch({ json: { time_zone: zone } }), profileReply).then(
      () => revalidate(),
      // The next page reports it again.
      () => {},
    )
  }, [stored, revalidate])
}
