import { isStrong } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'

const reported = new Set<string>()

/** Refuses to derive keys from a missing or weak secret. Errors: not_configured (503), named in answer and log. */
export function requireSecrets(env: Env, names: readonly 'DEVICE_SECRET'[]): void {
  const weak = names.filter((name) => !isStrong(env[name]))
  if (weak.length === 0) return
  if (!reported.has(weak.join())) log({ event: 'configuration_missing', names: weak })
  reported.add(weak.join())
  throw new AppError('not_configured', Object.fromEntries(weak.map((name) => [name, 'Ausente ou fraco'])))
}
