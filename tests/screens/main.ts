// npm run screens: a picture of every state of every screen, in .local/screens. `-- --area patients,settings` or
// `--state patients/list` for some; `--check` asks axe and the list of strings instead of taking pictures.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ONLY, PICTURES } from './choice.ts'

const { values } = parseArgs({
  options: { area: { type: 'string' }, state: { type: 'string' }, check: { type: 'boolean', default: false } },
})
const only = [values.area, values.state].filter((one) => one !== undefined).join() || 'all'
const { status } = spawnSync('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--project', 'screens'], {
  stdio: 'inherit',
  env: { ...process.env, [ONLY]: only, ...(!values.check && { [PICTURES]: 'yes' }) },
})
process.exitCode = status ?? 1
