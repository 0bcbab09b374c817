import { AppError } from '#domain/errors.ts'
import type { Env } from './env.ts'
import { log } from './log.ts'

/** As base64 of 32 random bytes has; and no word repeated to get there. */
const SECRET_MIN_LENGTH = 32
const SECRET_MIN_LETTERS = 12

export const isStrong = (secret: string | undefined): boolean =>
  secret !== undefined && secret.length >= SECRET_MIN_LENGTH && new Set(secret).size >= SECRET_MIN_LETTERS

const told = new Set<string>()

/** Without its secrets production serves nobody: 503, and the answer and the log name what is missing or weak. */
export function requireSecrets(env: Env, names: readonly ('AUTH_SECRET' | 'DEVICE_SECRET')[]): void {
  const weak = names.filter((name) => !isStrong(env[name]))
  if (weak.length === 0) return
  if (!told.has(weak.join())) log({ event: 'configuration_missing', names: weak })
  told.add(weak.join())
  throw new AppError('not_configured', Object.fromEntries(weak.map((name) => [name, 'Ausente ou fraco'])))
}
