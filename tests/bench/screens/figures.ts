import { median } from '../process-use.ts'

/** The smallest value that so great a share of the values does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

export { median }

/** What each run came to. */
const summed = (runs: readonly number[][], share: number) => runs.map((run) => percentile(run, share))
const range = (values: readonly number[]) =>
  `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`

export type Compared = {
  what: string
  /** Of the same thing where there is much, and where there is little: milliseconds, run by run. */
  much: readonly number[][]
  little: readonly number[][]
  /** The shares that are printed: 0.5 is the median; the last one is held against the target too. */
  shares: readonly number[]
  target: number
}

/** A line of its own for each: the ratio, the figure of all runs with their spread, and what it must stay under. */
export function judge(print: (line: string) => void, { what, much, little, shares, target }: Compared): boolean {
  const figures = shares.map((share) => ({ share, of: summed(much, share), beside: summed(little, share) }))
  for (const { share, of, beside } of figures) {
    const name = share === 0.5 ? 'median' : `p${Math.round(share * 100)}`
    const ratio = (median(of) / Math.max(0.1, median(beside))).toFixed(1)
    print(`${ratio} × | ${what}, ${name}: ${range(of)} ms; little: ${range(beside)} ms; target < ${target} ms`)
  }
  return figures.every(({ of }) => median(of) < target)
}
