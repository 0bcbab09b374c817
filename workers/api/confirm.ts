import type { Context } from 'hono'
import { passwordHash } from '#db/queries/account.ts'
import { countAttempt, forgetAttempts } from '#db/queries/attempt.ts'
import { hasSecondFactor } from '#db/queries/second-factor.ts'
import { type Confirmation, FRESH_SIGN_IN_MS } from '#domain/account/confirmation.ts'
import { AppError, messageOf } from '#domain/errors.ts'
import { authOf } from '../auth/auth.ts'
import { secondsToGuess, spendCode } from '../auth/second-factor.ts'
import type { AppEnv } from './context.ts'
import { refuseFor } from './failure.ts'

/** Password guesses of one signed-in doctor, counted over all routes that ask for it. */
export const PASSWORD_ATTEMPTS = { max: 5, windowMs: 5 * 60_000 }
export const passwordKey = (doctorId: string): string => `password:${doctorId}`

/**
 * Requires the password, and a code if there is a second factor. An account with neither needs a recent sign-in.
 * Errors: too_many_requests, invalid_body, wrong_confirmation, sign_in_again.
 */
export async function confirmIdentity(c: Context<AppEnv>, { password, code }: Confirmation): Promise<void> {
  const { db, doctor } = c.var
  const [hash, withCode] = await Promise.all([passwordHash(db, doctor.id), hasSecondFactor(db, doctor.id)])
  if (hash === null && !withCode && Date.now() - doctor.signedInAt > FRESH_SIGN_IN_MS)
    throw new AppError('sign_in_again')
  const missing = {
    ...(hash !== null && password === null && { password: 'Senha é obrigatória' }),
    ...(withCode && code === null && { code: 'Código é obrigatório' }),
  }
  if (Object.keys(missing).length > 0) throw new AppError('invalid_body', missing)
  if (hash !== null && password !== null) await confirmPassword(c, hash, password)
  if (withCode && code !== null) await confirmCode(c, code)
}

async function confirmPassword(c: Context<AppEnv>, hash: string, password: string): Promise<void> {
  const { id } = c.get('doctor')
  const db = c.get('db')
  const key = passwordKey(id)
  if (!(await countAttempt(db, key, { ...PASSWORD_ATTEMPTS, now: Date.now() }))) throw new AppError('too_many_requests')
  const context = await authOf(c.env).$context
  if (!(await context.password.verify({ hash, password }))) {
    c.get('audit')('password_refused', 'doctor', id)
    throw new AppError('wrong_confirmation', { password: 'Senha incorreta' })
  }
  await forgetAttempts(db, key)
}

async function confirmCode(c: Context<AppEnv>, code: string): Promise<void> {
  const doctor = c.get('doctor')
  refuseFor(await secondsToGuess(c.get('db'), doctor.id, code))
  const spent = await spendCode(c.env, c.get('db'), doctor, code)
  if (!spent.ok) {
    c.get('audit')('second_factor_failed', 'doctor', doctor.id)
    throw new AppError('wrong_confirmation', { code: messageOf('wrong_code') })
  }
  if (spent.recoveryCodesLeft !== null) c.get('audit')('recovery_code_used', 'doctor', doctor.id)
}
