// npm run screens: a picture of every state of every screen, in .local/screens. `-- --area patients,settings` or
// `--state patients/list` for some; `--check` asks axe and the list of strings instead; `--readers pictures,texts,axe`
// names those who read each state.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ONLY, READERS } from './choice.ts'

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    state: { type: 'string' },
    check: { type: 'boolean', default: false },
    readers: { type: 'string' },
  },
})
const only = [values.area, values.state].filter((one) => one !== undefined).join() || 'all'
const readers = values.readers ?? (values.check ? 'texts,axe' : 'pictures')
const { status } = spawnSync('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--project', 'screens'], {
  stdio: 'inherit',
  env: { ...process.env, [ONLY]: only, [READERS]: readers },
})
process.exitCode = status ?? 1
