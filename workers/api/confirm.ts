import type { Context } from 'hono'
import { passwordHash } from '#db/queries/account.ts'
import { countAttempt, forgetAttempts } from '#db/queries/attempt.ts'
import { type Confirmation, FRESH_SIGN_IN_MS } from '#domain/account/confirmation.ts'
import { AppError } from '#domain/errors.ts'
import { authOf } from '../auth.ts'
import type { AppEnv } from './context.ts'

/** Guesses at the password by who is in already, of one doctor, wherever it is asked for. */
export const PASSWORD_ATTEMPTS = { max: 5, windowMs: 5 * 60_000 }
export const passwordKey = (doctorId: string): string => `password:${doctorId}`

/**
 * Before what a stranger at an open screen must not do: the password, or where the account has none, a sign-in of the
 * last minutes. Errors: too_many_requests, invalid_body, wrong_confirmation, sign_in_again.
 */
export async function confirmIdentity(c: Context<AppEnv>, { password }: Confirmation): Promise<void> {
  const doctor = c.get('doctor')
  const db = c.get('db')
  const hash = await passwordHash(db, doctor.id)
  if (hash === null) {
    if (Date.now() - doctor.signedInAt > FRESH_SIGN_IN_MS) throw new AppError('sign_in_again')
    return
  }
  if (password === null) throw new AppError('invalid_body', { password: 'Senha é obrigatória' })
  const key = passwordKey(doctor.id)
  if (!(await countAttempt(db, key, { ...PASSWORD_ATTEMPTS, now: Date.now() }))) throw new AppError('too_many_requests')
  const context = await authOf(c.env).$context
  if (!(await context.password.verify({ hash, password }))) {
    c.get('audit')('password_refused', 'doctor', doctor.id)
    throw new AppError('wrong_confirmation', { password: 'Senha incorreta' })
  }
  await forgetAttempts(db, key)
}
