import { test as base, type Page } from '@playwright/test'
import { APP_URL } from './stack.ts'

export { expect } from '@playwright/test'

/** A page whose console must stay silent: an error, a warning, a broken policy or a failed resource fails the test. */
function listen(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`))
}

let visitors = 0

/** `expectNoise` names what a test provokes on purpose, such as the browser's own line about a refused request. */
export const test = base.extend<{ expectNoise: (pattern: RegExp) => void }>({
  baseURL: APP_URL,
  // Every test is a visitor from an address of its own, as the edge would tell it: sign-ins are limited by address.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs from the pattern.
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    visitors += 1
    await use({ 'cf-connecting-ip': `198.18.${workerIndex}.${visitors}` })
  },
  expectNoise: [
    async ({ page }, use) => {
      const noise: string[] = []
      const expected: RegExp[] = []
      listen(page, noise)
      await use((pattern) => expected.push(pattern))
      const left = noise.filter((line) => !expected.some((pattern) => pattern.test(line)))
      if (left.length > 0) throw new Error(`The console was not silent:\n${left.join('\n')}`)
    },
    { auto: true },
  ],
})
