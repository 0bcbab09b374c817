// The programs that setup, release and rollback call. Each call is an argument array: no shell reads it.
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { unstable_readConfig } from 'wrangler'
import { type DeployedEnvironment, isDeployed } from '#domain/configuration.ts'
import { stop } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'

/** Ends the command with one line that names the failed step. */
export function fail(name: string, reason: string): never {
  console.error(`${name}: ${reason}`)
  process.exit(1)
}

export function readEnvironment(name: string): DeployedEnvironment {
  return isDeployed(name) ? name : stop(`${name}: not one of staging, production`)
}

/** Reads an environment of a wrangler configuration, or a built one. */
export const readConfig = (config: string, env?: string) => unstable_readConfig({ config, env }, { hideWarnings: true })
export type Config = ReturnType<typeof readConfig>

const lineOf = (command: string, args: readonly string[]) => `  $ ${[command, ...args].join(' ')}`

/** `isLocal`: needs no account and changes nothing outside `build`, so a rehearsal runs it too; prints failures alone. */
type Call = { env?: Record<string, string>; isLocal?: boolean }
/** Calls the programs of a release. A rehearsal prints every call and makes the local ones: even a list needs an account. */
export class Provider {
  readonly isRehearsal: boolean
  constructor(isRehearsal: boolean) {
    this.isRehearsal = isRehearsal
  }

  /** Runs a program that changes something, and returns its output; ends the command if it fails. */
  run(step: string, command: string, args: readonly string[], { env = {}, isLocal = false }: Call = {}): string {
    const names = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    console.log(lineOf([...names, command].join(' '), args))
    if (this.isRehearsal && !isLocal) return ''
    const { status, output, errors } = execute(command, args, env, isLocal ? 'pipe' : 'inherit')
    if (!isLocal || status !== 0) process.stdout.write(output + errors)
    if (status !== 0) fail(step, `${command} ${args[0]} ${args[1] ?? ''} falhou (${status ?? 'não foi encontrado'})`)
    return output
  }

  /** Runs a program that only reads, and returns its output; null if it fails or this is a rehearsal. */
  query(command: string, args: readonly string[]): string | null {
    console.log(lineOf(command, args))
    if (this.isRehearsal) return null
    const { status, output } = execute(command, args, {}, 'inherit')
    return status === 0 ? output : null
  }

  /** Asks for a yes; a rehearsal needs none, and a program without a terminal gets none. */
  async confirm(question: string): Promise<boolean> {
    if (this.isRehearsal) return true
    return /^s(im)?$/i.test(await ask(`${question} [s/N] `))
  }
}

/** Returns a line of the operator's terminal; empty if there is none. */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

/** CI makes wrangler ask nothing: what it would ask, these commands ask before. */
function execute(command: string, args: readonly string[], env: Record<string, string>, errors: 'inherit' | 'pipe') {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', ...env },
    stdio: ['ignore', 'pipe', errors],
  })
  return { status, output: stdout ?? '', errors: stderr ?? '' }
}
