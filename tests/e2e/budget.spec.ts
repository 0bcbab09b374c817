import type { Page } from '@playwright/test'
import { publicPages } from '#app/features/public/page-meta.ts'
import { wireBytes } from '../support/weight.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

/** Compressed, before pictures. */
const ALL_BYTES = 150_000
const SCRIPT_BYTES = 10_000
const WIDTHS = [390, 1440]

type Loaded = { url: string; type: string; bytes: number }

/** What a first visit brings, from its first byte until the page's end was seen. */
async function visit(page: Page, path: string): Promise<{ loaded: Loaded[]; shift: number }> {
  const coming: Promise<Loaded>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    coming.push(response.body().then((body) => ({ url: response.url(), type, bytes: wireBytes(body, type) })))
  })
  await page.addInitScript(() => {
    const told = Object.assign(window, { shift: 0 })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as Shift[]) if (!one.hadRecentInput) told.shift += one.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  await page.evaluate(async () => {
    await document.fonts.ready
    const step = window.innerHeight
    for (let at = 0; at <= document.body.scrollHeight; at += step) {
      window.scrollTo({ top: at, behavior: 'instant' })
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    }
  })
  await page.waitForLoadState('networkidle')
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  return { loaded: await Promise.all(coming), shift }
}

const sum = (some: readonly Loaded[]) => some.reduce((bytes, one) => bytes + one.bytes, 0)

for (const path of Object.keys(publicPages))
  for (const width of WIDTHS)
    test(`${path} at ${width} is light, comes from here alone, and nothing moves`, async ({ page }, info) => {
      await page.setViewportSize({ width, height: width < 800 ? 844 : 900 })
      const { loaded, shift } = await visit(page, path)
      const words = loaded.filter(({ type }) => !type.startsWith('image/'))
      const scripts = loaded.filter(({ type }) => type.includes('javascript'))
      const figures = { all: sum(words), script: sum(scripts), pictures: sum(loaded) - sum(words), shift }
      info.annotations.push({ type: 'bytes', description: JSON.stringify(figures) })
      expect(loaded.filter(({ url }) => !url.startsWith(`${APP_URL}/`) && !url.startsWith('data:'))).toEqual([])
      expect(figures.script, JSON.stringify(scripts)).toBeLessThanOrEqual(SCRIPT_BYTES)
      expect(figures.all, JSON.stringify(words)).toBeLessThanOrEqual(ALL_BYTES)
      expect(shift).toBeLessThan(0.001)
      // One module of our own; what else stands in a script element is data.
      const own = 'script:not([type="application/ld+json"])'
      expect(await page.locator(own).evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).type))).toEqual([
        'module',
      ])
    })
