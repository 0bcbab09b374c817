/** `×` is a ratio: ours over the peer's, turn by turn. */
export type Unit = '×' | 'ms' | 's' | 'µs' | '%' | 'KB' | 'MB' | 'MiB' | 'KiB' | 'US$' | ''
export type Target = { atMost: number } | { atLeast: number }
type Side = { name: string; unit: Unit; of: Summary }

export const side = (name: string, unit: Unit, values: readonly number[]): Side => ({ name, unit, of: summary(values) })

/** The result of one measure: a ratio if there is a peer, and each side's value. */
export type Line = {
  what: string
  unit: Unit
  of: Summary
  target: Target
  /** One sentence: what is compared with what, under which guarantee. */
  compared: string
  sides?: readonly Side[]
  notes?: readonly string[]
}

/** Compares the median with the target, after removing rounding errors. */
export function met({ of, target }: Pick<Line, 'of' | 'target'>): boolean {
  const value = Number(of.median.toPrecision(12))
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

export type Run = {
  /** Seconds instead of minutes: shows that a measure works, and its figures do not count. */
  quick: boolean
  /** Output to read while it runs, or beside its lines. */
  say: (text: string) => void
}
export type Bench = (run: Run) => Promise<Line[]>

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
    : (sorted[Math.floor(middle)] as number)
}

/** The smallest value that so great a share of the values does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

/** A summary of repeats: never the median alone. */
export type Summary = { median: number; min: number; max: number; n: number }

export const summary = (values: readonly number[]): Summary => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
  n: values.length,
})

/** Turn by turn: what disturbs the machine for longer than a turn meets both, and falls out. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((one, turn) => one / (theirs[turn] as number))

/** How much `values` rise for each unit of `at`, by least squares. */
export function slope(at: readonly number[], values: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  const [middle, level] = [mean(at), mean(values)]
  const spread = at.reduce((sum, x) => sum + (x - middle) ** 2, 0)
  return at.reduce((sum, x, i) => sum + (x - middle) * ((values[i] as number) - level), 0) / spread
}

/** Does each in turn, so that other load on the machine affects all alike. The first turn warms up and is not counted. */
export async function inTurn<T>(turns: number, sides: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const found = sides.map((): T[] => [])
  for (let turn = 0; turn <= turns; turn++)
    for (const [n, run] of sides.entries()) {
      const value = await run()
      if (turn > 0) found[n]?.push(value)
    }
  return found
}
