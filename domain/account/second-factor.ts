import { z } from 'zod/mini'

/** The code of an authenticator app (RFC 6238), and the recovery codes for a lost app. */
const STEP_MS = 30_000
const CODE_DIGITS = 6
/** Clocks differ, so the previous and the next code are accepted too. */
const DRIFT = 1
export const RECOVERY_CODES = 10
/** How long a sign-in with a correct password waits for its code, and how long the setup of an app may take. */
export const SECOND_STEP_MS = 5 * 60_000
export const SET_UP_MS = 15 * 60_000

/** 20 bytes, as RFC 4226 requires. */
export const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The secret as a person types it into an authenticator app; 20 bytes need no padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
/** Groups of four, for reading and typing. */
export const inFours = (text: string): string => text.replace(/.{4}(?=.)/g, '$& ')

/** The otpauth address in the QR code. */
export function authenticatorUri(secret: string, email: string): string {
  const issuer = 'Relato'
  const numbers = `digits=${CODE_DIGITS}&period=${STEP_MS / 1_000}`
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}&${numbers}`
}

/** The six digits of a step from its HMAC-SHA-1. */
export function digitsOf(hmac: Uint8Array): string {
  const at = (hmac[hmac.length - 1] ?? 0) & 15
  const word = new DataView(hmac.buffer, hmac.byteOffset).getUint32(at) & 0x7fffffff
  return String(word % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}
/** The time steps whose code is accepted now: the previous, current and next one. */
export const stepsNow = (now: number): number[] => {
  const here = Math.floor(now / STEP_MS)
  return Array.from({ length: 2 * DRIFT + 1 }, (_, i) => here - DRIFT + i)
}

/** Crockford's alphabet: no letter looks like another. 12 of them carry 60 bits. */
const RECOVERY_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_LENGTH = 12
/** A recovery code such as 'k3pd-8v0x-mm2h', from as many random bytes. */
export const recoveryCode = (random: Uint8Array): string =>
  [...random.slice(0, RECOVERY_LENGTH)]
    .map((byte) => RECOVERY_LETTERS[byte % 32])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

export type ReadCode = { kind: 'app' | 'recovery'; code: string } | null
/** Recognises a typed or pasted code, ignoring separators; null if it is neither kind of code. */
export function readCode(text: string): ReadCode {
  const code = text
    .toLowerCase()
    .replace(/[\s.-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return code.length === RECOVERY_LENGTH && /^[0-9a-hjkmnp-tv-z]+$/.test(code) ? { kind: 'recovery', code } : null
}

const givenCode = z
  .string()
  .check(z.trim(), z.minLength(1, 'Código é obrigatório'), z.maxLength(64, 'Código incorreto'))
export const secondStepBody = z.strictObject({ code: givenCode })

export const secondFactorState = z.object({ on: z.boolean(), recovery_codes_left: z.int() })
export type SecondFactorState = z.infer<typeof secondFactorState>
/** Shown once, during setup: the QR code as the path of an SVG of `size` units. */
export const secondFactorBegunReply = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type SecondFactorBegun = z.infer<typeof secondFactorBegunReply>
export const secondFactorBody = z.strictObject({ code: givenCode })
/** Shown once. */
export const recoveryCodesReply = z.object({ recovery_codes: z.array(z.string()).check(z.length(RECOVERY_CODES)) })
