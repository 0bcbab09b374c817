import { median } from '../process-use.ts'

/** The smallest value that so great a share of the values does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

export { median }

/** What each run came to. */
const summed = (runs: readonly number[][], share: number) => runs.map((run) => percentile(run, share))
const range = (values: readonly number[]) =>
  `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`

/** Of a doctor who has much, and of one who has little: one each run. */
export type Runs<T> = { much: T[]; little: T[] }

type Compared = {
  what: string
  /** Of the same thing where there is much, and where there is little: milliseconds, run by run. */
  much: readonly number[][]
  little: readonly number[][]
  /** The shares that are printed: 0.5 is the median; each is held against the target. */
  shares: readonly number[]
  /** Without one it is only told. */
  target?: number
}

/** A line of its own for each: the ratio, the figure of all runs with their spread, and what it must stay under. */
function judge(print: (line: string) => void, { what, much, little, shares, target }: Compared): boolean {
  const figures = shares.map((share) => ({ share, of: summed(much, share), beside: summed(little, share) }))
  for (const { share, of, beside } of figures) {
    const name = share === 0.5 ? 'median' : share === 1 ? 'longest' : `p${Math.round(share * 100)}`
    const ratio = (median(of) / Math.max(0.1, median(beside))).toFixed(1)
    const held = target === undefined ? '' : `; target < ${target} ms`
    print(`${ratio} × | ${what}, ${name}: ${range(of)} ms; little: ${range(beside)} ms${held}`)
  }
  return target === undefined || figures.every(({ of }) => median(of) < target)
}

/** Prints; says whether it is within its target. */
export const tellerOf =
  (print: (line: string) => void) =>
  (what: string, runs: Runs<number[]>, target?: number, shares = [0.5, 0.95]): boolean =>
    judge(print, { what, shares, ...runs, ...(target !== undefined && { target }) })
