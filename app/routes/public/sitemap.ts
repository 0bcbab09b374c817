import { publicPages } from '#app/features/public/page-meta.ts'
import { serverContext } from '#app/lib/server-context.ts'
import type { Route } from './+types/sitemap'

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(serverContext)
  const pages = Object.entries(publicPages).map(
    ([path, { changed }]) => `<url><loc>${origin}${path}</loc><lastmod>${changed}</lastmod></url>`,
  )
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages,
    '</urlset>',
  ].join('\n')
  return new Response(`${text}\n`, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
