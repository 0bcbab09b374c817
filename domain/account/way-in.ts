import { z } from 'zod/mini'
import { emailAddress } from '../contract.ts'
import { intervals, planIds } from '../subscription/plans.ts'

/** What the sign-in screen has to know of the server. */
export const wayInReply = z.object({ google: z.boolean() })

/** The way on travels in the link of the mail. What it leads to is judged where it is followed. */
export const recoveryBody = z.strictObject({
  email: emailAddress,
  plan: z.optional(z.enum(planIds)),
  interval: z.optional(z.enum(intervals)),
  redirect: z.catch(z.optional(z.string().check(z.startsWith('/app'), z.maxLength(1_000))), undefined),
})
/** The same whether there is such an account or not. */
export const recoveryReply = z.object({ ok: z.literal(true) })
/** Whose password was set: who followed the link has the mailbox. */
export const recoveredReply = z.object({ ok: z.literal(true), email: z.string() })
/** Whether the link that was followed still counts. */
export const recoveryOpenReply = z.object({ open: z.boolean() })

/** A link of recovery leaves the address at once: its token waits here, where no script can read it. */
const COOKIE = '__Host-relato-recovery'
const MINUTES = 60
const guarded = 'Path=/; HttpOnly; Secure; SameSite=Lax'
const tokenPattern = /^[\w-]{16,128}$/

/** The cookie that keeps the token of a link; null for what is none of ours. */
export const recoveryCookie = (token: string): string | null =>
  tokenPattern.test(token) ? `${COOKIE}=${token}; Max-Age=${MINUTES * 60}; ${guarded}` : null
export const recoveryCookieOver = `${COOKIE}=; Max-Age=0; ${guarded}`

export function recoveryToken(cookies: string | null | undefined): string | null {
  const pairs = (cookies ?? '').split(/; */).map((pair) => pair.split('='))
  const value = pairs.find(([name]) => name === COOKIE)?.[1]
  return value !== undefined && tokenPattern.test(value) ? value : null
}
