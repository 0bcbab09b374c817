import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Runs programs offline (no telemetry, no look-ups) and with the Node of the project. */
const quiet = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  CI: '1',
}
const environment = (extra: Record<string, string>) => ({
  ...process.env,
  ...quiet,
  PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  ...extra,
})

export type Running = { name: string; child: ChildProcess; ended: Promise<number | null>; stop: () => Promise<void> }
export type Start = {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  onLine?: (line: string) => void
}

/** Starts a program in its own process group, so that stopping it also stops its children. */
export function start({ name, command, args, cwd = ROOT, env = {}, onLine }: Start): Running {
  const child = spawn(command, args, {
    cwd,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split(/\r?\n|\r/)
      rest = lines.pop() ?? ''
      for (const line of lines) onLine?.(line)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve).once('error', () => resolve(null)))
  const signal = (kind: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, kind)
    } catch {
      // The process has ended already.
    }
  }
  const stop = async () => {
    signal('SIGTERM')
    const late = setTimeout(() => signal('SIGKILL'), 5_000)
    await ended
    clearTimeout(late)
    signal('SIGKILL')
  }
  return { name, child, ended, stop }
}

/** Runs a program to its end; rejects with its output when it fails. */
export async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const lines: string[] = []
  const code = await start({ name: command, command, args, env, onLine: (line) => lines.push(line) }).ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} falhou (${code}):\n${lines.join('\n')}`)
  return lines.join('\n')
}

/** Polls `url` until it answers with success. Throws when the program ends or the time is over. */
export async function untilReady(url: string, running: Running, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  let over = false
  void running.ended.then(() => {
    over = true
  })
  while (!over && Date.now() < deadline) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(
    over ? `${running.name} terminou antes de responder.` : `${running.name} não respondeu em ${withinMs / 1_000} s.`,
  )
}

/** Whether a program of this machine already listens on the port. */
export const portIsFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .once('listening', () => probe.close(() => resolve(true)))
    probe.listen(port, '127.0.0.1')
  })
