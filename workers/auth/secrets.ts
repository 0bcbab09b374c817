import { isStrong } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'

const told = new Set<string>()

/** Nothing is derived from a secret that is missing or weak, wherever this runs: 503, named in the answer and the log. */
export function requireSecrets(env: Env, names: readonly 'DEVICE_SECRET'[]): void {
  const weak = names.filter((name) => !isStrong(env[name]))
  if (weak.length === 0) return
  if (!told.has(weak.join())) log({ event: 'configuration_missing', names: weak })
  told.add(weak.join())
  throw new AppError('not_configured', Object.fromEntries(weak.map((name) => [name, 'Ausente ou fraco'])))
}
