import { configurationProblems, settingSentence } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'

const told = new Set<string>()

/** Production without its secrets, or with what is for development, serves nobody: 503; answer and log name the settings. */
export function requireConfigured(env: Env): void {
  const problems = configurationProblems({ ...env })
  if (problems.length === 0) return
  const names = problems.map(({ name }) => name)
  if (!told.has(names.join())) log({ event: 'configuration_missing', names })
  told.add(names.join())
  throw new AppError(
    'not_configured',
    Object.fromEntries(problems.map(({ name, fault }) => [name, settingSentence(fault)])),
  )
}
