// One process of the simulation: plays schedules of one kind, and prints what they cost as JSON.
import fc from 'fast-check'
import { readArguments } from '#local/input.ts'
import { type Measure, nothingWrong, together } from '../fault.ts'
import type { Variant } from './consultation.ts'
import { installRuntime } from './globals.ts'
import { onceWrong } from './once-wrong.ts'
import { type Kind, type Schedule, schedules } from './schedule.ts'

const { values } = readArguments({
  kind: { type: 'string', default: 'everything' },
  runs: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  variant: { type: 'string', default: 'right' },
  /** One schedule as a failure prints it: played once, alone. */
  schedule: { type: 'string' },
})
installRuntime()
// Only now: the product and what plays it load into the simulated runtime.
const { play } = await import('./play.ts')

const variant = values.variant as Variant
const isRight = variant === 'right'
/** A deliberate bug is caught by its loss only: schedules that show it otherwise do not end the search. */
const isWell = ({ la, lu, dv, sil, faults }: Measure) =>
  isRight ? la + lu + dv + sil === 0 && faults.length === 0 : la + lu === 0
let sum = nothingWrong()
let worst: { schedule: Schedule; measure: Measure } | null = null
let shrinking = false
const property = fc.asyncProperty(schedules(values.kind as Kind), async (schedule) => {
  const measure = await play(schedule, variant)
  if (!shrinking) sum = together([sum, measure])
  if (isWell(measure)) return true
  shrinking = true
  worst = { schedule, measure }
  return false
})
if (values.schedule) {
  const measure = await play(JSON.parse(values.schedule), variant)
  process.stdout.write(`${JSON.stringify(measure, null, 2)}\n`)
  process.exit(isWell(measure) ? 0 : 1)
}
const numRuns = Number(values.runs)
// A deliberate bug needs no explanation.
const endOnFailure = !isRight
const examples = values.kind === 'everything' ? onceWrong.map((one): [Schedule] => [one]) : []
const details = await fc.check(property, { numRuns, examples, seed: Number(values.seed), endOnFailure })
const found = worst as { schedule: Schedule; measure: Measure } | null
if (details.failed && found) {
  sum.faults.push(
    `schedule ${details.counterexamplePath} of seed ${values.seed} (${values.kind}), made as small as it gets: ${JSON.stringify(found.schedule)}`,
    `it costs LA ${found.measure.la}, LU ${found.measure.lu}, DV ${found.measure.dv}`,
    ...found.measure.faults,
  )
}
if (details.failed && !found) sum.faults.push(String(details.errorInstance))
process.stdout.write(`${JSON.stringify(sum)}\n`)
process.exit(0)
