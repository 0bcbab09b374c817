import { FULL } from '../support/full.ts'
import { areaOf, states } from './index.ts'
import type { State } from './state.ts'

/** Set by `npm run screens` (main.ts). */
export const PICTURES = 'SCREENS_PICTURES'
/** Areas or names of states, with commas between them. */
export const ONLY = 'SCREENS_ONLY'

const only = process.env[ONLY]?.split(',')
/** What is asked of each state: its pictures; or everything the list and axe ask; or a share of it. */
export const depth = process.env[PICTURES] ? 'pictures' : FULL || only ? 'full' : 'share'

export function chosen(): readonly State[] {
  if (depth === 'share') return states.filter(({ always }) => always)
  return only ? states.filter((state) => only.includes(state.name) || only.includes(areaOf(state))) : states
}
