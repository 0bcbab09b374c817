import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { emptyState, type State } from '../core/account.ts'

/** What was answered to a key: asked again with the same, the same is answered. */
type Answered = { asked: string; status: number; body: string; request: string; at: number }
export type Delivery = { attempts: number; lastStatus: number | null; delivered: boolean }
/** All that outlives a restart. */
export type Ledger = { state: State; answered: Record<string, Answered>; deliveries: Record<string, Delivery> }

export const emptyLedger = (): Ledger => ({ state: emptyState(), answered: {}, deliveries: {} })

export function readLedger(file: string | undefined): Ledger {
  const empty = emptyLedger()
  if (!file || !existsSync(file)) return empty
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Ledger>
  return { ...empty, ...kept, state: { ...empty.state, ...kept.state } }
}

/** Whole or not at all. */
export function writeLedger(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
