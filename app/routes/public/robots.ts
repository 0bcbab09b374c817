import { serverContext } from '#app/lib/server-context.ts'
import type { Route } from './+types/robots'

const HIDDEN = ['/app', '/api', '/dev', '/checkout', '/reset-password']

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(serverContext)
  const text = ['User-agent: *', ...HIDDEN.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`]
  return new Response(`${text.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
