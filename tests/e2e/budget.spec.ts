import type { Page, Response } from '@playwright/test'
import { publicPages } from '#app/features/public/page-meta.ts'
import { wireBytes } from '../testkit/weight.ts'
import { APP_URL } from './stack.ts'
import { expect, holdRequests, test } from './test.ts'

/** Compressed, before pictures. */
const ALL_BYTES = 150_000
const SCRIPT_BYTES = 10_000
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

type Loaded = { url: string; type: string; bytes: number }

/** Sums layout shifts that the page causes itself. Call it before the page is opened. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shiftTotal = Object.assign(window, { shift: 0 })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as Shift[]) if (!one.hadRecentInput) shiftTotal.shift += one.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift)
}

/** Everything a visit loads, until the end of the page was seen. */
async function visit(page: Page, path: string): Promise<Loaded[]> {
  const coming: Promise<Loaded>[] = []
  const note = (response: Response) => {
    const type = response.headers()['content-type'] ?? ''
    coming.push(response.body().then((body) => ({ url: response.url(), type, bytes: wireBytes(body, type) })))
  }
  page.on('response', note)
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
  page.off('response', note)
  return Promise.all(coming)
}

/** Simulates a slow network: our fonts arrive when the page is already drawn in the device's font. */
async function visitWithLateFonts(page: Page, path: string): Promise<void> {
  const release = await holdRequests(page, '**/*.woff2')
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  release()
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
}

const sum = (some: readonly Loaded[]) => some.reduce((bytes, one) => bytes + one.bytes, 0)

for (const path of Object.keys(publicPages))
  for (const size of SIZES)
    test(`${path} at ${size.width} is light, comes from here alone, and nothing moves`, async ({ page }, info) => {
      await page.setViewportSize(size)
      const shift = await watchShifts(page)
      const loaded = await visit(page, path)
      const words = loaded.filter(({ type }) => !type.startsWith('image/'))
      const scripts = loaded.filter(({ type }) => type.includes('javascript'))
      const figures = { all: sum(words), script: sum(scripts), pictures: sum(loaded) - sum(words) }
      info.annotations.push({ type: 'bytes', description: JSON.stringify(figures) })
      expect(loaded.filter(({ url }) => !url.startsWith(`${APP_URL}/`) && !url.startsWith('data:'))).toEqual([])
      expect(figures.script, JSON.stringify(scripts)).toBeLessThanOrEqual(SCRIPT_BYTES)
      expect(figures.all, JSON.stringify(words)).toBeLessThanOrEqual(ALL_BYTES)
      expect(await shift()).toBeLessThan(0.001)
      // One module of our own; other script elements are data.
      const own = 'script:not([type="application/ld+json"])'
      expect(await page.locator(own).evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).type))).toEqual([
        'module',
      ])
      await visitWithLateFonts(page, path)
      expect(await shift(), 'fonts came late').toBeLessThan(0.001)
    })
