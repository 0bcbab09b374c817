import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Forked = { pid: number; port: number; stop(): Promise<void> }

/** A program of ours in a process of its own, which says its port when it listens and ends when we do. */
export async function forked(file: string, ...args: string[]): Promise<Forked> {
  const child = fork(file, args)
  const ended = once(child, 'exit')
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])) as [{ port: number }]
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  return { pid: child.pid as number, port, stop }
}

/** The other end: what such a program does once it can be reached. */
export function tellPort(server: { address(): string | { port: number } | null }): void {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : null })
  process.once('disconnect', () => process.exit())
}
