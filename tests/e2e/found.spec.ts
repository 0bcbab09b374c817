import { publicPages } from '#app/features/public/page-meta.ts'
import { plans } from '#domain/subscription/plans.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

const paths = Object.keys(publicPages)

test('each public page says what it is, where it lives and how it looks when shared', async ({ page }) => {
  const said = { titles: new Set<string>(), descriptions: new Set<string>() }
  for (const path of paths) {
    // How a visitor came is no other page.
    await page.goto(`${path}?redirect=%2Fapp%2Fhistory&utm_source=carta`)
    const head = (selector: string, name: string) => page.locator(`head ${selector}`).getAttribute(name)
    const title = await page.title()
    const description = (await head('meta[name=description]', 'content')) ?? ''
    expect(title.length, title).toBeLessThanOrEqual(60)
    expect(description.length, description).toBeGreaterThanOrEqual(110)
    expect(description.length, description).toBeLessThanOrEqual(160)
    said.titles.add(title)
    said.descriptions.add(description)
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
  expect([said.titles.size, said.descriptions.size]).toEqual([paths.length, paths.length])
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
