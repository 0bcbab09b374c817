import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'
import { defaultSettings } from '#domain/account/settings.ts'
import figtree from './styles/fonts/figtree.woff2?url'
import newsreader from './styles/fonts/newsreader.woff2?url'
import './styles/app.css'
import { ZoneProvider, zoneOf } from '#app/lib/format.tsx'
import type { Route } from './+types/root'
import { serverContext } from './lib/server-context.ts'
import { ServedSettings, settingsOf, showSettingsToServer, useSettings } from './lib/settings.ts'
import { isStill } from './lib/still.ts'
import { RouteError } from './routes/route-error.tsx'
import { Opening } from './ui/opening.tsx'
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
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
]

export const meta: Route.MetaFunction = () => [{ title: 'Relato' }]

export function loader({ context, request }: Route.LoaderArgs) {
  const cookies = request.headers.get('cookie')
  return { settings: settingsOf(cookies), zone: zoneOf(cookies), origin: context.get(serverContext).origin }
}

/** Settings and zone change in the browser without a reload. */
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
  const still = isStill(useMatches())
  return (
    <html lang="pt-BR" data-theme={theme} data-density={compactMode ? 'compact' : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {theme !== 'dark' && <meta name="theme-color" content="#f8f7f4" media={mediaOf(theme, 'light')} />}
        {theme !== 'light' && <meta name="theme-color" content="#131514" media={mediaOf(theme, 'dark')} />}
        <Meta />
        {/* Style sheets are our own files and need no nonce, which the browser would hide from hydration. */}
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

/** The browser's bar has the colour of the page. */
const mediaOf = (theme: string, scheme: 'light' | 'dark') =>
  theme === 'system' ? `(prefers-color-scheme: ${scheme})` : undefined

export default function Root() {
  return <Outlet />
}

/** The offline shell opens with this until the page's own data and code are there. */
export const HydrateFallback = Opening

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />
}
