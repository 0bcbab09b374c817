import type { Page } from '@playwright/test'

/** All of the app's pages have their code (app/routes/app/shell/warm-routes.ts): from here on a network may fail. */
export const pagesKnown = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByName('pages-here').length > 0)
