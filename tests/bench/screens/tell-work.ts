import type { Runs, Teller } from './figures.ts'
import type { Interaction } from './interactions.ts'
import type { Worked } from './transcript.ts'

const NEXT_PAINT_MS = 50
const MARKS_MS = 100

type Done = Pick<Interaction, 'kind' | 'cpu' | 'held'>
const allOf = ({ interactions, others }: Worked): Done[] => [...interactions, ...others]

/** What the work in a transcript came to: each interaction, and what of it the browser does only after the paint. */
export function tellWork(say: (text: string) => void, tell: Teller, worked: Runs<Worked>): void {
  const of = (read: (one: Worked) => number[]) => ({ much: worked.much.map(read), little: worked.little.map(read) })
  const done = worked.much.flatMap(({ interactions }) => interactions)
  say(`interactions: ${done.length}, of which the browser told ${done.filter(({ told }) => told).length}`)
  const paints = of(({ interactions }) => interactions.map(({ paint }) => paint))
  tell('interaction to next paint, 2,000 lines', paints, NEXT_PAINT_MS, [0.5, 0.98])
  say(`main thread held for 50 ms: ${held(worked.much)}; little: ${held(worked.little)}`)
  for (const kind of new Set(worked.much.flatMap(allOf).map((one) => one.kind))) {
    const cpu = of((one) => allOf(one).flatMap((each) => (each.kind === kind ? [each.cpu] : [])))
    tell(`main thread, ${kind}`, cpu)
  }
  const marks = of((one) => one.marks)
  tell('key to marks, 2,000 lines', marks, MARKS_MS, [0.5, 1])
}

function held(runs: readonly Worked[]): string {
  const long = runs.flatMap(allOf).filter(({ held }) => held > 0)
  const [longest] = long.sort((a, b) => b.held - a.held)
  return longest ? `${long.length} times, ${longest.held.toFixed(0)} ms at most (${longest.kind})` : 'never'
}
