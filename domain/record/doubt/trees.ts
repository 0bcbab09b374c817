// Boosted decision trees: many small trees, each of which adds to a sum; the sum gives a probability.

/** A leaf is what it adds. A branch is [sign, limit, tree up to the limit, tree above it]. */
export type Tree = number | readonly [sign: number, limit: number, upTo: Tree, above: Tree]
/** `signs`: the names of the signs that the trees read, by index. */
export type StoredTrees = { signs: readonly string[]; start: number; trees: readonly Tree[] }

function leafOf(tree: Tree, values: ArrayLike<number>): number {
  let at = tree
  while (typeof at !== 'number') at = (values[at[0]] ?? 0) <= at[1] ? at[2] : at[3]
  return at
}

/** The probability from 0 to 1 for signs by name; an absent sign counts as 0. */
export function chanceOf({ signs, start, trees }: StoredTrees, named: ReadonlyMap<string, number>): number {
  const values = signs.map((sign) => named.get(sign) ?? 0)
  return 1 / (1 + Math.exp(-trees.reduce<number>((sum, tree) => sum + leafOf(tree, values), start)))
}
