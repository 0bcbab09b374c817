import { z } from 'zod/mini'
import { PASSWORD_MAX } from './password.ts'

/** How recent a sign-in must be to replace the password, for an account that signs in through another provider. */
export const FRESH_SIGN_IN_MS = 10 * 60_000

/** Proves that it is not someone at an unlocked screen. Null: the account has no such factor. */
export const confirmation = z.strictObject({
  password: z.nullable(
    z.string().check(z.minLength(1, 'Senha é obrigatória'), z.maxLength(PASSWORD_MAX, 'Senha incorreta')),
  ),
  /** A code of the second factor, or a recovery code. */
  code: z.nullable(
    z.string().check(z.trim(), z.minLength(1, 'Código é obrigatório'), z.maxLength(64, 'Código incorreto')),
  ),
})
export type Confirmation = z.infer<typeof confirmation>
export const confirmed = z.strictObject({ confirmation })
