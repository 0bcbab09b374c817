import type { Summary } from './statistics.ts'

/** `×` is a ratio: ours over the peer's, turn by turn. */
export type Unit = '×' | 'ms' | 's' | 'µs' | '%' | 'KB' | 'MB' | 'MiB' | 'KiB' | 'US$' | ''
export type Target = { atMost: number } | { under: number } | { atLeast: number }
type Side = { name: string; unit: Unit; of: Summary }

/** The result of one measure: a ratio if there is a peer, and each side's value. */
export type Line = {
  what: string
  unit: Unit
  of: Summary
  /** Without a target the line is for scale only. */
  target?: Target
  /** One sentence: what is compared with what, under which guarantee. */
  compared: string
  sides?: readonly Side[]
  notes?: readonly string[]
}

/** Compares the median with the target, after removing rounding errors. */
export function met({ of, target }: Pick<Line, 'of' | 'target'>): boolean {
  if (!target) return true
  const value = Number(of.median.toPrecision(12))
  if ('atMost' in target) return value <= target.atMost
  if ('under' in target) return value < target.under
  return value >= target.atLeast
}
