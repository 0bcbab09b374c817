import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { portIsFree } from '#local/stack/processes.ts'

type Mood = 'well' | 'refuse' | 'swallow'

/** A network between a device and the server: it can be cut, turn deaf, refuse, or be slow. */
export class CuttableNetwork {
  mood: Mood = 'well'
  delayMs = 0
  readonly #target: number
  readonly #pairs = new Set<{ near: Socket; far: Socket }>()
  readonly #server = createServer((near) => this.#join(near))
  port = 0
  #stop = async () => {}

  constructor(target: number) {
    this.#target = target
  }

  async listen(): Promise<this> {
    const { port, close } = await listen(this.#server)
    this.port = port
    this.#stop = close
    return this
  }

  /** Resets every connection, and refuses new ones until `heal`. */
  cut(): void {
    this.mood = 'refuse'
    this.reset()
  }
  /** Connections look alive, and nothing passes in either direction: half open. */
  swallow(): void {
    this.mood = 'swallow'
  }
  heal(): void {
    // Swallowed bytes are lost, so such a connection cannot continue.
    if (this.mood === 'swallow') this.reset()
    this.mood = 'well'
  }
  reset(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    this.#pairs.clear()
  }
  async close(): Promise<void> {
    this.reset()
    await this.#stop()
  }

  #join(near: Socket): void {
    near.on('error', () => near.destroy())
    if (this.mood === 'refuse') {
      near.resetAndDestroy()
      return
    }
    const far = connect(this.#target, '127.0.0.1')
    const pair = { near, far }
    this.#pairs.add(pair)
    this.#pass(near, far)
    this.#pass(far, near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#pairs.delete(pair)
        if (this.mood !== 'swallow') other.destroy()
      })
    }
  }

  #pass(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (this.mood === 'swallow') return
      if (this.delayMs === 0) to.write(chunk)
      else setTimeout(() => to.destroyed || to.write(chunk), this.delayMs)
    })
  }
}

/** Below the ports that the system gives away by itself: they stay free until their servers start, and between starts. */
export async function freePorts(count: number): Promise<number[]> {
  const free: number[] = []
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); free.length < count; port++)
    if (await portIsFree(port)) free.push(port)
  return free
}

/** Lets a server listen on this machine alone. `close` ends its open connections too. */
export async function listen(server: NetServer | Server, port = 0) {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, close }
}
