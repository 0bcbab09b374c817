import { z } from 'zod/mini'
import { emailAddress } from '../contract.ts'
import { intervals, planIds } from '../subscription/plans.ts'

/** The facts about the server that the sign-in screen needs. */
export const wayInReply = z.object({ google: z.boolean() })

/** Characters of an address that a sign-up, a link or a sign-in leads back to. */
export const RETURN_ADDRESS_MAX = 1_000

/** `next` travels in the link of the mail; the page that follows it checks where it leads. */
export const recoveryBody = z.strictObject({
  email: emailAddress,
  plan: z.optional(z.enum(planIds)),
  interval: z.optional(z.enum(intervals)),
  redirect: z.catch(z.optional(z.string().check(z.startsWith('/app'), z.maxLength(RETURN_ADDRESS_MAX))), undefined),
})
/** The same answer whether the account exists or not. */
export const recoveryReply = z.object({ ok: z.literal(true) })
/** The address whose password was set: the person who followed the link has the mailbox. */
export const recoveredReply = z.object({ ok: z.literal(true), email: z.string() })
/** Whether the followed link is still valid. */
export const recoveryOpenReply = z.object({ open: z.boolean() })

/** A recovery link leaves the address bar at once: its token waits in this cookie, which no script can read. */
const COOKIE = '__Host-relato-recovery'
const MINUTES = 60
const guarded = 'Path=/; HttpOnly; Secure; SameSite=Lax'
const tokenPattern = /^[\w-]{16,128}$/

/** The cookie that stores the token of a link; null for a value that is not one of ours. */
export const recoveryCookie = (token: string): string | null =>
  tokenPattern.test(token) ? `${COOKIE}=${token}; Max-Age=${MINUTES * 60}; ${guarded}` : null
export const recoveryCookieOver = `${COOKIE}=; Max-Age=0; ${guarded}`

/** The token in the recovery cookie; null without a valid one. */
export function recoveryToken(cookies: string | null | undefined): string | null {
  const pairs = (cookies ?? '').split(/; */).map((pair) => pair.split('='))
  const value = pairs.find(([name]) => name === COOKIE)?.[1]
  return value !== undefined && tokenPattern.test(value) ? value : null
}
