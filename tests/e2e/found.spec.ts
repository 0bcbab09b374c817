import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { publicPages } from '#app/features/public/page-meta.ts'
import { site } from '#domain/site.ts'
import { plans } from '#domain/subscription/plans.ts'
import { APP_URL, startLaidOut } from './stack.ts'
import { expect, test } from './test.ts'

const paths = Object.keys(publicPages)

test('each public page says what it is, where it lives and how it looks when shared', async ({ page }) => {
  const texts = { titles: new Set<string>(), descriptions: new Set<string>() }
  for (const path of paths) {
    // How a visitor came is no other page.
    await page.goto(`${path}?redirect=%2Fapp%2Fhistory&utm_source=carta`)
    const head = (selector: string, name: string) => page.locator(`head ${selector}`).getAttribute(name)
    const title = await page.title()
    const description = (await head('meta[name=description]', 'content')) ?? ''
    expect(title.length, title).toBeLessThanOrEqual(60)
    expect(description.length, description).toBeGreaterThanOrEqual(120)
    expect(description.length, description).toBeLessThanOrEqual(155)
    texts.titles.add(title)
    texts.descriptions.add(description)
    expect(await head('link[rel=canonical]', 'href')).toBe(APP_URL + path)
    expect(await head('meta[property="og:url"]', 'content')).toBe(APP_URL + path)
    const picture = (await head('meta[property="og:image"]', 'content')) ?? ''
    expect(picture.startsWith(`${APP_URL}/og/`)).toBe(true)
    const shown = await page.request.get(picture)
    expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR')
    for (const icon of await page.locator('head link[rel~=icon], head link[rel=manifest]').all())
      expect((await page.request.get((await icon.getAttribute('href')) ?? '')).status()).toBe(200)
  }
  const font = (await page.locator('head link[rel=preload]').first().getAttribute('href')) ?? ''
  expect((await page.request.get(font)).headers()['cache-control']).toContain('immutable')
  expect([texts.titles.size, texts.descriptions.size]).toEqual([paths.length, paths.length])
})

test('what machines read of product, prices and questions is what the page says', async ({ page }) => {
  type Data = { '@type': string; offers?: { price: string }[]; mainEntity?: { name: string }[] }
  await page.goto('/landing')
  const all = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
    (text) => JSON.parse(text) as Data,
  )
  const of = (type: string) => all.find((one) => one['@type'] === type) as Data
  const prices = of('SoftwareApplication').offers?.map(({ price }) => price)
  expect(prices).toEqual(['0.00', '197.00', '1891.20', '497.00', '4771.20'])
  expect(prices?.length).toBe(Object.keys(plans).length * 2 - 1)
  const questions = of('FAQPage').mainEntity ?? []
  expect(questions.length).toBeGreaterThanOrEqual(8)
  for (const { name } of questions) await expect(page.locator('summary').filter({ hasText: name })).toHaveCount(1)
  expect(JSON.stringify(all)).not.toContain('aggregateRating')
})

test('search engines are told the public pages, and nothing of what is behind the sign-in', async ({ page }) => {
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${APP_URL}/sitemap.xml`)
  for (const path of ['/app', '/api', '/dev', '/checkout']) expect(robots).toContain(`Disallow: ${path}\n`)
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(listed).toEqual(paths.map((path) => APP_URL + path))
  for (const path of ['/login', '/auth', '/reset-password', '/app/dashboard', '/api/health'])
    expect([path, (await page.request.get(path, { maxRedirects: 0 })).headers()['x-robots-tag']]).toEqual([
      path,
      'noindex',
    ])
  for (const path of paths)
    expect([path, (await page.request.get(path)).headers()['x-robots-tag']]).toEqual([path, undefined])
})

/** The settings that production has; no secret is real. */
function asProduction(folder: string): object {
  const secret = (seed: string) => `${seed}4x9Qw1Xr7Tb5Ny8Mu2Lp3Jh6Gf0DsAzVc`
  // The secrets of this machine would come before these.
  rmSync(join(folder, '.dev.vars'), { force: true })
  return {
    vars: {
      ENVIRONMENT: 'production',
      APP_URL: 'https://relato.med.br',
      MAIL_FROM: 'Relato <nao-responda@relato.med.br>',
      RESEND_KEY: 're_9fKq2',
      SPEECH_URL: 'wss://fala.relato.med.br/v1/listen',
      SPEECH_KEY: 'k',
      ...{ AUTH_SECRET: secret('a'), DEVICE_SECRET: secret('b'), AUDIT_SECRET: secret('c') },
      ...{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    },
  }
}

test('shows no unconfirmed claim in production, and its pages are whole', async ({ request }) => {
  const { doctors, consultations, accuracy, satisfaction, laws, guaranteeDays, annualDiscount } = site.claims
  const words = [
    { claim: doctors, words: [doctors.value.figure, doctors.value.of] },
    { claim: consultations, words: [consultations.value.figure] },
    { claim: accuracy, words: [accuracy.value.of] },
    { claim: satisfaction, words: [satisfaction.value.figure, satisfaction.value.of] },
    { claim: laws, words: [laws.value.figure, laws.value.of] },
    { claim: guaranteeDays, words: ['arantia', 'arrepender'] },
    { claim: annualDiscount, words: ['de desconto', '−20%'] },
  ]
  const hidden = words.filter(({ claim }) => !claim.confirmed).flatMap((one) => one.words)
  const text = async (url: string) => (await (await request.get(url)).text()).replace(/<!--.*?-->/g, '')
  // Read once: the server closes a connection that idles while the other one starts.
  const preview = new Map(await Promise.all(paths.map(async (path) => [path, await text(APP_URL + path)] as const)))
  const shown = [...preview.values()].join('\n')
  expect(words.flatMap((one) => one.words).filter((word) => !shown.includes(word))).toEqual([])

  const countOf = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0
  const empty = /<(p|span|li|dl|dd|h2)\b[^>]*><\/\1>/g
  const production = await startLaidOut('production', asProduction)
  try {
    for (const [path, whole] of preview) {
      const html = await text(production.url + path)
      expect([path, hidden.filter((word) => html.includes(word))]).toEqual([path, []])
      // The measured figures replace the hidden claim.
      if (!accuracy.confirmed && (path === '/landing' || path === '/about')) expect(html).toContain('Medido em')
      expect([path, countOf(html, /<h1/g)]).toEqual([path, 1])
      const [, description = ''] = /<meta name="description" content="(.*?)"/.exec(html) ?? []
      expect(description.length, description).toBeGreaterThanOrEqual(110)
      expect(description.length, description).toBeLessThanOrEqual(160)
      // The element around a claim goes with it.
      expect([path, countOf(html, empty)]).toEqual([path, countOf(whole, empty)])
    }
  } finally {
    await production.stop()
  }
})
