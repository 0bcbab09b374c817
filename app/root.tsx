import { CSPProvider } from '@base-ui/react/csp-provider'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'
import { defaultSettings } from '#domain/account/settings.ts'
import './styles/app.css'
import type { Route } from './+types/root'
import { ServedSettings, settingsOf, showSettingsToServer, useSettings } from './lib/settings.ts'
import { ZoneProvider, zoneOf } from './lib/zone.tsx'
import { RouteError } from './routes/route-error.tsx'
import { Toaster } from './ui/toast.tsx'

const font = (href: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href,
})
export const links: Route.LinksFunction = () => [
  font(figtree),
  font(newsreader),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: Route.MetaFunction = () => [{ title: 'Relato' }]

export function loader({ request }: Route.LoaderArgs) {
  const cookies = request.headers.get('cookie')
  return { settings: settingsOf(cookies), zone: zoneOf(cookies) }
}

/** Settings and zone change in the browser without asking again. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <ServedSettings value={data?.settings ?? defaultSettings}>
      <Page zone={data?.zone ?? 'America/Sao_Paulo'}>{children}</Page>
    </ServedSettings>
  )
}

function Page({ zone, children }: { zone: string; children: ReactNode }) {
  const { theme, compactMode } = useSettings().interface
  useEffect(showSettingsToServer, [])
  // A page where nothing moves says so, and comes without script.
  const still = useMatches().some((match) => (match.handle as { still?: boolean } | undefined)?.still)
  return (
    <html lang="pt-BR" data-theme={theme} data-density={compactMode ? 'compact' : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {/* Style sheets are our own files: they need no nonce, and the browser would hide it from hydration. */}
        <Links nonce="" />
      </head>
      <body>
        <CSPProvider disableStyleElements>
          <ZoneProvider zone={zone}>
            <div className="app-root">{children}</div>
          </ZoneProvider>
          <Toaster theme={theme} />
        </CSPProvider>
        {!still && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />
}
