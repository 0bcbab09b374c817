import { Hono } from 'hono'
import { deviceKeyReply } from '#domain/account/contract.ts'
import { isStrong } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
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
  const text = new TextEncoder()
  const secret = await crypto.subtle.importKey('raw', text.encode(c.env.DEVICE_SECRET), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: text.encode(SALT), info: text.encode(`device-key/1${id}`) }
  const bits = await crypto.subtle.deriveBits(parameters, secret, KEY_BITS)
  const key = btoa(String.fromCharCode(...new Uint8Array(bits)))
  return reply(c, deviceKeyReply, { doctor_id: id, session_id: sessionId, key })
})

let isReported = false

/** Refuses to derive keys from a missing or weak secret; logs it once. Errors: not_configured. */
function requireDeviceSecret(env: Env): void {
  if (isStrong(env.DEVICE_SECRET)) return
  if (!isReported) log({ event: 'configuration_missing', names: ['DEVICE_SECRET'] })
  isReported = true
  throw new AppError('not_configured', { DEVICE_SECRET: 'Ausente ou fraco' })
}
