import type { Line } from '../line.ts'
import { median, percentile, summary } from '../statistics.ts'

/** Of a doctor who has much, and of one who has little: one each run. */
export type Runs<T> = { much: T[]; little: T[] }
/** Shares: 0.5 is the median; each is a line of its own and held against the target. Without one it is only told. */
export type Teller = (what: string, runs: Runs<number[]>, target?: number, shares?: readonly number[]) => void

/** What each run came to. */
const summed = (runs: readonly number[][], share: number) => runs.map((run) => percentile(run, share))
const nameOf = (share: number) => (share === 0.5 ? 'median' : share === 1 ? 'longest' : `p${Math.round(share * 100)}`)

export const tellerOf =
  (lines: Line[]): Teller =>
  (what, { much, little }, target, shares = [0.5, 0.95]) => {
    for (const share of shares) {
      const [of, beside] = [summed(much, share), summed(little, share)]
      lines.push({
        what: `${what}, ${nameOf(share)}`,
        unit: 'ms',
        of: summary(of),
        ...(target !== undefined && { target: { under: target } }),
        compared:
          'A doctor who has as much as one ever may, beside one who has little: same build, same page, in turns.',
        sides: [{ name: 'little', unit: 'ms', of: summary(beside) }],
        notes: [`${(median(of) / Math.max(0.1, median(beside))).toFixed(1)} × the one who has little`],
      })
    }
  }
