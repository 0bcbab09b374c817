import { Hono } from 'hono'
import { deviceKeyReply } from '#domain/account/contract.ts'
import { requireSecrets } from '../auth/secrets.ts'
import { reply } from './body.ts'
import type { AppEnv } from './context.ts'

const SALT = 'relato'
const KEY_BITS = 256

/** Answers the key that seals a doctor's data on their devices. Derived, never stored: one key per doctor. */
export const deviceKey = new Hono<AppEnv>().get('/device-key', async (c) => {
  requireSecrets(c.env, ['DEVICE_SECRET'])
  const { id } = c.get('doctor')
  const text = new TextEncoder()
  const secret = await crypto.subtle.importKey('raw', text.encode(c.env.DEVICE_SECRET), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: text.encode(SALT), info: text.encode(`device-key/1${id}`) }
  const bits = await crypto.subtle.deriveBits(parameters, secret, KEY_BITS)
  const key = btoa(String.fromCharCode(...new Uint8Array(bits)))
  return reply(c, deviceKeyReply, { doctor_id: id, key })
})
