import type { Page } from '@playwright/test'
import type { Stage } from './stage.ts'

export const areas = [
  'public',
  'demo',
  'auth',
  'shell',
  'dashboard',
  'transcript',
  'structuring',
  'history',
  'patients',
  'settings',
  'checkout',
  'subscription',
] as const
export type Who = 'helena' | 'new' | 'visitor'
export type Area = (typeof areas)[number]

/** How one state of a screen is produced on the real stack. */
export type State = {
  /** 'patients/search-empty': names its pictures, and what the list of strings points at. */
  name: `${Area}/${string}`
  /**
   * Whose page: the demonstration doctor, whose data no state may change; one of the state's own, who has nothing; or
   * a visitor's. Signed in, unless it is the visitor's.
   */
  doctor?: Who
  /** Also looked at by `npm test`; the others by `npm run test:full`. */
  always?: true
  /** Expected console output, beside the browser's own line about a failed request. */
  noise?: RegExp
  reach: (page: Page, stage: Stage) => Promise<void>
}
