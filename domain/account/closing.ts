import { z } from 'zod/mini'
import { instant } from '../contract.ts'
import { retention } from '../retention/rules.ts'

/** Of a closed account: until when it can be reopened, which is when what no law keeps is erased. */
export const closing = z.object({ closed_at: instant, erase_at: instant })
export type Closing = z.infer<typeof closing>
export const closingReply = z.object({ closing: z.nullable(closing) })

export const closingOf = (closedAt: number): Closing => ({
  closed_at: closedAt,
  erase_at: closedAt + retention.closedAccount.ms,
})

/** What a doctor with a closed account may still ask for: how it stands, to have it back, and their own data. */
const openPaths = [
  '/api/session',
  '/api/account/closing',
  '/api/account/reopening',
  '/api/security',
  '/api/data-exports',
]
export const isOpenWhenClosed = (path: string): boolean =>
  openPaths.some((open) => path === open || path.startsWith(`${open}/`))
