import { z } from 'zod/mini'

/** The code of an authenticator app (RFC 6238) and the codes that stand in for it when the app is lost. */
const STEP_MS = 30_000
const CODE_DIGITS = 6
/** Clocks differ: the code before and the one after are taken too. */
const DRIFT = 1
export const RECOVERY_CODES = 10
/** How long a password that was right waits for its code, and how long a new app may take to be set up. */
export const SECOND_STEP_MS = 5 * 60_000
export const SET_UP_MS = 15 * 60_000

/** 20 bytes, as RFC 4226 asks for. */
export const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** What an authenticator app takes by hand; 20 bytes need no padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
/** In fours, as it is read and typed. */
export const inFours = (text: string): string => text.replace(/.{4}(?=.)/g, '$& ')

export function authenticatorUri(secret: string, email: string): string {
  const issuer = 'Relato'
  const numbers = `digits=${CODE_DIGITS}&period=${STEP_MS / 1_000}`
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}&${numbers}`
}

/** The six digits of a step, out of its HMAC-SHA-1. */
export function digitsOf(hmac: Uint8Array): string {
  const at = (hmac[hmac.length - 1] ?? 0) & 15
  const word = new DataView(hmac.buffer, hmac.byteOffset).getUint32(at) & 0x7fffffff
  return String(word % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}
export const stepsNow = (now: number): number[] => {
  const here = Math.floor(now / STEP_MS)
  return Array.from({ length: 2 * DRIFT + 1 }, (_, i) => here - DRIFT + i)
}

/** Crockford's letters and digits: none is taken for another. 12 of them are 60 bits. */
const RECOVERY_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_LENGTH = 12
/** 'k3pd-8v0x-mm2h', of as many random bytes. */
export const recoveryCode = (random: Uint8Array): string =>
  [...random.slice(0, RECOVERY_LENGTH)]
    .map((byte) => RECOVERY_LETTERS[byte % 32])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

export type ReadCode = { kind: 'app' | 'recovery'; code: string } | null
/** What was typed or pasted, whatever stands between its letters; null: neither of the two. */
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
/** Shown once, while it is set up: the QR code as the path of an SVG of `size` units. */
export const secondFactorBegunReply = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type SecondFactorBegun = z.infer<typeof secondFactorBegunReply>
export const secondFactorBody = z.strictObject({ code: givenCode })
/** Shown once. */
export const recoveryCodesReply = z.object({ recovery_codes: z.array(z.string()).check(z.length(RECOVERY_CODES)) })
