import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Database } from '#db/client.ts'
import { forgetAttempts, secondsToWait } from '#db/queries/attempt.ts'
import {
  findSecondFactor,
  recoveryCodesLeft,
  type SecondFactor,
  spendRecoveryCode,
  spendStep,
} from '#db/queries/second-factor.ts'
import {
  digitsOf,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  type ReadCode,
  readCode,
  recoveryCode,
  SECRET_BYTES,
  stepsNow,
} from '#domain/account/second-factor.ts'
import type { Env } from '../env.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { log } from '../log/log.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { hexOf } from './sha256.ts'

/** Code guesses of one doctor, counted over all routes that ask for a code. */
const CODE_ATTEMPTS = { max: 5, windowMs: 15 * 60_000 }
type CodeKind = NonNullable<ReadCode>['kind']
/** Counted apart: wrong app codes must not lock the recovery codes, which work without the app. */
const attemptsKey = (kind: CodeKind, doctorId: string): string =>
  kind === 'recovery' ? `recovery-code:${doctorId}` : `second-factor:${doctorId}`

/** Counts one guess. Returns 0, or the seconds until the next one is allowed. Malformed text counts as an app code. */
export const secondsToGuess = (db: Database, doctorId: string, text: string): Promise<number> =>
  secondsToWait(db, attemptsKey(readCode(text)?.kind ?? 'app', doctorId), { ...CODE_ATTEMPTS, now: Date.now() })
/** Clears the counters of both kinds of code. */
export async function forgetGuesses(db: Database, doctorId: string): Promise<void> {
  await Promise.all((['app', 'recovery'] as const).map((kind) => forgetAttempts(db, attemptsKey(kind, doctorId))))
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

async function hmac(hash: 'SHA-1' | 'SHA-256', key: BufferSource, message: BufferSource): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}

/** The six digits of a time step. */
export async function codeAt(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  return digitsOf(await hmac('SHA-1', secret, counter.buffer))
}

/** Returns a new app secret, plain and as encrypted for storage. */
export async function newSecret(env: Env): Promise<{ secret: Uint8Array; kept: string }> {
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return { secret, kept: await symmetricEncrypt({ key: env.AUTH_SECRET, data: hexOf(secret) }) }
}

/** Returns the time step of an app code; null when it matches none of the current minutes. */
export async function stepOf(env: Env, { secret }: SecondFactor, text: string, now: number): Promise<number | null> {
  const read = readCode(text)
  if (read?.kind !== 'app') return null
  const decrypted = await symmetricDecrypt({ key: env.AUTH_SECRET, data: secret }).catch(() => null)
  if (decrypted === null) {
    log({ event: 'second_factor_unreadable' })
    return null
  }
  const key = bytesOf(decrypted)
  const codes = await Promise.all(stepsNow(now).map(async (step) => ({ step, code: await codeAt(key, step) })))
  return codes.findLast(({ code }) => code === read.code)?.step ?? null
}

const encoder = new TextEncoder()
/** Bound to its doctor; without AUTH_SECRET no code can be tried against it. */
const digestOf = async (env: Env, doctorId: string, code: string): Promise<string> =>
  hexOf(await hmac('SHA-256', encoder.encode(env.AUTH_SECRET), encoder.encode(`recovery-code/1:${doctorId}:${code}`)))

/** New codes for the doctor, and their digests for storage. */
export async function newRecoveryCodes(env: Env, doctorId: string): Promise<{ codes: string[]; digests: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCode(crypto.getRandomValues(new Uint8Array(RECOVERY_LENGTH))),
  )
  const digests = await Promise.all(codes.map((code) => digestOf(env, doctorId, code.replaceAll('-', ''))))
  return { codes, digests }
}

type Spent = { ok: true; recoveryCodesLeft: number | null } | { ok: false }

/** Consumes a code of either kind. The guess is already counted; a right code clears the counter. */
export async function spendCode(
  env: Env,
  db: Database,
  doctor: { id: string; email: string; name: string },
  text: string,
): Promise<Spent> {
  const factor = await findSecondFactor(db, doctor.id)
  if (!factor || factor.enabled_at === null) return { ok: false }
  const read = readCode(text)
  if (read?.kind === 'recovery') {
    if (!(await spendRecoveryCode(db, doctor.id, await digestOf(env, doctor.id, read.code)))) return { ok: false }
    // The code is used up: sign the doctor in even if the follow-ups fail.
    const remaining = await recoveryCodesLeft(db, doctor.id)
    await runFollowUps(
      forgetGuesses(db, doctor.id),
      sendSecurityMail(env, db, doctor, { what: 'recovery_used', left: remaining }),
    )
    return { ok: true, recoveryCodesLeft: remaining }
  }
  const step = await stepOf(env, factor, text, Date.now())
  if (step === null || !(await spendStep(db, doctor.id, step))) return { ok: false }
  await forgetGuesses(db, doctor.id)
  return { ok: true, recoveryCodesLeft: null }
}
