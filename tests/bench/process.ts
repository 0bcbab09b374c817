import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { StreamOptions } from '#local/speech/recogniser.ts'
import { startSpeechServer } from '#local/speech/speech-server.ts'

export type Forked = { pid: number; port: number; stop(): Promise<void> }

/** A program of ours in a process of its own, which says its port when it listens and ends when we do. */
export async function forked(file: string, ...args: string[]): Promise<Forked & { ask<T>(): Promise<T> }> {
  const child = fork(file, args)
  const ended = once(child, 'exit')
  const next = () =>
    Promise.race([
      once(child, 'message').then(([message]) => message),
      ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
    ])
  const port = (await next()) as number
  /** Asks the program for its report. */
  const ask = <T>() => {
    child.send('report')
    return next() as Promise<T>
  }
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  return { pid: child.pid as number, port, ask, stop }
}

/** A speech engine as such a program: `hear` gives what takes the samples of one stream. */
export async function serveEngine(
  hear: (onEvent: StreamOptions['onEvent']) => (samples: Int16Array) => void,
  report: () => object,
): Promise<void> {
  const open = ({ onEvent }: StreamOptions) => ({ accept: hear(onEvent), async close() {}, abort() {} })
  const recogniser = { name: 'bench', demonstration: false, open }
  const { port } = await startSpeechServer({ port: 0, enforceRate: false, recogniser })
  serveParent(port, report)
}

/** The other end: what such a program does once it can be reached. */
export function serveParent(port: number, report: () => object = () => ({})): void {
  process.send?.(port)
  process.on('message', () => process.send?.(report()))
  process.once('disconnect', () => process.exit())
}

const TICK_US = 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Time the processor has spent in the process, its own code and the kernel's, in microseconds. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

/** Memory in MiB: PSS counts the process's share of shared pages. */
export function memoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1_024
}
