import { isDeployed, isLocalHost } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'

/** Returns the origins a browser may call from: our address; on a developer's machine also the loopback address called. */
export function allowedOrigins(env: Pick<Env, 'APP_URL' | 'ENVIRONMENT'>, url: string): string[] {
  const own = new URL(env.APP_URL).origin
  const called = new URL(url)
  return !isDeployed(env.ENVIRONMENT) && isLocalHost(called.hostname) ? [own, called.origin] : [own]
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a change requested by another site. A browser always sends an origin with such a request; a program without
 * one must send a bearer token, which no other site can add. Sockets pass `always`.
 */
export function requireSameOrigin(request: Request, env: Env, always = false): void {
  if (reading.has(request.method) && !always) return
  const origin = request.headers.get('origin')
  if (origin !== null) {
    if (!allowedOrigins(env, request.url).includes(origin)) throw new AppError('foreign_origin')
    return
  }
  if (!request.headers.get('authorization')?.startsWith('Bearer ')) throw new AppError('foreign_origin')
}
