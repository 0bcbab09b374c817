import { type Browser, test as base, type Page } from '@playwright/test'
import { isConsoleEvent } from '../testkit/console-event.ts'
import { listenAs, rememberSessions, watch, writeDown } from './canary.ts'
import { APP_URL, type Engine, startRecogniser } from './stack.ts'

export { expect } from '@playwright/test'

let visitors = 0

/**
 * Runs in each page. A journey types faster than the script loads. The browser would then post the form itself, so
 * submits wait until React handles them. A test of the early post sets `sendsFormsAtOnce` on the window.
 */
function holdEarlyForms(): void {
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      const isEarly = () => form.dataset.hydrated === 'false'
      if ('sendsFormsAtOnce' in window || !isEarly()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const send = () => (isEarly() ? requestAnimationFrame(send) : form.requestSubmit(event.submitter))
      send()
    },
    true,
  )
}

/** Keeps the page's requests to these addresses on their way, until the function that it returns is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  // A page that was left meanwhile no longer waits.
  await page.route(url, (route) => released.then(() => route.continue()).catch(() => {}))
  return release
}

type Fixtures = {
  expectNoise: (pattern: RegExp) => void
  /** The recogniser of the spoken consultation, while the test lasts. */
  engine: Engine
}

/** Playwright's own line where a test lets no service worker in. */
const BLOCKED = 'warning: Service Worker registration blocked by Playwright'

/**
 * The console of every page must stay silent: an error, a warning or a failed resource fails the test. So
 * does a broken policy and a request to anybody but this machine, and these no test may expect.
 * The product's own lines of the closed list of app/lib/console-event.ts pass: console-event.spec.ts holds them.
 * `expectNoise` names what a test provokes on purpose, such as the browser's own line about a refused request.
 */
export const test = base.extend<Fixtures, { browser: Browser }>({
  baseURL: APP_URL,
  // Every test is a visitor from an address of its own, as the edge would tell it: sign-ins are limited by address.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs from the pattern.
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    visitors += 1
    await use({ 'cf-connecting-ip': `198.18.${workerIndex}.${visitors}` })
  },
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        await watch(context)
        await context.addInitScript(holdEarlyForms)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs from the pattern.
  engine: async ({}, use) => {
    const engine = await startRecogniser()
    await use(engine)
    await engine.stop()
  },
  expectNoise: [
    // Named to be there: what it watches is every context of the browser, the test's own among them.
    async ({ browser, page: _ }, use) => {
      const noise: string[] = []
      const expected: RegExp[] = []
      const faults: string[] = []
      listenAs({ noise: (line) => noise.push(line), fault: (line) => faults.push(line) })
      await use((pattern) => expected.push(pattern))
      await rememberSessions(browser.contexts())
      listenAs(null)
      writeDown()
      if (faults.length > 0) throw new Error(faults.join('\n'))
      const unexpected = noise.filter(
        (line) =>
          line !== BLOCKED &&
          !isConsoleEvent(line.replace(/^warning: /, '')) &&
          !expected.some((pattern) => pattern.test(line)),
      )
      if (unexpected.length > 0) throw new Error(`The console was not silent:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
})
