import type { State } from './state.ts'
import { auth, secondFactor } from './states/auth.ts'
import { dashboard } from './states/dashboard.ts'
import { documentStates } from './states/documents.ts'
import { history } from './states/history.ts'
import { integration } from './states/integration.ts'
import { patientPage } from './states/patient-page.ts'
import { patients } from './states/patients.ts'
import { demo, publicPages } from './states/public.ts'
import { settings } from './states/settings.ts'
import { sharedPage } from './states/shared-page.ts'
import { shell } from './states/shell.ts'
import { structuring } from './states/structuring.ts'
import { checkout, subscription } from './states/subscription.ts'
import { transcript } from './states/transcript.ts'
import { writing } from './states/writing.ts'

/** Every state of every screen. */
export const states: readonly State[] = [
  ...[publicPages, demo, auth, secondFactor, shell, dashboard, transcript, structuring],
  ...[history, documentStates, sharedPage, patients, patientPage],
  ...[settings, writing, integration, checkout, subscription],
].flat()
export const areaOf = (name: string): string => name.split('/')[0] ?? ''

/** Set by `npm run screens` (main.ts): areas or names of states with commas between them, or 'all'. */
export const ONLY = 'SCREENS_ONLY'
/** Set by `npm run screens` where it takes pictures instead of checking. */
export const PICTURES = 'SCREENS_PICTURES'
