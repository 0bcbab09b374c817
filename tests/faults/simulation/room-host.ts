import { DatabaseSync } from 'node:sqlite'
import type { TakeLength } from '#domain/consultation/protocol.ts'
import type { Consent } from '#domain/consultation/state.ts'
import { roomRequest, type Visitor } from '#workers/room/door.ts'
import { ConsultationRoom } from '#workers/room/room.ts'
import { cursorOf, isReading, Statements } from './d1.ts'
import type { SimResponse } from './globals.ts'
import type { Connection } from './network.ts'
import type { World } from './world.ts'

export type HostSettings = {
  world: World
  env: unknown
  /** The doctor's identity, from D1; null while D1 does not answer. */
  visitor(session: string): Promise<Visitor | null>
  /** Deliberate bug: messages do not wait for the write. */
  speaksTooEarly: boolean
}

/**
 * Simulates the Durable Object runtime around the real room. Database writes count when committed, an output gate
 * holds messages until then, sockets hibernate, and there is one alarm. It can be killed and evicted.
 */
export class RoomHost {
  isDown = false
  readonly #settings: HostSettings
  readonly #database = new DatabaseSync(':memory:')
  readonly #statements = new Statements(this.#database)
  #life: object = {}
  #room: ConsultationRoom | null = null
  #ends: ServerEnd[] = []
  #writing = false
  #held: (() => void)[] = []
  #alarm: number | null = null
  /** Undefined: unchanged by what is not yet committed. */
  #nextAlarm: number | null | undefined
  onDeath: (life: object) => void = () => {}

  constructor(settings: HostSettings) {
    this.#settings = settings
  }

  // Faults ----------------------------------------------------------------------------------------------------------

  /** kill -9: what was not committed never was, and was never said. */
  crash(downMs: number): void {
    const { world } = this.#settings
    if (this.#writing) this.#database.exec('ROLLBACK')
    this.#writing = false
    this.#nextAlarm = undefined
    this.#held = []
    for (const end of this.#ends) end.connection.break()
    this.#ends = []
    this.#end()
    this.isDown = true
    world.after(downMs, () => this.#up(), null)
  }
  #up(): void {
    this.isDown = false
    this.#armed(this.#alarm)
  }

  /** Out of memory; its sockets sleep. */
  evict(): void {
    this.#commit()
    this.#end()
  }
  #end(): void {
    this.#settings.world.die(this.#life)
    this.onDeath(this.#life)
    this.#life = {}
    this.#room = null
  }
  close(): void {
    this.#end()
    if (this.#writing) this.#database.exec('ROLLBACK')
    this.#database.close()
  }

  // Incoming messages -----------------------------------------------------------------------------------------------

  async accept(connection: Connection): Promise<ServerEnd | null> {
    if (this.isDown) return null
    const { network } = connection
    const visitor = await this.#settings.visitor(network.session)
    if (!visitor || this.isDown) return null
    let end: ServerEnd | null = null
    this.#run((room) => {
      const url = 'http://localhost/api/consultations/one/room'
      const request = new Request(url, { headers: { upgrade: 'websocket' } })
      const response = room.fetch(roomRequest(request, visitor)) as unknown as SimResponse
      end = (response.webSocket as RoomSocketPair[0] | null)?.server ?? null
      if (end) end.connection = connection
    })
    return end
  }
  received(end: ServerEnd, data: string | ArrayBuffer): void {
    if (this.#ends.includes(end)) this.#run((room) => room.webSocketMessage(end as never, data))
  }
  ended(end: ServerEnd): void {
    if (!this.#ends.includes(end)) return
    end.readyState = 3
    this.#ends = this.#ends.filter((one) => one !== end)
    if (!this.isDown) this.#run((room) => room.webSocketClose(end as never))
  }
  /** False: the server is away; the report is sent at the next visit. */
  consentChanged(consent: Consent, discarded: readonly TakeLength[]): boolean {
    if (!this.isDown) this.#run((room) => room.consentChanged(consent, discarded))
    return !this.isDown
  }
  /** Lines of the transcript, committed or about to be. */
  get lines(): number {
    return this.#statements.all('SELECT count(*) AS n FROM entry', [])[0]?.n as number
  }
  cutSession(session: string): void {
    if (!this.isDown) this.#run((room) => room.cutSession(session))
  }

  #run(work: (room: ConsultationRoom) => void): void {
    const { world, env } = this.#settings
    world.as(this.#life, () => {
      this.#room ??= new ConsultationRoom(this.#context() as never, env as never)
      work(this.#room)
    })
  }

  // Its storage ----------------------------------------------------------------------------------------------------------

  /** Frames as they are committed, or about to be: (take, first sample) and what they hold. */
  /** `length` in samples, also of a frame whose sound is gone. */
  frames(): { take: number; at: number; length: number; samples: Int16Array }[] {
    const [table] = this.#statements.all("SELECT 1 AS found FROM sqlite_master WHERE name = 'frame'", [])
    if (!table) return []
    return this.#statements.all('SELECT key, samples, pcm FROM frame ORDER BY key', []).map((row) => ({
      take: Math.floor((row.key as number) / 2 ** 32),
      at: (row.key as number) % 2 ** 32,
      length: row.samples as number,
      samples: new Int16Array(row.pcm as ArrayBuffer),
    }))
  }

  #exec = (sql: string, ...values: unknown[]) => {
    if (!isReading(sql)) this.#begin()
    return cursorOf(this.#statements.all(sql, values))
  }
  #begin(): void {
    if (this.#writing) return
    this.#writing = true
    this.#database.exec('BEGIN')
    const { world, speaksTooEarly } = this.#settings
    const [life, takes] = [this.#life, speaksTooEarly ? world.between(500, 3_000) : world.between(0.1, 8)]
    world.after(takes, () => this.#life === life && this.#commit(), null)
  }
  #commit(): void {
    if (!this.#writing) return
    this.#database.exec('COMMIT')
    this.#writing = false
    if (this.#nextAlarm !== undefined) {
      this.#alarm = this.#nextAlarm
      this.#nextAlarm = undefined
      this.#armed(this.#alarm)
    }
    for (const say of this.#held.splice(0)) say()
  }
  /** Messages of the object wait for the writes before them. */
  output(say: () => void): void {
    if (this.#writing && !this.#settings.speaksTooEarly) this.#held.push(say)
    else say()
  }

  #armed(at: number | null): void {
    const { world } = this.#settings
    if (at === null) return
    const ring = () => {
      if (this.isDown || this.#alarm !== at) return
      this.#alarm = null
      this.#run((room) => room.alarm({ scheduledTime: at, isRetry: false, retryCount: 0 }))
    }
    world.after(at - world.now, ring, null)
  }
  #setAlarm(at: number | null): void {
    this.#begin()
    this.#nextAlarm = at
  }

  #context() {
    const host = this
    const storage = {
      sql: { exec: this.#exec },
      setAlarm: async (at: number | Date) => this.#setAlarm(Number(at)),
      deleteAlarm: async () => this.#setAlarm(null),
      deleteAll(): Promise<void> {
        host.#begin()
        const tables = host.#statements.all("SELECT name FROM sqlite_master WHERE type = 'table'", [])
        host.#statements.forget()
        for (const { name } of tables) host.#database.exec(`DROP TABLE "${name}"`)
        host.#nextAlarm = null
        return new Promise((resolve) => host.output(resolve))
      },
    }
    return {
      storage,
      setWebSocketAutoResponse: () => undefined,
      acceptWebSocket(end: ServerEnd, tags: string[]) {
        end.host = host
        end.tags = tags
        host.#ends.push(end)
      },
      getWebSockets: (tag?: string) => host.#ends.filter((end) => tag === undefined || end.tags.includes(tag)),
    }
  }
}

/** The room's side of a socket. */
export class ServerEnd {
  readyState = 1
  tags: string[] = []
  host!: RoomHost
  connection!: Connection
  #memory = 'null'

  serializeAttachment(value: unknown): void {
    this.#memory = JSON.stringify(value)
  }
  deserializeAttachment(): unknown {
    return JSON.parse(this.#memory)
  }
  send(data: string): void {
    if (this.readyState !== 1) throw new Error('the socket is closed')
    this.host.output(() => this.connection?.say(data))
  }
  close(code = 1000): void {
    if (this.readyState === 3) throw new Error('the socket is closed')
    this.readyState = 2
    this.host.output(() => this.connection?.hangUp(code))
  }
  received(data: string | ArrayBuffer): void {
    this.host.received(this, data)
  }
  ended(): void {
    this.host.ended(this)
  }
}
/** `new WebSocketPair()` in a room: the other end goes to the connecting device. */
class RoomSocketPair {
  readonly 1 = new ServerEnd()
  readonly 0 = { server: this[1] }
}
Object.assign(globalThis, { WebSocketPair: RoomSocketPair })
