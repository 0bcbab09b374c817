import { FULL } from '../testkit/full.ts'
import { areaOf, states } from './index.ts'
import { THEMES } from './picture.ts'
import type { State } from './state.ts'

export const readers = ['pictures', 'texts', 'axe'] as const
type Reader = (typeof readers)[number]
/** Set by `npm run screens` (main.ts): who reads each state, with commas between them. */
export const READERS = 'SCREENS_READERS'
/** Areas or names of states, with commas between them; 'all' for all. */
export const ONLY = 'SCREENS_ONLY'

const only = process.env[ONLY]?.split(',')
const chosenReaders = (process.env[READERS] ?? 'texts,axe').split(',')
export const reads = (reader: Reader): boolean => chosenReaders.includes(reader)

/** `npm test` looks at these in one theme, `npm run test:full` at all. */
const ALWAYS = `
  auth/create auth/sign-in checkout/canceled checkout/pro-annual checkout/success-trial dashboard/active
  dashboard/new demo/finished history/list patients/list public/contact-refused public/landing settings/closed
  settings/page shell/notifications structuring/completed subscription/trial transcript/live
`.split(/\s+/)
const share = !FULL && !only
export const themes = share ? (['light'] as const) : THEMES
/** Also asks the API for messages that no screen provokes. */
export const everything = reads('texts') && !share && (!only || only.includes('all'))

export function chosen(): readonly State[] {
  if (share) return states.filter(({ name }) => ALWAYS.includes(name))
  if (!only || only.includes('all')) return states
  return states.filter((state) => only.includes(state.name) || only.includes(areaOf(state)))
}
