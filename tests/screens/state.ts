import type { Page } from '@playwright/test'
import type { Stage } from './stage.ts'

export const areas = ['shell', 'dashboard', 'transcript', 'structuring', 'history', 'patients', 'settings'] as const
export type Area = (typeof areas)[number]

/** How one state of a screen is produced on the real stack, from a page that is signed in. */
export type State = {
  /** 'patients/search-empty': names its pictures, and what the list of strings points at. */
  name: `${Area}/${string}`
  /** Whose page: the demonstration doctor, whose data no state may change; or one of the state's own, who has nothing. */
  doctor?: 'helena' | 'new'
  /** Also looked at by `npm test`; the others by `npm run test:full`. */
  always?: true
  /** What the console says on purpose, beside the browser's own line about a request that failed. */
  noise?: RegExp
  reach: (page: Page, stage: Stage) => Promise<void>
}
