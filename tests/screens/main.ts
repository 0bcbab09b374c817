// npm run screens: a picture of every state of every screen, in .local/screens. `-- --area patients,settings` or
// `--state patients/list` for some; `--check` asks axe and the list of strings instead; `--readers pictures,texts,axe`
// names those who read each state.
import { spawnSync } from 'node:child_process'
import { readArguments, requireKnown } from '#local/input.ts'
import { readers as knownReaders, ONLY, READERS } from './choice.ts'
import { areaOf, states } from './index.ts'
import { type Area, areas } from './state.ts'

const { values } = readArguments({
  area: { type: 'string' },
  state: { type: 'string' },
  check: { type: 'boolean', default: false },
  readers: { type: 'string' },
})
const listed = (value: string | undefined) => value?.split(',') ?? []
const areaIn = (state: string) => state.split('/')[0] as Area
const wanted = { areas: listed(values.area), states: listed(values.state) }
requireKnown('--area', [...wanted.areas, ...wanted.states.map(areaIn)], areas)
const near = states.filter((state) => wanted.states.some((name) => areaIn(name) === areaOf(state)))
requireKnown(
  '--state',
  wanted.states,
  near.map(({ name }) => name),
)
const only = [...wanted.areas, ...wanted.states].join() || 'all'
const readers = values.readers ?? (values.check ? 'texts,axe' : 'pictures')
requireKnown('--readers', readers.split(','), knownReaders)
const { status } = spawnSync('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--project', 'screens'], {
  stdio: 'inherit',
  env: { ...process.env, [ONLY]: only, [READERS]: readers },
})
process.exitCode = status ?? 1
