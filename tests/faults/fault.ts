import type { Bound, Measure } from './measure.ts'

export type RunOptions = {
  seed: number
  /** Fewer runs of the same: for a first look. */
  short: boolean
  /** Schedules of a simulated row; the row's own number without it. */
  schedules?: number | undefined
}

/** One row of the fault table (design: trust) on one rung of the ladder: 1 simulation, 2 workerd, 3 Chromium. */
export type Fault = {
  name: string
  rung: 1 | 2 | 3
  bound: Bound
  /** Null: a part of the product that this fault concerns is not built yet. */
  run: ((options: RunOptions) => Promise<Measure>) | null
  /** Faults shorter or narrower than their name says. */
  note?: string
  /** A deliberate bug: the oracle must find it. */
  knownBad?: true
}
