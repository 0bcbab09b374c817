// npm run screens: a picture of every state of every screen, in .local/screens. `-- --area patients,settings` or
// `--state patients/list` for some; `--check` runs axe and looks for the texts instead.
import { spawnSync } from 'node:child_process'
import { readArguments, requireKnown } from '#local/input.ts'
import { areaOf, ONLY, PICTURES, states } from './index.ts'

const { values } = readArguments({
  area: { type: 'string' },
  state: { type: 'string' },
  check: { type: 'boolean', default: false },
})
const [areas, wanted] = [values.area, values.state].map((value) => value?.split(',') ?? []) as [string[], string[]]
const names = states.map(({ name }) => name)
requireKnown('--area', [...areas, ...wanted.map(areaOf)], [...new Set(names.map(areaOf))])
const near = names.filter((name) => wanted.some((one) => areaOf(one) === areaOf(name)))
requireKnown('--state', wanted, near)
const { status } = spawnSync('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--project', 'screens'], {
  stdio: 'inherit',
  env: { ...process.env, [ONLY]: [...areas, ...wanted].join() || 'all', ...(!values.check && { [PICTURES]: 'yes' }) },
})
process.exitCode = status ?? 1
