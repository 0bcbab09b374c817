import { z } from 'zod'
import { PASSWORD_MAX } from './password.ts'

/** How recent a sign-in has to be to stand for the password that an account of another provider has not. */
export const FRESH_SIGN_IN_MS = 10 * 60_000

/** What shows that it is the doctor who asks, and nobody at a screen left open. Null: the account has no such thing. */
export const confirmation = z.strictObject({
  password: z.string().min(1, 'Senha é obrigatória').max(PASSWORD_MAX, 'Senha incorreta').nullable(),
  /** Of the second factor, or a recovery code. */
  code: z.string().trim().min(1, 'Código é obrigatório').max(64, 'Código incorreto').nullable(),
})
export type Confirmation = z.infer<typeof confirmation>
export const confirmed = z.strictObject({ confirmation })
