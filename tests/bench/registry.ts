import { lighthousePages } from './lighthouse.ts'
import { pageMemory } from './page-memory.ts'
import { relay } from './relay.ts'
import { screens } from './screens.ts'
import { structuring } from './structuring.ts'

/** Prints its figures, ratio first; true when they are within their targets. */
export type Bench = (print: (line: string) => void) => Promise<boolean>

export const benches: Record<string, Bench> = {
  relay,
  'page-memory': pageMemory,
  structuring,
  screens,
  lighthouse: lighthousePages,
}
