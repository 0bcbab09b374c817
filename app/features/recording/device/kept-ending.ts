import { z } from 'zod/mini'
import { readStored, writeStored } from '#app/lib/stored.ts'
import { parseJson } from '#domain/json.ts'

/**
 * Ends that the doctor requested with 'Finalizar', by consultation id, with the time when each is due (epoch ms). They
 * hold no patient data and need no key, so a page that is closing can still write them.
 */
const KEY = 'relato-endings'
const endings = z.record(z.string(), z.number())
/** By then the server has completed the consultation. */
const OLD_MS = 30 * 24 * 60 * 60 * 1_000

const all = (): Record<string, number> => z.catch(endings, {}).parse(parseJson(readStored(KEY)))

/** Returns when the consultation is due to end, or null. */
export const keptEnding = (consultationId: string): number | null => all()[consultationId] ?? null

/** Stores when the consultation is due to end; null: undone, or the room has it. */
export function keepEnding(consultationId: string, dueAt: number | null): void {
  const { [consultationId]: before, ...others } = all()
  if ((before ?? null) === dueAt) return
  const recent = Object.entries(others).filter(([, at]) => Date.now() - at < OLD_MS)
  writeStored(KEY, JSON.stringify(Object.fromEntries(dueAt === null ? recent : [...recent, [consultationId, dueAt]])))
}
