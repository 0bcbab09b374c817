import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
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

  constructor(target: number) {
    this.#target = target
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.port = (this.#server.address() as AddressInfo).port
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
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
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

/** Below the ports that the system gives away by itself: this one is free again when its server restarts. */
export async function freePort(): Promise<number> {
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); ; port++) if (await portIsFree(port)) return port
}
