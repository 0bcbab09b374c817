// Grows boosted trees (gradient boosting with histograms) on rows of named signs. The same rows give the same trees.
import type { StoredTrees, Tree } from '#domain/record/doubt/trees.ts'

export type Row = { signs: ReadonlyMap<string, number>; isYes: boolean }

const rounds = 250
const rate = 0.1
const mostLeaves = 16
const fewestRows = 5
const smoothing = 1
/** A sign in fewer rows than this is not read. */
const fewestWithSign = 8
/** A sign's values are divided into at most so many steps. */
const mostSteps = 24

/** The steps of all signs lie one after another: a sign's are the places from `first` to before the next sign's. */
type Table = {
  signs: readonly string[]
  limits: readonly (readonly number[])[]
  first: Int32Array
  /** The place of the step that 0 belongs to, for each sign. */
  zero: Int32Array
  /** For each row the places of its signs that are not in the step of 0. */
  places: readonly Int32Array[]
  /** For each row the step of each sign. */
  stepOf: (row: number, sign: number) => number
}
type Split = { gain: number; sign: number; step: number }
type Leaf = { rows: Int32Array; gradient: number; weight: number; split: Split | undefined; tree: Growing }
type Growing = { value: number; branch?: { sign: number; limit: number; upTo: Growing; above: Growing } }

function tableOf(rows: readonly Row[]): Table {
  const counts = new Map<string, number>()
  for (const { signs } of rows)
    for (const [name, value] of signs) if (value !== 0) counts.set(name, (counts.get(name) ?? 0) + 1)
  const signs = [...counts].flatMap(([name, count]) => (count >= fewestWithSign ? [name] : [])).sort()
  const limits = signs.map((name) => limitsOf(rows.map((row) => row.signs.get(name) ?? 0)))
  const first = new Int32Array(signs.length + 1)
  for (const [sign, list] of limits.entries()) first[sign + 1] = (first[sign] as number) + list.length + 1
  const stepIn = (sign: number, value: number): number => {
    const step = limits[sign]?.findIndex((limit) => value <= limit) ?? -1
    return step < 0 ? (limits[sign]?.length ?? 0) : step
  }
  const zero = Int32Array.from(signs, (_, sign) => (first[sign] as number) + stepIn(sign, 0))
  const index = new Map(signs.map((name, sign) => [name, sign]))
  const steps = rows.map((row) => {
    const own = new Map<number, number>()
    for (const [name, value] of row.signs) {
      const sign = index.get(name)
      if (sign !== undefined) own.set(sign, stepIn(sign, value))
    }
    return own
  })
  const zeroStep = (sign: number): number => (zero[sign] as number) - (first[sign] as number)
  const places = steps.map((own) =>
    Int32Array.from(
      [...own].flatMap(([sign, step]) => (step === zeroStep(sign) ? [] : [(first[sign] as number) + step])),
    ),
  )
  return { signs, limits, first, zero, places, stepOf: (row, sign) => steps[row]?.get(sign) ?? zeroStep(sign) }
}

/** The limits between the steps of a sign's values. */
function limitsOf(values: readonly number[]): number[] {
  const distinct = [...new Set(values)].sort((a, b) => a - b)
  const between = distinct.slice(1).map((value, at) => Number((((distinct[at] ?? 0) + value) / 2).toFixed(4)))
  if (between.length < mostSteps) return between
  const sorted = [...values].sort((a, b) => a - b)
  const cuts = Array.from(
    { length: mostSteps - 1 },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / mostSteps)] ?? 0,
  )
  return [...new Set(cuts.map((cut) => between.find((limit) => limit >= cut) ?? between.at(-1) ?? 0))]
}

/** Trees that give the probability of yes. */
export function growTrees(rows: readonly Row[]): StoredTrees {
  const table = tableOf(rows)
  const yes = rows.filter(({ isYes }) => isYes).length
  const start = Math.log(yes / (rows.length - yes))
  const sums = new Float64Array(rows.length).fill(start)
  const trees: Tree[] = []
  for (let round = 0; round < rounds; round++) {
    const gradients = new Float64Array(rows.length)
    const weights = new Float64Array(rows.length)
    rows.forEach(({ isYes }, at) => {
      const chance = 1 / (1 + Math.exp(-(sums[at] ?? 0)))
      gradients[at] = (isYes ? 1 : 0) - chance
      weights[at] = chance * (1 - chance)
    })
    trees.push(growTree(table, gradients, weights, sums))
  }
  return withReadSigns({ signs: table.signs, start: Number(start.toFixed(4)), trees })
}

/** The same trees with only the signs that they read. */
function withReadSigns({ signs, start, trees }: StoredTrees): StoredTrees {
  const read = new Set<number>()
  const renumbered = (tree: Tree, index?: ReadonlyMap<number, number>): Tree => {
    if (typeof tree === 'number') return tree
    read.add(tree[0])
    return [index?.get(tree[0]) ?? tree[0], tree[1], renumbered(tree[2], index), renumbered(tree[3], index)]
  }
  for (const tree of trees) renumbered(tree)
  const order = [...read].sort((a, b) => a - b)
  const index = new Map(order.map((sign, at) => [sign, at]))
  return { signs: order.map((sign) => signs[sign] ?? ''), start, trees: trees.map((tree) => renumbered(tree, index)) }
}

function growTree(table: Table, gradients: Float64Array, weights: Float64Array, sums: Float64Array): Tree {
  const leafOf = (rows: Int32Array): Leaf => {
    let [gradient, weight] = [0, 0]
    for (const row of rows) {
      gradient += gradients[row] as number
      weight += weights[row] as number
    }
    const leaf: Leaf = {
      rows,
      gradient,
      weight,
      split: undefined,
      tree: { value: (rate * gradient) / (weight + smoothing) },
    }
    leaf.split = bestSplit(table, leaf, gradients, weights)
    return leaf
  }
  const root = leafOf(Int32Array.from({ length: gradients.length }, (_, at) => at))
  const leaves = [root]
  while (leaves.length < mostLeaves) {
    const leaf = leaves.reduce((best, one) => ((one.split?.gain ?? 0) > (best.split?.gain ?? 0) ? one : best))
    if (!leaf.split) break
    const { sign, step } = leaf.split
    const upTo = leafOf(leaf.rows.filter((row) => table.stepOf(row, sign) <= step))
    const above = leafOf(leaf.rows.filter((row) => table.stepOf(row, sign) > step))
    leaf.tree.branch = { sign, limit: table.limits[sign]?.[step] ?? 0, upTo: upTo.tree, above: above.tree }
    leaves.splice(leaves.indexOf(leaf), 1, upTo, above)
  }
  for (const { rows, tree } of leaves) for (const row of rows) sums[row] = (sums[row] as number) + tree.value
  return storedTree(root.tree)
}

const storedTree = ({ value, branch }: Growing): Tree =>
  branch ? [branch.sign, branch.limit, storedTree(branch.upTo), storedTree(branch.above)] : Number(value.toFixed(3))

const gainOf = (gradient: number, weight: number): number => (gradient * gradient) / (weight + smoothing)

/** The split of a leaf that gains most, or undefined if none gains. */
function bestSplit(table: Table, leaf: Leaf, gradients: Float64Array, weights: Float64Array): Split | undefined {
  if (leaf.rows.length < 2 * fewestRows) return undefined
  const size = table.first.at(-1) ?? 0
  const [gradientAt, weightAt, rowsAt] = [new Float64Array(size), new Float64Array(size), new Int32Array(size)]
  for (const row of leaf.rows)
    for (const place of table.places[row] as Int32Array) {
      gradientAt[place] = (gradientAt[place] as number) + (gradients[row] as number)
      weightAt[place] = (weightAt[place] as number) + (weights[row] as number)
      rowsAt[place] = (rowsAt[place] as number) + 1
    }
  const own = gainOf(leaf.gradient, leaf.weight)
  let best: Split | undefined
  for (let sign = 0; sign < table.signs.length; sign++) {
    const [from, to] = [table.first[sign] as number, table.first[sign + 1] as number]
    const zero = table.zero[sign] as number
    gradientAt[zero] = leaf.gradient - sumOf(gradientAt, from, to)
    weightAt[zero] = leaf.weight - sumOf(weightAt, from, to)
    rowsAt[zero] = leaf.rows.length - sumOf(rowsAt, from, to)
    let [gradient, weight, rows] = [0, 0, 0]
    for (let place = from; place < to - 1; place++) {
      gradient += gradientAt[place] as number
      weight += weightAt[place] as number
      rows += rowsAt[place] as number
      if (rows < fewestRows || leaf.rows.length - rows < fewestRows) continue
      const gain = gainOf(gradient, weight) + gainOf(leaf.gradient - gradient, leaf.weight - weight) - own
      if (gain > (best?.gain ?? 1e-6)) best = { gain, sign, step: place - from }
    }
  }
  return best
}

function sumOf(list: ArrayLike<number>, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += list[at] as number
  return sum
}
