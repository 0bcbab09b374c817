import type { Page } from '@playwright/test'
import type { Entry } from './places.ts'
import type { Stage } from './stage.ts'

/** 'patients/search-empty': the area of the product, and what names the pictures of the state. */
type Name = `${string}/${string}`
/**
 * Whose page: the demonstration doctor, whose data no state may change; a doctor of the state's own, who has nothing;
 * or a visitor. Doctors are signed in.
 */
export type Who = 'helena' | 'new' | 'visitor'
export type Act = (page: Page, stage: Stage) => unknown
/** An action, or a text that the screen shows now. */
export type Step = Act | Entry | readonly Step[]

/** How one state of a screen is produced on the real stack. */
export type State = { name: Name; doctor: Who; steps: readonly Step[] }

export const statesOf = (doctor: Who, all: Record<Name, readonly Step[]>): State[] =>
  Object.entries(all).map(([name, steps]) => ({ name: name as Name, doctor, steps }))
