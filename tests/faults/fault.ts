import { wordOf } from '#tests/testkit/engine/engine.ts'

export type RunOptions = {
  seed: number
  /** Schedules of a simulated row; the row's own number without it. */
  schedules?: number | undefined
}

/** One row of the fault table (design: trust) on one rung of the ladder: 1 simulation, 2 workerd, 3 Chromium. */
export type Fault = {
  name: string
  rung: 1 | 2 | 3
  bound: Bound
  run(options: RunOptions): Promise<Measure>
  /** Faults shorter or narrower than their name says. */
  note?: string
  /** A deliberate bug: the oracle must find it. */
  knownBad?: true
}

/** The cost of a fault, summed or worst over its runs. */
export type Measure = {
  runs: number
  /** Acknowledged frames that are not stored. */
  la: number
  /** Seconds of recorded audio that never became text. */
  lu: number
  /** Words or lines that are there twice. */
  dv: number
  /** The longest time until audio was acknowledged again, in seconds; null where nothing was interrupted. */
  rt: number | null
  /** Moments in which the screen claimed more than was true, or did not report a loss. */
  sil: number
  /** Other errors; any entry is a failure. */
  faults: string[]
  /** Runs in which a named fault of the page's recogniser happened. */
  struck: Record<string, number>
}

/** Whether what these frames say comes in their order, as far as it is there. */
export function isInOrder(words: readonly string[], frames: readonly { word: number }[]): boolean {
  const places = new Map(frames.map(({ word }, place) => [wordOf(word), place]))
  const order = words.flatMap((word) => places.get(word) ?? [])
  return order.every((place, i) => i === 0 || place > (order[i - 1] as number))
}

/** A count of `struck`: from the page's recogniser to an engine of the room, and back. */
export const HANDED_OVER = 'handed over and back'
/** Whether an engine of the room wrote words between two that the page's recogniser heard. */
export function isHandedOver(words: readonly string[], heardByPage: ReadonlySet<string> = new Set()): boolean {
  const engines = words.map((word) => heardByPage.has(word))
  const other = engines.indexOf(false, engines.indexOf(true) + 1)
  return engines.includes(true) && other > 0 && engines.includes(true, other)
}

export type Bound = { lu?: number; dv?: number; rt?: number }

export const nothingWrong = (runs = 0): Measure => ({
  runs,
  la: 0,
  lu: 0,
  dv: 0,
  rt: null,
  sil: 0,
  faults: [],
  struck: {},
})

export const failure = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

export function together(measures: readonly Measure[]): Measure {
  return measures.reduce(
    (sum, one) => ({
      runs: sum.runs + one.runs,
      la: sum.la + one.la,
      lu: sum.lu + one.lu,
      dv: sum.dv + one.dv,
      rt: one.rt === null ? sum.rt : Math.max(sum.rt ?? 0, one.rt),
      sil: sum.sil + one.sil,
      faults: [...sum.faults, ...one.faults],
      struck: addedCounts(sum.struck, one.struck),
    }),
    nothingWrong(),
  )
}

const addedCounts = (one: Measure['struck'], other: Measure['struck']): Measure['struck'] =>
  Object.fromEntries(
    [...Object.keys(one), ...Object.keys(other)].map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]),
  )

/** LA and SIL are 0 for every fault. */
export function withinBound(measure: Measure, bound: Bound): boolean {
  const { lu = 0, dv = 0, rt = Number.POSITIVE_INFINITY } = bound
  return (
    measure.runs > 0 &&
    measure.la === 0 &&
    measure.sil === 0 &&
    measure.lu <= lu &&
    measure.dv <= dv &&
    (measure.rt ?? 0) <= rt &&
    measure.faults.length === 0
  )
}

export const boundLabel = ({ lu = 0, dv = 0, rt }: Bound): string =>
  [`LA 0, LU ${lu}`, `DV ${dv}`, ...(rt === undefined ? [] : [`RT ${rt}`]), 'SIL 0'].join(', ')
