import { z } from 'zod/mini'
import { instant } from '../contract.ts'
import { retention } from '../retention/rules.ts'

/** A closed account: until `erase_at` it can be reopened, then everything is erased that the law does not keep. */
export const closing = z.object({ closed_at: instant, erase_at: instant })
export type Closing = z.infer<typeof closing>
export const closingReply = z.object({ closing: z.nullable(closing) })

/** The deadline of an account closed at `closedAt` (ms). */
export const closingOf = (closedAt: number): Closing => ({
  closed_at: closedAt,
  erase_at: closedAt + retention.closedAccount.ms,
})

/** The paths that a closed account may still call: its state, its reopening and the export of its data. */
const openPaths = ['session', 'account/closing', 'account/reopening', 'security', 'data-exports'].map(
  (p) => `/api/${p}`,
)
/** Whether a closed account may call this path. */
export const isOpenWhenClosed = (path: string): boolean =>
  openPaths.some((open) => path === open || path.startsWith(`${open}/`))
