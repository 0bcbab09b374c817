import type { z } from 'zod/mini'
import type { consultationsReply } from '#domain/consultation/contract.ts'

export type HistoryPage = z.output<typeof consultationsReply>
/** The list when the doctor left it, with its query, so that going back restores the same place. */
export type Left = { doctorId: string; text: string; key: string; page: HistoryPage; opened: ReadonlySet<string> }

/** Stored only in this page's memory, because it holds names; by entry of the browser's history. */
const snapshots = new Map<string, Left>()
/** Older entries are dropped. */
const MOST = 10

export function leave(entry: string, list: Left): void {
  snapshots.delete(entry)
  snapshots.set(entry, list)
  for (const oldest of [...snapshots.keys()].slice(0, -MOST)) snapshots.delete(oldest)
}

/** Returns only a list of the same doctor. */
export function leftAt(entry: string, doctorId: string): Left | null {
  const list = snapshots.get(entry)
  return list?.doctorId === doctorId ? list : null
}
