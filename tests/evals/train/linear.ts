// Trains a linear model: softmax regression by stochastic gradient descent with a rate of its own for each weight.
import { LARGEST, type StoredModel, ZERO } from '#domain/dialogue/tagger/model.ts'

export type Trained = {
  probabilities: (buckets: readonly number[]) => number[]
  /** Moves the weights towards the label. */
  learn: (buckets: readonly number[], label: number) => void
  stored: () => StoredModel
}

/** A sequence that is the same in every run, from 0 to below 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** The items in an order drawn from `draw`. */
export const shuffled = <T>(items: readonly T[], draw: () => number): T[] =>
  items
    .map((item) => ({ item, key: draw() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)

export function linearModel(labels: readonly string[], size: number, rate: number, decay: number): Trained {
  const count = labels.length
  const weights = new Float32Array(size * count)
  const squares = new Float32Array(size * count).fill(0.01)
  const probabilities = (buckets: readonly number[]): number[] => {
    const sums = new Array<number>(count).fill(0)
    for (const bucket of buckets)
      for (let at = 0; at < count; at++) sums[at] = (sums[at] as number) + (weights[bucket * count + at] as number)
    const highest = Math.max(...sums)
    const powers = sums.map((sum) => Math.exp(sum - highest))
    const total = powers.reduce((all, power) => all + power, 0)
    return powers.map((power) => power / total)
  }
  return {
    probabilities,
    learn(buckets, label) {
      const chances = probabilities(buckets)
      for (let at = 0; at < count; at++) {
        const error = (chances[at] as number) - (at === label ? 1 : 0)
        if (Math.abs(error) < 1e-4) continue
        for (const bucket of buckets) {
          const index = bucket * count + at
          const gradient = error + decay * (weights[index] as number)
          squares[index] = (squares[index] as number) + gradient * gradient
          weights[index] = (weights[index] as number) - (rate * gradient) / Math.sqrt(squares[index] as number)
        }
      }
    },
    stored() {
      // The few largest weights are cut, so that the small ones keep their differences.
      const largest = [...weights].map(Math.abs).sort((a, b) => b - a)[Math.floor(weights.length / 2000)] || 1
      const scale = largest / LARGEST
      const codes = [...weights].map(
        (weight) => ZERO + Math.max(-LARGEST, Math.min(LARGEST, Math.round(weight / scale))),
      )
      return { labels, size, scale, weights: codes.map((code) => String.fromCharCode(code)).join('') }
    },
  }
}
