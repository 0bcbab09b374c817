import { expect, test } from 'vitest'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { BLOCK, type Block, blocksOf, keyOf, type Row } from './blocks.ts'

const line = (start_ms: number, id = `line-${start_ms}`): Row => ({
  entry: { id, text: id, timestamp: start_ms, start_ms, end_ms: start_ms, isPartial: false } as TranscriptEntry,
})
const lines = (count: number): Row[] => Array.from({ length: count }, (_, at) => line(at * 1_000))
const homes = (blocks: readonly Block[]) =>
  new Map(blocks.flatMap(({ key, rows }) => rows.map((row) => [keyOf(row), key] as const)))
const inOrder = (blocks: readonly Block[]) => blocks.flatMap(({ rows }) => rows)

test('a late line moves no other line out of its block', () => {
  const rows = lines(4 * BLOCK + 3)
  const before = blocksOf(rows, [])
  expect(before.map((block) => block.rows.length)).toEqual([BLOCK, BLOCK, BLOCK, BLOCK, 3])
  const where = homes(before)

  // In the middle of a block, at a border, before the first one, and in a full last block.
  for (const at of [0, 10, BLOCK, 2 * BLOCK, 4 * BLOCK]) {
    const late = line(at * 1_000 - 1, 'late')
    const after = blocksOf(rows.toSpliced(at, 0, late), before)
    expect(inOrder(after)).toEqual(rows.toSpliced(at, 0, late))
    for (const [key, home] of where) expect(homes(after).get(key)).toBe(home)
    expect(after).toHaveLength(before.length)
  }
  const full = rows.slice(0, 2 * BLOCK)
  const cut = blocksOf(full, [])
  const longer = blocksOf(full.toSpliced(-1, 0, line(1, 'late')), cut)
  expect(longer.map((block) => block.rows.length)).toEqual([BLOCK, BLOCK + 1])

  // At the end, blocks grow and begin as if all lines had been there from the start.
  let blocks: Block[] = []
  for (let count = 1; count <= rows.length; count++) blocks = blocksOf(rows.slice(0, count), blocks)
  expect(blocks).toEqual(before)

  // Another device stored half an hour of lines: several blocks, with no line lost, doubled or out of order.
  const many = Array.from({ length: 500 }, (_, at) => line(30_000 + at, `other-${at}`))
  const all = rows.toSpliced(31, 0, ...many)
  const wide = blocksOf(all, before)
  expect(inOrder(wide)).toEqual(all)
  expect(Math.max(...wide.map((block) => block.rows.length))).toBeLessThanOrEqual(3 * BLOCK)
  expect(new Set(wide.map(({ key }) => key)).size).toBe(wide.length)
  // Only lines after the new ones in the same block move.
  const moved = [...where].filter(([key, home]) => homes(wide).get(key) !== home).map(([key]) => key)
  expect(moved).toEqual(rows.slice(31, 2 * BLOCK).map(keyOf))
})
