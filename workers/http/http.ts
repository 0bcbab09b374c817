import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { gathered } from '#db/gathered.ts'
import { SHELL_PATH } from '#domain/account/offline.ts'
import { AppError, messageOf, statusOf } from '#domain/errors.ts'
import { type ShownClaims, shownClaims } from '#domain/site.ts'
import type { Visit } from '../api/context.ts'
import { withCurrentSignatures } from '../auth/previous-secret.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'
import { measure } from '../metrics/measure.ts'
import { requireConfigured } from './configuration.ts'
import { BODY_MAX, discardUnread, limitBody } from './limit-body.ts'
import { type PageEnv, securityHeaders } from './security-headers.ts'
import { withHashes } from './shell-page.ts'

/** Renders a page. `fetchApi` is the API in process: loaders use it instead of a database. */
export type Pages = (
  request: Request,
  server: {
    fetchApi: (request: Request) => Promise<Response>
    nonce: string
    origin: string
    claims: ShownClaims
    failed: (error: unknown) => void
    still: () => void
  },
) => Promise<Response>

/** A refused page repeats the submitted values. A form that is too large gets a plain text instead. */
const pageBody = limitBody(BODY_MAX, (c) => c.text(messageOf('body_too_large'), statusOf('body_too_large')))

/** Answers a page with the names of missing settings. */
const configured = createMiddleware<{ Bindings: Env }>(async (c, next) => {
  try {
    requireConfigured(c.env, c.req.url)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const named = Object.entries(error.fields ?? {}).map(([name, fault]) => `${name}: ${fault}`)
    return c.text([messageOf(error.code), '', ...named].join('\n'), statusOf(error.code))
  }
  return next()
})

/** Measures every answer of a page or of the API. A socket's is an upgrade, and a page's own calls are part of it. */
const measuredAnswers = createMiddleware<{ Bindings: Env }>(async (c, next) => {
  const startedAt = Date.now()
  await next()
  const { status } = c.res
  const { path } = c.req
  // Health answers 503 for a failing part. Measured, it would make the API a failing part, for ever.
  if (path.startsWith('/api/health')) return
  const metric = path.startsWith('/api/auth/sign-in/') ? 'sign_in' : path.startsWith('/api/') ? 'api' : 'page'
  const isFailed = status >= 500
  measure({ metric, ...(isFailed ? { failed: 1, fault: `status_${status}` } : { value: Date.now() - startedAt }) })
})

/** Imported on the first call: it is most of the Worker, and pages without data do not need it. */
const callApi: typeof import('../api/api.ts').api.fetch = async (...call) =>
  (await import('../api/api.ts')).api.fetch(...call)

/** The page cache replaces this placeholder. */
const still = (): void => {}
const failed = (error: unknown): void => log({ event: 'page_failed', errorName: nameOf(error) })

/** The offline shell has no data. */
const noApi = async (): Promise<Response> => new Response(null, { status: 404 })

/** The Worker's HTTP side: one middleware for the headers, then the API or a page. */
export function createHttp(pages: Pages) {
  return (
    new Hono<PageEnv>()
      // Last resort: the runtime would log the error's message and answer in English.
      .onError((error, c) => {
        const { method } = c.req
        const fields = { requestId: crypto.randomUUID(), method, route: 'page', status: 500, code: 'internal' } as const
        log({ event: 'request_failed', ...fields, errorName: nameOf(error) })
        return c.text(messageOf('internal'), statusOf('internal'))
      })
      .use(async (c, next) => {
        c.req.raw = await withCurrentSignatures(c.req.raw, c.env, Date.now())
        await next()
      })
      .use(measuredAnswers, securityHeaders, discardUnread)
      .all('/api/*', (c) => callApi(c.req.raw, c.env, c.executionCtx))
      .use(configured)
      // Rendered without cookies, so the stored page belongs to no session.
      .get(SHELL_PATH, async (c) => {
        const { origin } = new URL(c.env.APP_URL)
        const server = {
          fetchApi: noApi,
          nonce: c.get('nonce'),
          origin,
          claims: shownClaims(c.env.ENVIRONMENT),
          failed,
          still,
        }
        const { page, sources } = await withHashes(await pages(new Request(c.req.url), server))
        c.set('hashes', sources)
        return page
      })
      .all('*', pageBody, async (c) => {
        const cookies: string[] = []
        // Share the session only while the request changes nothing: a page that signs out must show no doctor data
        // afterwards.
        const env =
          c.req.method === 'GET' ? { ...c.env, VISIT: { database: gathered(c.env.DB) } satisfies Visit } : c.env
        const fetchApi = async (request: Request) => {
          const response = await callApi(request, env, c.executionCtx)
          cookies.push(...response.headers.getSetCookie())
          return response
        }
        const { origin } = new URL(c.env.APP_URL)
        const claims = shownClaims(c.env.ENVIRONMENT)
        const page = await pages(c.req.raw, { fetchApi, nonce: c.get('nonce'), origin, claims, failed, still })
        if (cookies.length === 0) return page
        // A session renewed while the page was rendered must reach the browser.
        const answer = new Response(page.body, page)
        for (const cookie of new Set(cookies)) answer.headers.append('set-cookie', cookie)
        return answer
      })
  )
}
