import { FULL } from '../support/full.ts'
import { areaOf, states } from './index.ts'
import type { State } from './state.ts'

/** Set by `npm run screens` (main.ts). */
export const PICTURES = 'SCREENS_PICTURES'
/** Areas or names of states, with commas between them; 'all' for all. */
export const ONLY = 'SCREENS_ONLY'

/** Without axe: for who writes states. */
export const TEXTS = 'SCREENS_TEXTS'

const only = process.env[ONLY]?.split(',')
/** What is asked of each state: its pictures; or all that axe and the list of strings ask; or, of a share, some of it. */
export const asksAxe = !process.env[TEXTS]
export const depth = process.env[PICTURES] ? 'pictures' : FULL || only ? 'full' : 'share'
/** The whole list is held against the whole catalogue. */
export const everything = depth === 'full' && (!only || only.includes('all'))

export function chosen(): readonly State[] {
  if (depth === 'share') return states.filter(({ always }) => always)
  if (!only || only.includes('all')) return states
  return states.filter((state) => only.includes(state.name) || only.includes(areaOf(state)))
}
