import type { APIResponse, Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import appRoutes from '#app/routes.ts'
import { enterStage } from '../screens/stage.ts'
import { MAIN } from '../testkit/full.ts'
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
  '/qualidade': { access: 'public' },
  '/contact': { access: 'public' },
  '/demo': { access: 'public' },
  '/terms': { access: 'public' },
  '/privacy': { access: 'public' },
  '/verificar/:code?': { access: 'public', at: () => '/verificar/00000-00000-00000-00000-00000', answers: 404 },
  '/paciente': { access: 'public' },
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
  // Without data, for every device. Its own headers: workers/headers.test.ts.
  '/app/shell': { access: 'public' },
  '/app': { access: 'doctor' },
  '/app/dashboard': { access: 'doctor' },
  '/app/history': { access: 'doctor', at: ({ patient }) => `/app/history?patient=${patient}&paciente=${patient}` },
  '/app/history/:id': { access: 'doctor', at: ({ consultation }) => `/app/history/${consultation}`, answers: 404 },
  '/app/patients': { access: 'doctor' },
  '/app/patients/:id': { access: 'doctor', at: ({ patient }) => `/app/patients/${patient}`, answers: 404 },
  '/app/settings': { access: 'doctor' },
  '/app/settings/writing': { access: 'doctor' },
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
/** Private data of the demonstration's doctor, for whom the page's session then no longer is. */
async function ownerBefore(page: Page): Promise<Owner> {
  const { api } = await enterStage(page, 'helena')
  type Found = { items: { id: string; patientId: string; patientName: string }[] }
  const { items } = (await api<Found>('POST', '/api/consultations/search', {})).body
  const [first] = items
  if (!first) throw new Error('the demonstration has no consultation')
  await page.context().clearCookies()
  const secrets = [...new Set(items.map((one) => one.patientName))]
  return { consultation: first.id, patient: first.patientId, secrets }
}

async function holdsNothing(name: string, answer: APIResponse, { secrets }: Owner): Promise<void> {
  const text = await answer.text()
  expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []])
}

test('every route of the app has a row, and every row a route', () => {
  expect([...new Set(addresses(appRoutes))].sort()).toEqual(Object.keys(rows).sort())
})

test('a visitor is led to the way in, with nothing of a doctor in the answer, by page, by data and by form', async ({
  page,
}) => {
  const [of, who] = [await ownerBefore(page), page.request]
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

test('a second doctor finds no page, no data and no form of the first', { tag: MAIN }, async ({ page }) => {
  const [of, who] = [await ownerBefore(page), page.request]
  await enterStage(page, 'new')
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
  await enterStage(page, 'helena')
  const own = await who.get(`/app/history/${of.consultation}`)
  expect([own.status(), of.secrets.some((secret) => secret.length > 5)]).toEqual([200, true])
  const text = await own.text()
  expect(of.secrets.filter((secret) => text.includes(secret))).not.toEqual([])
})

/** The pages that a browser may store. Each other answer of the Worker, a redirect or an error too, may not be. */
const storable = new Set(
  ['landing', 'pricing', 'about', 'qualidade', 'contact', 'demo', 'terms', 'privacy', 'sitemap.xml', 'robots.txt'].map(
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
/** The patient's page names itself to no other site. */
const ofPatient = { 'referrer-policy': /^same-origin$/ }
const ofPages = {
  ...ofFiles,
  'content-security-policy':
    /^default-src 'none'; script-src 'self' 'nonce-[^']+'; .*object-src 'none'; base-uri 'none'/,
  'permissions-policy': /^microphone=\(self\), on-device-speech-recognition=\(self\), camera=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
}

test('every page, file and refusal carries the headers, and there is no file that nobody was to see', async ({
  page,
  request: who,
}) => {
  const [of, signedIn] = [await ownerBefore(page), page.request]
  await enterStage(page, 'helena')
  const check = (at: string, answer: APIResponse, expected: Record<string, RegExp>) => {
    const headers = answer.headers()
    if (expected === ofPages) {
      const isPublic = storable.has(at) && answer.status() === 200
      expect([at, headers['cache-control']]).toEqual([at, isPublic ? 'private, no-cache' : 'private, no-store'])
    }
    const own = at.startsWith('/paciente') ? { ...expected, ...ofPatient } : expected
    const wrong = Object.entries(own).filter(
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
    if (address === '/app/shell') continue
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
