// npm run screens: a picture of every state of every screen, in .local/screens. `-- --area patients,settings` or
// `--state patients/list` for some; `--check` asks axe and the list of strings instead of taking pictures, `--texts` only
// the list.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ONLY, PICTURES, TEXTS } from './choice.ts'

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    state: { type: 'string' },
    check: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
  },
})
const only = [values.area, values.state].filter((one) => one !== undefined).join() || 'all'
const { status } = spawnSync('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--project', 'screens'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    [ONLY]: only,
    ...(values.texts && { [TEXTS]: 'yes' }),
    ...(!values.check && !values.texts && { [PICTURES]: 'yes' }),
  },
})
process.exitCode = status ?? 1
