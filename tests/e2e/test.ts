import { test as base, chromium, type Page } from '@playwright/test'
import { chromiumArgs, ensureChromium } from '../support/chromium.ts'
import { MICROPHONE } from './stack.ts'

export { expect } from '@playwright/test'

/** A page whose console must stay silent: an error, a warning, a broken policy or a failed resource fails the test. */
function listen(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`))
}

export const test = base.extend<{ noise: string[]; expectNoise: (pattern: RegExp) => void }>({
  noise: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
    async ({}, use) => {
      await use([])
    },
    { scope: 'test' },
  ],
  /** Says which noise a test makes on purpose, such as the browser's own line about a connection that was cut. */
  expectNoise: async ({ noise }, use) => {
    const expected: RegExp[] = []
    await use((pattern) => expected.push(pattern))
    const left = noise.filter((line) => !expected.some((pattern) => pattern.test(line)))
    if (left.length > 0) throw new Error(`The console was not silent:\n${left.join('\n')}`)
  },
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? ensureChromium(),
        args: chromiumArgs(MICROPHONE),
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  page: async ({ page, noise, expectNoise: _ }, use) => {
    listen(page, noise)
    await use(page)
  },
})
