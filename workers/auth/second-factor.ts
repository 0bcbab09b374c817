import type { Database } from '#db/client.ts'
import { forgetAttempts, secondsToWait } from '#db/queries/attempt.ts'
import {
  factorsUnderKey,
  findSecondFactor,
  recoveryCodesLeft,
  replaceSecret,
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
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { log } from '../log/log.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { openSecret, previousMark, sealSecret } from './sealed-secret.ts'
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
  return { secret, kept: await sealSecret(env, hexOf(secret)) }
}

/** Returns the app secret; null if neither the current AUTH_SECRET nor an accepted previous one opens it. */
async function decrypted(env: Env, stored: string, now: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const hex = await openSecret(env, stored, now)
  if (hex === null) log({ event: 'second_factor_unreadable' })
  return hex === null ? null : bytesOf(hex)
}

/** Factors that one run of the cron encrypts again. */
const REKEYED_AT_ONCE = 500

/** While a previous AUTH_SECRET is accepted, encrypts the app secrets under the current one. */
export async function rekeySecondFactors(env: Env, db: Database, now: number): Promise<void> {
  const mark = await previousMark(env, now)
  if (mark === null) return
  for (const factor of await factorsUnderKey(db, mark, REKEYED_AT_ONCE)) {
    const secret = await decrypted(env, factor.secret, now)
    if (secret !== null) await replaceSecret(db, factor, await sealSecret(env, hexOf(secret)))
  }
}

/** Returns the time step of an app code; null when it matches none of the current minutes. */
export async function stepOf(env: Env, { secret }: SecondFactor, text: string, now: number): Promise<number | null> {
  const read = readCode(text)
  if (read?.kind !== 'app') return null
  const key = await decrypted(env, secret, now)
  if (key === null) return null
  const codes = await Promise.all(stepsNow(now).map(async (step) => ({ step, code: await codeAt(key, step) })))
  return codes.findLast(({ code }) => code === read.code)?.step ?? null
}

const encoder = new TextEncoder()
/**
 * Bound to its doctor and keyed with the app secret, which is stored encrypted: the database alone cannot try codes, and
 * a new AUTH_SECRET leaves the digests valid. Errors: internal (the app secret cannot be read).
 */
async function digester(
  env: Env,
  { doctor_id: doctorId, secret }: SecondFactor,
): Promise<(code: string) => Promise<string>> {
  const key = await decrypted(env, secret, Date.now())
  if (key === null) throw new AppError('internal')
  return async (code) => hexOf(await hmac('SHA-256', key, encoder.encode(`recovery-code/2:${doctorId}:${code}`)))
}

/** New codes for the doctor, and their digests for storage. */
export async function newRecoveryCodes(
  env: Env,
  factor: SecondFactor,
): Promise<{ codes: string[]; digests: string[] }> {
  const digestOf = await digester(env, factor)
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCode(crypto.getRandomValues(new Uint8Array(RECOVERY_LENGTH))),
  )
  const digests = await Promise.all(codes.map((code) => digestOf(code.replaceAll('-', ''))))
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
    const digestOf = await digester(env, factor)
    if (!(await spendRecoveryCode(db, doctor.id, await digestOf(read.code)))) return { ok: false }
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
