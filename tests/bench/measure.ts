import type { Line } from './line.ts'

export type Run = {
  /** Seconds instead of minutes: shows that a measure works, and its figures do not count. */
  quick: boolean
  /** Output to read while it runs, or beside its lines. */
  say: (text: string) => void
}
export type Bench = (run: Run) => Promise<Line[]>
/** One with a point is run by `npm run bench`; the others by name alone. */
export type Measure = { point?: `P${number}`; bench: Bench }

/** The measures named by name or by point; without arguments all that have a point, in their order. */
export function chosen(all: Record<string, Measure>, asked: readonly string[]): [name: string, measure: Measure][] {
  const entries = Object.entries(all).sort(([, a], [, b]) => place(a) - place(b))
  if (asked.length === 0) return entries.filter(([, { point }]) => point)
  const unknown = asked.find((one) => !entries.some(([name, measure]) => isCalled(one, name, measure)))
  if (unknown) throw new Error(`There is no ${unknown}; there is ${entries.map(([name]) => name).join(', ')}.`)
  return entries.filter(([name, measure]) => asked.some((one) => isCalled(one, name, measure)))
}

const place = ({ point }: Measure) => (point ? Number(point.slice(1)) : Number.POSITIVE_INFINITY)
const isCalled = (asked: string, name: string, { point }: Measure) => asked === name || asked.toUpperCase() === point
