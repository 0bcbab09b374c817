import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { SHELL_PATH } from '#domain/account/offline.ts'
import { PATIENT_PAGE_PATH } from '#domain/patient-page/link.ts'
import type { Env } from '../env.ts'

const HSTS = 'max-age=63072000; includeSubDomains; preload'
/** The first two are for our own pages alone: a frame of another origin may neither record nor recognise speech. */
const PERMISSIONS =
  'microphone=(self), on-device-speech-recognition=(self), camera=(), geolocation=(), payment=(), usb=(), display-capture=()'

/**
 * Pages that show no doctor data except the signed-in state. The browser may store them for its back button and must
 * revalidate otherwise. No other answer may be stored, redirects and errors included.
 */
const publicPages = new Set([
  '/landing',
  '/pricing',
  '/about',
  '/qualidade',
  '/contact',
  '/demo',
  '/terms',
  '/privacy',
  '/sitemap.xml',
  '/robots.txt',
  SHELL_PATH,
])

/** A fresh nonce: 128 random bits, as CSP Level 3 recommends. */
export const newNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

/**
 * Allows only scripts with the nonce, or with one of the hashes in `hashes`, and no external resource. Inline styles
 * pass only for Vite's dev server.
 */
export function contentSecurityPolicy(env: Pick<Env, 'ENVIRONMENT'>, url: URL, nonce: string, hashes?: string): string {
  const socket = `${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`
  const styles = env.ENVIRONMENT === 'development' ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes ?? `'nonce-${nonce}'`}`,
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${socket}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** `hashes`: set by a page whose scripts are allowed by their hashes instead of the nonce. */
export type PageEnv = { Bindings: Env; Variables: { nonce: string; hashes?: string } }

/** Headers of every answer, page or API. `nonce` is set before the page is rendered. */
export const securityHeaders = createMiddleware<PageEnv>(async (c, next) => {
  c.set('nonce', newNonce())
  await next()
  if (c.res.status === 101) return
  applyHeaders(c)
})

function applyHeaders(c: Context<PageEnv>): void {
  const url = new URL(c.req.url)
  const { headers } = c.res
  const set = (name: string, value: string) => headers.set(name, value)
  set('content-security-policy', contentSecurityPolicy(c.env, url, c.get('nonce'), c.get('hashes')))
  set('strict-transport-security', HSTS)
  set('x-content-type-options', 'nosniff')
  set('referrer-policy', referrerPolicy(c, url))
  set('permissions-policy', PERMISSIONS)
  set('cross-origin-opener-policy', 'same-origin')
  set('cross-origin-resource-policy', 'same-origin')
  set('x-frame-options', 'DENY')
  // The bearer plugin offers the session token in a header: pages must never hold it.
  headers.delete('set-auth-token')
  if (/^\/(app|api|dev|login|auth|reset-password|closed|checkout|verificar|paciente)([/.]|$)/.test(asRouted(url)))
    set('x-robots-tag', 'noindex')
  const isPublicPage = c.res.status === 200 && publicPages.has(url.pathname)
  set('cache-control', isPublicPage ? 'private, no-cache' : 'private, no-store')
}

/**
 * The patient's page names itself to no other site. Its form needs 'same-origin': under 'no-referrer' a browser sends
 * it with `Origin: null`, which the framework refuses. The opened text has no form.
 */
function referrerPolicy({ req, res }: Context<PageEnv>, url: URL): string {
  if (!asRouted(url).startsWith(PATIENT_PAGE_PATH)) return 'strict-origin-when-cross-origin'
  return req.method === 'POST' && res.status === 200 ? 'no-referrer' : 'same-origin'
}

/** The path as the router compares it: '/PACIENTE' and '/%70aciente' are the same page. */
function asRouted({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname).toLowerCase()
  } catch {
    return pathname.toLowerCase()
  }
}
