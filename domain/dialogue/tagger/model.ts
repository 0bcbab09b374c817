// A linear model over hashed features: one weight for a bucket and a label.

/** `weights` has a character for each of size × labels weights: its code less `ZERO`, times `scale`, is the weight. */
export type StoredModel = { labels: readonly string[]; size: number; scale: number; weights: string }
export type Model = { labels: readonly string[]; size: number; scale: number; weights: Int8Array }

/** The code of the character for 0. Weights go from -45 to 45, so that all characters are printable. */
export const ZERO = 80
export const LARGEST = 45

export const openModel = ({ labels, size, scale, weights }: StoredModel): Model => ({
  labels,
  size,
  scale,
  weights: Int8Array.from({ length: weights.length }, (_, at) => weights.charCodeAt(at) - ZERO),
})

/** The probability of each label, in the order of the model's labels. */
export function probabilitiesOf({ labels, scale, weights }: Model, buckets: readonly number[]): number[] {
  const sums = new Array<number>(labels.length).fill(0)
  for (const bucket of buckets) {
    const row = bucket * sums.length
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (weights[row + at] ?? 0)
  }
  const highest = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp((sum - highest) * scale))
  const total = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / total)
}
