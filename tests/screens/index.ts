import { type Area, areas, type State } from './state.ts'
import { auth } from './states/auth.ts'
import { checkout } from './states/checkout.ts'
import { dashboard } from './states/dashboard.ts'
import { dataExportInSettings, dataExportOfPatients } from './states/data-export.ts'
import { demo } from './states/demo.ts'
import { history } from './states/history.ts'
import { patients } from './states/patients.ts'
import { publicPages } from './states/public.ts'
import { secondFactor } from './states/second-factor.ts'
import { settings } from './states/settings.ts'
import { shell } from './states/shell.ts'
import { structuring } from './states/structuring.ts'
import { subscription } from './states/subscription.ts'
import { transcript } from './states/transcript.ts'

const withSecondFactor = (area: Area, states: readonly State[]): readonly State[] => [
  ...states,
  ...secondFactor.filter((state) => areaOf(state) === area),
]
const catalogue: Record<Area, readonly State[]> = {
  public: publicPages,
  demo,
  auth: withSecondFactor('auth', auth),
  shell: withSecondFactor('shell', shell),
  dashboard,
  transcript,
  structuring,
  history,
  patients: [...patients, ...dataExportOfPatients],
  settings: [...withSecondFactor('settings', settings), ...dataExportInSettings],
  checkout,
  subscription,
}

/** Every state of every screen, in the order of the areas. */
export const states: readonly State[] = areas.flatMap((area) => catalogue[area])
export function areaOf({ name }: State): Area {
  return name.slice(0, name.indexOf('/')) as Area
}
