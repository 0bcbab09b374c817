import { installSocket } from '#tests/testkit/device/browser.ts'
import type { RoomHost, ServerEnd } from './room-host.ts'
import type { World } from './world.ts'

const networks = new Map<string, Network>()

/** The network between a device and the server. Messages keep their order. */
export class Network {
  mood: 'well' | 'cut' | 'swallow' = 'well'
  /** A slow link's extra delay per message, in ms. */
  slowMs = 0
  #slowestMs = 0
  /** Since when everything is swallowed. */
  #swallowsFrom: number | null = null
  /** The fate of an audio frame on its way: any number of messages. */
  mangle: ((frame: ArrayBuffer) => ArrayBuffer[]) | null = null
  /** A session is a device's own: the room takes it for the same disk. */
  session: string
  readonly world: World
  readonly server: RoomHost
  readonly connections = new Set<Connection>()

  constructor(host: string, world: World, server: RoomHost) {
    this.world = world
    this.server = server
    this.session = `session of ${host}`
    networks.set(host, this)
  }

  static clear(): void {
    networks.clear()
  }
  static of(host: string): Network {
    const network = networks.get(host)
    if (!network) throw new Error(`no network ${host}`)
    return network
  }

  cut(): void {
    this.mood = 'cut'
    this.reset()
  }
  swallow(): void {
    this.mood = 'swallow'
    this.#swallowsFrom ??= this.world.now
  }
  heal(): void {
    if (this.mood === 'swallow') this.reset()
    this.#slowestMs = this.slowestMs
    this.#swallowsFrom = null
    this.mood = 'well'
  }
  reset(): void {
    for (const connection of [...this.connections]) connection.break()
  }
  /** The page that had these connections is gone. */
  abandon(owner: object): void {
    for (const connection of [...this.connections]) if (connection.page === owner) connection.break()
  }
  /** The longest delay of a message so far; a swallowed one is sent again on the next connection. */
  get slowestMs(): number {
    return Math.max(this.#slowestMs, this.#swallowsFrom === null ? 0 : this.world.now - this.#swallowsFrom)
  }
  latency(): number {
    this.#slowestMs = Math.max(this.#slowestMs, this.slowMs)
    return this.slowMs + this.world.between(2, 30)
  }
}

/** A page's WebSocket, from end to end. */
export class Connection extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  binaryType = 'blob'
  bufferedAmount = 0
  readonly url: string
  readonly page: object | null
  readonly network: Network
  #end: ServerEnd | null = null
  #over = false
  #arrivesAt = { up: 0, down: 0 }

  constructor(url: string) {
    super()
    this.url = url
    this.network = Network.of(new URL(url).host)
    this.page = this.network.world.owner
    this.network.connections.add(this)
    if (this.network.mood === 'cut') this.break()
    this.#travel('up', () => void this.#open())
  }
  async #open(): Promise<void> {
    const end = await this.network.server.accept(this)
    if (!end) return this.break()
    this.#end = end
    this.#travel('down', () => {
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }

  /** No side sends a close; each notices by itself. */
  break(): void {
    this.#finish()
    const { world } = this.network
    world.after(world.between(0, 50), () => this.#ended(1006), this.page)
    const end = this.#end
    if (end) world.after(world.between(0, 500), () => end.ended(), null)
  }

  #travel(way: 'up' | 'down', arrive: () => void): void {
    const { world, mood } = this.network
    if (this.#over || mood !== 'well') return
    const at = Math.max(this.#arrivesAt[way], world.now + this.network.latency())
    this.#arrivesAt[way] = at
    const check = () => {
      if (!this.#over && this.network.mood === 'well') arrive()
    }
    world.after(at - world.now, check, way === 'down' ? this.page : null)
  }

  // The page's side

  send(data: string | ArrayBuffer): void {
    if (this.readyState !== 1) return
    const messages = typeof data === 'string' ? [data] : (this.network.mangle?.(data) ?? [data])
    for (const message of messages) this.#travel('up', () => this.#end?.received(message))
  }
  close(): void {
    if (this.readyState >= 2) return
    this.readyState = 2
    this.#travel('up', () => this.#end?.ended())
    this.network.world.after(200, () => this.#closed(1000), this.page)
  }

  // The room's side

  say(data: string): void {
    this.#travel('down', () => {
      if (this.readyState === 1) this.dispatchEvent(Object.assign(new Event('message'), { data }))
    })
  }
  hangUp(code: number): void {
    this.#travel('down', () => this.#closed(code))
  }

  #closed(code: number): void {
    this.#finish()
    this.#ended(code)
  }
  #finish(): void {
    this.#over = true
    this.network.connections.delete(this)
  }
  #ended(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    if (code === 1006) this.dispatchEvent(Object.assign(new Event('error'), { message: 'broken' }))
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: code !== 1006 }))
  }
}
installSocket(Connection)
