import { type Area, areas, type State } from './state.ts'
import { auth, secondFactor } from './states/auth.ts'
import { dashboard } from './states/dashboard.ts'
import { history } from './states/history.ts'
import { patients } from './states/patients.ts'
import { demo, publicPages } from './states/public.ts'
import { settings } from './states/settings.ts'
import { shell } from './states/shell.ts'
import { structuring } from './states/structuring.ts'
import { checkout, subscription } from './states/subscription.ts'
import { transcript } from './states/transcript.ts'

const catalogue: readonly State[] = [
  ...[publicPages, demo, auth, secondFactor, shell, dashboard, transcript, structuring],
  ...[history, patients, settings, checkout, subscription],
].flat()

export function areaOf({ name }: State): Area {
  return name.slice(0, name.indexOf('/')) as Area
}
/** Every state of every screen, in the order of the areas. */
export const states: readonly State[] = areas.flatMap((area) => catalogue.filter((state) => areaOf(state) === area))
