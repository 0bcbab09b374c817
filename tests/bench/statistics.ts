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
