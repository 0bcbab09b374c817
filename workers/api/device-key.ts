import { Hono } from 'hono'
import { deviceKeyReply } from '#domain/account/contract.ts'
import { isStrong } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import { acceptedPrevious } from '#domain/previous-secret.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { reply } from './body.ts'
import type { AppEnv } from './context.ts'

const SALT = 'relato'
const KEY_BITS = 256

/** Answers the key that seals a doctor's data on their devices. Derived, never stored: one key per doctor. */
export const deviceKey = new Hono<AppEnv>().get('/device-key', async (c) => {
  requireDeviceSecret(c.env)
  const { id, sessionId } = c.get('doctor')
  const previous = acceptedPrevious(c.env.DEVICE_SECRET, c.env.DEVICE_SECRET_PREVIOUS, Date.now())
  return reply(c, deviceKeyReply, {
    doctor_id: id,
    session_id: sessionId,
    key: await keyOf(c.env.DEVICE_SECRET, id),
    ...(previous !== null && { previous_key: await keyOf(previous, id) }),
  })
})

async function keyOf(secret: string, doctorId: string): Promise<string> {
  const text = new TextEncoder()
  const source = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits'])
  const info = text.encode(`device-key/1${doctorId}`)
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: text.encode(SALT), info }
  const bits = await crypto.subtle.deriveBits(parameters, source, KEY_BITS)
  return btoa(String.fromCharCode(...new Uint8Array(bits)))
}

let isReported = false

/** Refuses to derive keys from a missing or weak secret; logs it once. Errors: not_configured. */
function requireDeviceSecret(env: Env): void {
  if (isStrong(env.DEVICE_SECRET)) return
  if (!isReported) log({ event: 'configuration_missing', names: ['DEVICE_SECRET'] })
  isReported = true
  throw new AppError('not_configured', { DEVICE_SECRET: 'Ausente ou fraco' })
}
