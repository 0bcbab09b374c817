// One process of the simulation: plays schedules of one kind, and prints what they cost as JSON.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { type Measure, nothingWrong, together } from '../fault.ts'
import type { Variant } from './consultation.ts'
import type { SimEngine } from './engine.ts'
import { installRuntime } from './globals.ts'
import { ClientSocket } from './network.ts'
import { onceWrong } from './once-wrong.ts'
import { RoomSocketPair } from './room-host.ts'
import { type Kind, type Schedule, schedules } from './schedule.ts'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'everything' },
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    variant: { type: 'string', default: 'right' },
    without: { type: 'string', default: '' },
    /** One schedule as a failure prints it: played once, alone. */
    schedule: { type: 'string' },
  },
})
let engine: SimEngine | null = null
let answer: ((init: unknown) => Promise<unknown>) | null = null
installRuntime({
  WebSocket: ClientSocket,
  WebSocketPair: RoomSocketPair,
  // A page's session request gets no answer; its consent reports arrive.
  fetch: (input, init) =>
    !String(input).startsWith('/')
      ? (engine as SimEngine).fetch(input, init)
      : String(input).endsWith('/revocation') && answer
        ? answer(init)
        : Promise.reject(new TypeError('offline')),
})
const [{ ConsultationRoom }, { Page }, { History }, { play }, { onEngine }] = await Promise.all([
  import('#workers/room/room.ts'),
  import('#tests/testkit/device/page.ts'),
  import('#tests/testkit/device/history.ts'),
  import('./play.ts'),
  import('./consultation.ts'),
])
onEngine((next, revocation) => {
  engine = next
  answer = revocation
})

const product = { ConsultationRoom, Page, History }
const variant = values.variant as Variant
const isWell = ({ la, lu, dv, sil, faults }: Measure) => la + lu + dv + sil === 0 && faults.length === 0
let sum = nothingWrong()
let worst: { schedule: Schedule; measure: Measure } | null = null
let shrinking = false
const property = fc.asyncProperty(
  schedules(values.kind as Kind, values.without.split(',') as Kind[]),
  async (schedule) => {
    const measure = await play(schedule, product, variant)
    if (!shrinking) sum = together([sum, measure])
    if (isWell(measure)) return true
    shrinking = true
    worst = { schedule, measure }
    return false
  },
)
if (values.schedule) {
  const measure = await play(JSON.parse(values.schedule), product, variant)
  process.stdout.write(`${JSON.stringify(measure, null, 2)}\n`)
  process.exit(isWell(measure) ? 0 : 1)
}
const numRuns = Number(values.runs)
// A deliberate bug needs no explanation.
const endOnFailure = variant !== 'right'
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
