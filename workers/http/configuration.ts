import { configurationProblems, settingSentence } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'

const loggedNames = new Set<string>()

/**
 * Refuses to serve without an environment, in production without its secrets or with stand-ins, and outside this machine
 * in development and preview. Answer and log name the settings, never their values. Errors: not_configured.
 */
export function requireConfigured(env: Env, url: string): void {
  const problems = configurationProblems({ ...env }, new URL(url).hostname)
  if (problems.length === 0) return
  const names = problems.map(({ name }) => name)
  if (!loggedNames.has(names.join())) log({ event: 'configuration_missing', names })
  loggedNames.add(names.join())
  throw new AppError(
    'not_configured',
    Object.fromEntries(problems.map(({ name, fault }) => [name, settingSentence(fault)])),
  )
}
