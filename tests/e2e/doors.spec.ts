import { type APIRequestContext, type APIResponse, request as anybody } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import appRoutes from '#app/routes.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { linkIn, mailTo } from './inbox.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

/** Every address the router knows, written as it is there. */
function addresses(routes: readonly RouteConfigEntry[], above = ''): string[] {
  return routes.flatMap(({ path = '', children, index }) => {
    const own = [above, path].filter(Boolean).join('/')
    const inner = children ? addresses(children, own) : []
    return children && !index ? inner : [`/${own}`, ...inner]
  })
}

type Row = { access: 'public' | 'doctor' | 'development'; at?: (of: Owner) => string; answers?: number }
/** For each address: who may see it, and the id that a second doctor would ask for. */
const rows: Record<string, Row> = {
  '/': { access: 'public' },
  '/landing': { access: 'public' },
  '/pricing': { access: 'public' },
  '/about': { access: 'public' },
  '/contact': { access: 'public' },
  '/demo': { access: 'public' },
  '/terms': { access: 'public' },
  '/privacy': { access: 'public' },
  '/*': { access: 'public', at: () => '/nada/que/exista', answers: 404 },
  '/sitemap.xml': { access: 'public' },
  '/robots.txt': { access: 'public' },
  '/login': { access: 'public' },
  '/auth': { access: 'public' },
  '/reset-password': { access: 'public' },
  '/closed': { access: 'public' },
  '/checkout': { access: 'public', at: () => '/checkout?plan=pro' },
  '/checkout/success': { access: 'public', at: () => '/checkout/success?session_id=cs_test_1' },
  '/checkout/canceled': { access: 'public' },
  '/app': { access: 'doctor' },
  '/app/dashboard': { access: 'doctor' },
  '/app/history': { access: 'doctor', at: ({ patient }) => `/app/history?patient=${patient}&paciente=${patient}` },
  '/app/history/:id': { access: 'doctor', at: ({ consultation }) => `/app/history/${consultation}`, answers: 404 },
  '/app/patients': { access: 'doctor' },
  '/app/settings': { access: 'doctor' },
  '/app/*': { access: 'doctor', at: ({ consultation }) => `/app/nada/${consultation}`, answers: 404 },
  '/dev/inbox': { access: 'development' },
}
const addressOf = ([address, row]: [string, Row], owner: Owner) => row.at?.(owner) ?? address
/** As the framework asks for a page's data. */
const dataOf = (path: string) => {
  const url = new URL(path, APP_URL)
  return `${url.pathname === '/' ? '/_root' : url.pathname}.data${url.search}`
}

type Owner = { consultation: string; patient: string; secrets: string[] }
let visitors = 0
const visitor = () => {
  visitors += 1
  const headers = { 'cf-connecting-ip': `198.19.${process.pid % 250}.${visitors}` }
  return anybody.newContext({ baseURL: APP_URL, extraHTTPHeaders: headers })
}

async function enter(who: APIRequestContext, email: string, password: string): Promise<void> {
  const answer = await who.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: APP_URL } })
  expect(answer.status()).toBe(200)
}

/** The demonstration's doctor, with private data. */
async function owner(): Promise<Owner> {
  const who = await visitor()
  await enter(who, DEMO_EMAIL, DEMO_PASSWORD)
  const headers = { origin: APP_URL }
  const found = await who.post('/api/consultations/search', { data: {}, headers })
  const { items } = (await found.json()) as { items: { id: string; patientId: string; patientName: string }[] }
  const [first] = items
  if (!first) throw new Error('the demonstration has no consultation')
  await who.dispose()
  return {
    consultation: first.id,
    patient: first.patientId,
    secrets: [...new Set(items.map((one) => one.patientName))],
  }
}

async function secondDoctor(): Promise<APIRequestContext> {
  const who = await visitor()
  const email = `segundo.${crypto.randomUUID().slice(0, 8)}@relato.example`
  const data = { email, name: 'Dr. Segundo', password: 'segredo1' }
  expect((await who.post('/api/auth/sign-up/email', { data, headers: { origin: APP_URL } })).status()).toBe(200)
  await who.get(linkIn(await mailTo(who, email, 'verification')))
  await enter(who, email, 'segredo1')
  return who
}

async function holdsNothing(name: string, answer: APIResponse, { secrets }: Owner): Promise<void> {
  const text = await answer.text()
  expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []])
}

test('every route of the app has a row, and every row a route', () => {
  expect([...new Set(addresses(appRoutes))].sort()).toEqual(Object.keys(rows).sort())
})

test('a visitor is led to the way in, with nothing of a doctor in the answer, by page, by data and by form', async () => {
  const [of, who] = [await owner(), await visitor()]
  for (const [address, row] of Object.entries(rows)) {
    if (row.access !== 'doctor') continue
    const path = addressOf([address, row], of)
    for (const at of [path, dataOf(path)]) {
      const answer = await who.get(at, { maxRedirects: 0 })
      // The framework tells a script where to go in the answer itself.
      expect([at, answer.status()]).toEqual([at, at === path ? 302 : 202])
      expect(at === path ? (answer.headers().location ?? '') : await answer.text()).toContain('/landing')
      expect(answer.headers()['cache-control']).toBe('private, no-store')
      await holdsNothing(at, answer, of)
    }
    for (const headers of [{ origin: APP_URL }, { origin: 'https://outro.example' }]) {
      const form = await who.post(path, { form: { id: of.consultation }, headers, maxRedirects: 0 })
      expect([path, form.status() < 500, form.status() !== 200]).toEqual([path, true, true])
      await holdsNothing(path, form, of)
    }
  }
})

test('a second doctor finds no page, no data and no form of the first', async () => {
  const [of, who] = [await owner(), await secondDoctor()]
  for (const [address, row] of Object.entries(rows)) {
    if (row.access === 'development') continue
    const path = addressOf([address, row], of)
    for (const at of [path, dataOf(path)]) {
      const answer = await who.get(at, { maxRedirects: 0 })
      expect([at, answer.status() < 500]).toEqual([at, true])
      if (row.answers && at === path) expect([at, answer.status()]).toEqual([at, row.answers])
      await holdsNothing(at, answer, of)
    }
    const form = await who.post(path, { form: { id: of.consultation }, headers: { origin: APP_URL }, maxRedirects: 0 })
    expect([path, form.status() < 500]).toEqual([path, true])
    await holdsNothing(path, form, of)
  }
  // The owner's own page is there, with the owner's own words: what was looked for can be found.
  const own = await visitor()
  await enter(own, DEMO_EMAIL, DEMO_PASSWORD)
  const page = await own.get(`/app/history/${of.consultation}`)
  expect([page.status(), of.secrets.some((secret) => secret && true)]).toEqual([200, true])
  expect(of.secrets.some((secret) => secret.length > 5)).toBe(true)
  const text = await page.text()
  expect(of.secrets.filter((secret) => text.includes(secret))).not.toEqual([])
})

/** The pages that a browser may store. Each other answer of the Worker, a redirect or an error too, may not be. */
const storable = new Set(
  ['landing', 'pricing', 'about', 'contact', 'demo', 'terms', 'privacy', 'sitemap.xml', 'robots.txt'].map(
    (name) => `/${name}`,
  ),
)

const ofFiles = {
  'strict-transport-security': /^max-age=63072000; includeSubDomains/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'content-type': /./,
}
const ofPages = {
  ...ofFiles,
  'content-security-policy':
    /^default-src 'none'; script-src 'self' 'nonce-[^']+'; .*object-src 'none'; base-uri 'none'/,
  'permissions-policy': /^microphone=\(self\)/,
  'cross-origin-opener-policy': /^same-origin$/,
}

test('every page, file and refusal carries the headers, and there is no file that nobody was to see', async () => {
  const [of, who] = [await owner(), await visitor()]
  const signedIn = await visitor()
  await enter(signedIn, DEMO_EMAIL, DEMO_PASSWORD)
  const check = (at: string, answer: APIResponse, expected: Record<string, RegExp>) => {
    const headers = answer.headers()
    if (expected === ofPages) {
      const isPublic = storable.has(at) && answer.status() === 200
      expect([at, headers['cache-control']]).toEqual([at, isPublic ? 'private, no-cache' : 'private, no-store'])
    }
    const wrong = Object.entries(expected).filter(
      // Where a redirect has no body there is no type of it.
      ([name, value]) => !(name === 'content-type' && !headers['content-type']) && !value.test(headers[name] ?? ''),
    )
    expect([at, wrong.map(([name]) => [name, headers[name]])]).toEqual([at, []])
    expect([at, headers['x-powered-by'], headers['access-control-allow-origin']]).toEqual([at, undefined, undefined])
    if (/^text\/|json/.test(headers['content-type'] ?? '') && expected === ofPages && !/\.(txt|xml)$/.test(at))
      expect([at, headers['content-type']]).toEqual([at, expect.stringMatching(/charset=utf-8|json|x-script/i)])
  }
  let landing = ''
  for (const [address, row] of Object.entries(rows)) {
    const path = addressOf([address, row], of)
    for (const one of [who, signedIn]) {
      const answer = await one.get(path, { maxRedirects: 0 })
      check(path, answer, ofPages)
      check(dataOf(path), await one.get(dataOf(path), { maxRedirects: 0 }), ofPages)
      if (path === '/landing' && one === who) landing = await answer.text()
    }
    check(path, await who.post(path, { data: 'x'.repeat(70_000), maxRedirects: 0 }), ofPages)
  }
  for (const path of ['/api/health', '/api/nada', '/api/session', '/api/device-key'])
    for (const one of [who, signedIn]) check(path, await one.get(path), ofPages)

  const login = await (await who.get('/login')).text()
  const built = [...new Set((landing + login).match(/\/(assets|pictures|icons|og)\/[\w./-]+/g) ?? [])]
  expect(built.length).toBeGreaterThan(4)
  for (const path of [
    ...built,
    '/favicon.ico',
    '/favicon.svg',
    '/site.webmanifest',
    '/demonstracao/registro-exemplo.pdf',
  ]) {
    const answer = await who.get(path)
    expect([path, answer.status()]).toEqual([path, 200])
    check(path, answer, ofFiles)
  }
  for (const path of [
    '/.dev.vars',
    '/.git/config',
    '/_headers',
    '/wrangler.toml',
    '/package.json',
    '/assets/',
    '/assets/..%2f..%2f.dev.vars',
    '/migrations/0000.sql',
    '/server/index.js',
    '/.vite/manifest.json',
    ...built.filter((one) => one.endsWith('.js')).map((one) => `${one}.map`),
  ]) {
    const answer = await who.get(path, { maxRedirects: 0 })
    expect([path, answer.status()]).toEqual([path, 404])
    check(path, answer, ofPages)
  }
})
