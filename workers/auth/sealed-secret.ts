import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { acceptedPrevious } from '#domain/previous-secret.ts'
import type { Env } from '../env.ts'
import { sha256Hex } from './sha256.ts'

/** Returns the mark before the cipher text. It tells the cron which secrets it must seal again. */
const markOf = async (key: string): Promise<string> =>
  (await sha256Hex(`relato/second-factor-key/1:${key}`)).slice(0, 12)

/** Encrypts a secret for storage under the current AUTH_SECRET. */
export const sealSecret = async (env: Env, secret: string): Promise<string> =>
  `${await markOf(env.AUTH_SECRET)}.${await symmetricEncrypt({ key: env.AUTH_SECRET, data: secret })}`

/** Returns the secret; null if neither the current AUTH_SECRET nor an accepted previous one opens it. */
export async function openSecret(env: Env, sealed: string, now: number): Promise<string | null> {
  const data = sealed.slice(sealed.indexOf('.') + 1)
  for (const key of [env.AUTH_SECRET, acceptedPrevious(env.AUTH_SECRET, env.AUTH_SECRET_PREVIOUS, now)]) {
    const secret = key === null ? null : await symmetricDecrypt({ key, data }).catch(() => null)
    if (secret !== null) return secret
  }
  return null
}

/**
 * Returns the mark of the secrets to seal again: those under the previous AUTH_SECRET while it is accepted; else null.
 * A secret that no key opens any more is not among them: enough of these would fill every run of the cron.
 */
export async function previousMark(env: Env, now: number): Promise<string | null> {
  const previous = acceptedPrevious(env.AUTH_SECRET, env.AUTH_SECRET_PREVIOUS, now)
  return previous === null ? null : markOf(previous)
}
