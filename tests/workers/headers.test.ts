import { env } from 'cloudflare:workers'
import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import { logged } from '#tests/testkit/logged.ts'
import { createHttp } from '#workers/http/http.ts'
import { contentSecurityPolicy, newNonce } from '#workers/http/security-headers.ts'
import { authRoutes, type Route, routes } from './contracts.ts'
import { fetchWorker, newDoctor, ORIGIN, visitor } from './doctor.ts'
import { inProduction } from './production.ts'
import { matrix, newClinic } from './route-matrix.ts'

/** Headers of every answer. */
const always: Record<string, RegExp> = {
  'content-security-policy':
    /^default-src 'none'; script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='; .*frame-ancestors 'none'$/,
  'strict-transport-security': /^max-age=63072000; includeSubDomains; preload$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'permissions-policy': /^microphone=\(self\), on-device-speech-recognition=\(self\), camera=\(\), /,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^DENY$/,
}
const ofTheApi = { ...always, 'cache-control': /^private, no-store$/, 'x-robots-tag': /^noindex$/ }
const never = [
  'set-auth-token',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'server',
  'x-powered-by',
]

const nonces = new Set<string>()
let checked = 0
function check(name: string, answer: Response, expected: Record<string, RegExp> = ofTheApi): void {
  const wrong = Object.entries(expected).filter(([header, value]) => !value.test(answer.headers.get(header) ?? ''))
  const extra = never.filter((header) => answer.headers.has(header))
  expect([name, wrong.map(([header]) => [header, answer.headers.get(header)]), extra]).toEqual([name, [], []])
  nonces.add(/'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '')
  checked += 1
}

test('every answer of every route carries every header: taken, refused, too large, foreign or unknown', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  const ask = async (route: Route, body?: string, headers: Record<string, string> = {}) => {
    const path = matrix[route.key]?.path?.(clinic) ?? route.path.replace(/:\w+/g, 'nada')
    return visitor()(route.method, path, body, { cookie: doctor.cookie, ...headers })
  }
  for (const route of [...routes, ...authRoutes()]) {
    // Signing out is the last that a session does.
    if (route.key === 'POST /api/auth/sign-out') continue
    const row = matrix[route.key]
    const body = row?.body ? JSON.stringify(await row.body(clinic)) : route.method === 'GET' ? undefined : '{}'
    check(`visitor ${route.key}`, await ask(route, body, { cookie: '' }))
    check(`owner ${route.key}`, await ask(route, body))
    if (route.method === 'GET') continue
    check(`foreign ${route.key}`, await ask(route, '{}', { origin: 'https://outro.example' }))
    check(`broken ${route.key}`, await ask(route, '{"a":'))
    check(`large ${route.key}`, await ask(route, 'x'.repeat(2_100_000)))
  }
  for (const path of ['/api/nada', '/api', '/api/auth/nada', '/api/auth/error?error=x'])
    check(path, await fetchWorker(path, { redirect: 'manual' }))
  for (const method of ['OPTIONS', 'HEAD', 'PROPFIND'])
    check(`${method} /api/patients`, await fetchWorker('/api/patients', { method, headers: { origin: ORIGIN } }))
  for (const path of ['/landing', '/login', '/app/patients', '/app/history/nada.data', '/nada', '/dev/inbox'])
    check(path, await fetchWorker(path), always)
  // No nonce is met twice.
  expect(nonces.size).toBe(checked)
  task.meta.headers = checked
})

test('an answer that failed, or that nothing is configured for, carries them too, and says nothing of why', async () => {
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const { fetch } = createHttp(async () => {
    throw new Error('secret of the inside')
  })
  const ask = (path: string, change: object, init: RequestInit = {}) =>
    fetch(new Request(`https://app.relato.med.br${path}`, init), { ...inProduction, ...change }, context)
  for (const path of ['/api/health', '/landing']) {
    const answer = await ask(path, { AUTH_SECRET: '' })
    expect(answer.status).toBe(503)
    check(`503 ${path}`, answer, path.startsWith('/api') ? ofTheApi : always)
  }
  const broken = { DB: { prepare: () => expect.fail('secret of the database'), batch: () => expect.fail('secret') } }
  const signIn = {
    method: 'POST',
    headers: { origin: 'https://app.relato.med.br', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ana', email: 'ana@relato.example', specialty: null, message: 'Olá.' }),
  }
  const failed = await ask('/api/contact', broken, signIn)
  expect([failed.status, await failed.clone().json()]).toEqual([500, expect.objectContaining({ code: 'internal' })])
  check('500 /api/contact', failed)
  const page = await ask('/landing', {})
  expect([page.status, (await page.clone().text()).includes('secret')]).toEqual([500, false])
  check('500 /landing', page, always)
  expect(JSON.stringify(logged())).not.toContain('secret of')
})

/** Replaces the built page, which the Worker's tests lack; offline.spec.ts opens the real one under its policy. */
const shellDocument = (nonce: string) =>
  [
    `<!DOCTYPE html><html lang="pt-BR"><head><script nonce="${nonce}">document.documentElement.dataset.js = ''</script>`,
    `<link rel="modulepreload" href="/assets/root.js" nonce="${nonce}"></head><body><p>Carregando...</p>`,
    `<script nonce="${nonce}" type="module" async="">import "/assets/manifest.js";\nconst é = '<p>';</script>`,
    `<script nonce="${nonce}" src="/assets/entry.js"></script></body></html>`,
  ].join('')

test('the offline shell may be stored: no session, no cookie, no nonce, and its scripts by their hashes', async () => {
  const doctor = await newDoctor()
  const cookies: (string | null)[] = []
  const { fetch } = createHttp(async (request, { nonce, fetchApi }) => {
    cookies.push(request.headers.get('cookie'))
    // The page cannot read the session either.
    expect((await fetchApi(new Request(`${ORIGIN}/api/session`))).status).toBe(404)
    return new Response(shellDocument(nonce), { headers: { 'content-type': 'text/html; charset=utf-8' } })
  })
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const ask = (headers: Record<string, string> = {}) =>
    fetch(new Request(`${ORIGIN}/app/shell`, { headers }), env, context)
  const [visited, signedIn] = [await ask(), await ask({ cookie: `${doctor.cookie}; relato-settings=x` })]
  expect(cookies).toEqual([null, null])
  const hashes = /^default-src 'none'; script-src 'self'( 'sha256-[A-Za-z0-9+/]{43}=')+; style-src /
  const stored = { ...always, 'content-security-policy': hashes, 'cache-control': /^private, no-cache$/ }
  for (const answer of [visited, signedIn]) {
    check('/app/shell', answer.clone(), stored)
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([200, false])
  }
  const text = await signedIn.text()
  expect(text).toBe(await visited.text())
  expect(text).toContain('Carregando...')
  expect(text).not.toMatch(/nonce=/)
  // Every inline script is among the hashes.
  const allowed = visited.headers.get('content-security-policy') ?? ''
  const scripts = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script)
  expect(scripts.length).toBeGreaterThan(1)
  for (const script of scripts) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
    expect(allowed).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
  }
})

/** Findings of Google's evaluator that we accept, with the reason. */
const accepted: Record<string, string> = {
  "script-src 'self'":
    'nothing of others is served from here: scripts are our own built files, R2 files are attachments',
}

test('the policy of production stands before Google’s evaluator', ({ task }) => {
  const policy = contentSecurityPolicy({ ENVIRONMENT: 'production' }, new URL('https://app.relato.med.br'), newNonce())
  const found = new CspEvaluator(new CspParser(policy).csp).evaluate()
  // 10 high, 20 syntax, 30 medium, 40 and 50 the same with a perhaps; above are advice and information.
  const serious = found.filter(({ severity }) => severity <= 50)
  const open = serious.filter(({ directive, value }) => !(`${directive} ${value ?? ''}`.trim() in accepted))
  expect(open.map(({ directive, value, description }) => [directive, value, description])).toEqual([])
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:|\*/)
  // The evaluator is listened to: what it would find in a weak one, it finds.
  const weak = new CspEvaluator(new CspParser("script-src 'unsafe-inline' https:").csp).evaluate()
  expect(weak.some(({ severity }) => severity === 10)).toBe(true)
  expect(env.ENVIRONMENT).toBe('development')
  task.meta.headers = found.length
})
