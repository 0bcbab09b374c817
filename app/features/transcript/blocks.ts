import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { TranscriptRow } from '#domain/transcript/transcript.ts'

/** Lines per block at first; later insertions may double it. */
export const BLOCK = 25
export type Row = TranscriptRow<TranscriptEntry>
export type Block = { key: string; rows: readonly Row[] }

export const keyOf = ({ entry, gap }: Row): string => entry?.id ?? `gap-${gap?.take}-${gap?.start_ms}-${gap?.reason}`

/**
 * Groups lines into blocks. A line stays in its earlier block, so that a late line moves no other: a moved line is
 * rendered and announced again, and loses the focus.
 */
export function blocksOf(rows: readonly Row[], before: readonly Block[]): Block[] {
  const homes = new Map(before.flatMap(({ key, rows }) => rows.map((row) => [keyOf(row), key] as const)))
  const keys = rows.map(keyOf)
  const lastKnown = keys.findLastIndex((key) => homes.has(key))
  const openedKeys = new Set<string>()
  const blocks: { key: string; rows: Row[] }[] = []
  rows.forEach((row, at) => {
    const key = keys[at] as string
    const home = homes.get(key)
    const current = blocks.at(-1)
    const begins = (block: string) => {
      openedKeys.add(block)
      blocks.push({ key: block, rows: [row] })
    }
    if (!current) begins(home ?? homes.get(keys.find((one) => homes.has(one)) ?? '') ?? key)
    else if (home !== undefined && !openedKeys.has(home)) begins(home)
    else if (home === undefined && current.rows.length >= (at > lastKnown ? BLOCK : 2 * BLOCK)) begins(key)
    else current.rows.push(row)
  })
  return blocks
}
