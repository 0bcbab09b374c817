import { z } from 'zod/mini'
import { PASSWORD_MAX } from './password.ts'

/** How recent a sign-in has to be to stand for the password that an account of another provider has not. */
export const FRESH_SIGN_IN_MS = 10 * 60_000

/** What shows that it is the doctor who asks, and nobody at a screen left open. Null: the account has no such thing. */
export const confirmation = z.strictObject({
  password: z.nullable(
    z.string().check(z.minLength(1, 'Senha é obrigatória'), z.maxLength(PASSWORD_MAX, 'Senha incorreta')),
  ),
  /** Of the second factor, or a recovery code. */
  code: z.nullable(
    z.string().check(z.trim(), z.minLength(1, 'Código é obrigatório'), z.maxLength(64, 'Código incorreto')),
  ),
})
export type Confirmation = z.infer<typeof confirmation>
export const confirmed = z.strictObject({ confirmation })
