import { join } from 'node:path'
import type { Forwarded } from './mark.ts'
import { type Line, summary } from './measure.ts'
import { type Forked, forked } from './process.ts'
import { Recorder } from './recorders.ts'
import { type OpenWire, toMinimal, toRelato, toWs } from './wires.ts'
import { startRooms } from './workerd.ts'

/** One relay that is measured: a process of its own, and where it forwards, an engine of its own. */
export type Side = {
  name: string
  pid: number
  /** The same devices for every kind of relay. */
  recorders: readonly Recorder[]
  enter(count: number): Promise<void>
  leave(): void
  /** Frames its engine received so far; the delays since the last question. */
  forwarded?(): Promise<Forwarded>
  /** Ends it as a crash would: the frames each room has on the disk. */
  kill?(): Promise<number[]>
  stop(): Promise<void>
}

export async function relato(): Promise<Side> {
  const engine = await startEngine()
  const settings = { ENVIRONMENT: 'preview', SPEECH_URL: engine.url }
  const rooms = await startRooms({ name: 'relay', entry: 'relay-worker.ts', className: 'ConsultationRoom', settings })
  return { ...side('Relato', rooms, toRelato), kill: rooms.kill, ...engine.beside(rooms) }
}

export async function minimalRoom(): Promise<Side> {
  const rooms = await startRooms({
    name: 'minimal',
    entry: 'minimal-worker.ts',
    className: 'MinimalRoom',
    settings: {},
  })
  return { ...side('minimal room', rooms, toMinimal), kill: rooms.kill }
}

export async function bareWs(): Promise<Side> {
  const engine = await startEngine()
  const relay = await forked(
    join(import.meta.dirname, 'ws-relay.ts'),
    `${engine.url}?encoding=linear16&sample_rate=16000`,
  )
  return { ...side('bare ws', relay, toWs), ...engine.beside(relay) }
}

function side(name: string, { pid, port, stop }: Forked, open: OpenWire): Side {
  const recorders: Recorder[] = []
  return {
    name,
    pid,
    recorders,
    async enter(count) {
      for (let room = 0; room < count; room++) recorders.push(new Recorder(room, await open(port, room)))
    },
    leave() {
      for (const recorder of recorders) recorder.leave()
    },
    stop,
  }
}

async function startEngine() {
  const engine = await forked(join(import.meta.dirname, 'engine.ts'))
  return {
    url: `ws://127.0.0.1:${engine.port}/v1/listen`,
    beside: (relay: { stop(): Promise<void> }) => ({
      forwarded: () => engine.ask<Forwarded>(),
      async stop() {
        await relay.stop()
        await engine.stop()
      },
    }),
  }
}

/** Runs `measure` with all sides started, and ends them even if it fails. */
export async function withSides<T, const S extends readonly (() => Promise<Side>)[]>(
  starts: S,
  measure: (sides: { [K in keyof S]: Side }) => Promise<T>,
): Promise<T> {
  const up: Side[] = []
  try {
    for (const start of starts) up.push(await start())
    return await measure(up as { [K in keyof S]: Side })
  } finally {
    await Promise.all(up.map((one) => one.stop()))
  }
}

/** Counts per room: frames of one do not replace those of another. */
export const missing = (rooms: readonly number[], count: number, each: number): number =>
  Array.from({ length: count }, (_, room) => Math.max(0, each - (rooms[room] ?? 0))).reduce((sum, one) => sum + one)

/** Kills the sides; counts frames not forwarded, or acknowledged and not on the disk, on every side that promises it. */
export async function lostLine(sides: readonly Side[], rooms: number, each: number): Promise<Line> {
  const lost = await Promise.all(
    sides.map(async (side) => {
      const forwarded = (await side.forwarded?.())?.rooms
      const stored = await side.kill?.()
      return [forwarded, stored].map((one) => (one ? missing(one, rooms, each) : 0))
    }),
  )
  return {
    what: 'frames not forwarded, or acknowledged and not on the disk after a kill',
    unit: '',
    of: summary([lost.flat().reduce((sum, one) => sum + one)]),
    target: { atMost: 0 },
    compared: `All ${each} frames of each room, on every side that promises it, counted after SIGKILL.`,
  }
}
