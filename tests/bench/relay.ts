import type { Bench } from './measure.ts'
import { cpuOf } from './process-use.ts'
import { type Recorder, record } from './recorders.ts'
import { minimalRoom, missing, relato, type Side, socketIo, withSides } from './sides.ts'
import { ratios, summary } from './statistics.ts'

const ROOMS = 100
/**
 * A room that hears nothing for 10 s is put to sleep, and its page cache is gone. One that has an engine's socket is not:
 * three turns are shorter, so that all stay awake as they do while somebody records.
 */
const TURN_S = 3
const FRAMES = TURN_S * 4
const TURNS = 18
const TARGET = 1.5

/**
 * The room beside the least that stores and acknowledges (rooms/minimal-room.ts), and beside a relay on Socket.IO that
 * stores nothing: 100 rooms each, 400 frames a second in real time, turn by turn.
 */
export const relay: Bench = ({ quick, say }) =>
  withSides([relato, minimalRoom, socketIo], async (sides) => {
    const rooms = quick ? 20 : ROOMS
    const turns = quick ? 2 : TURNS
    const devices = new Map<Side, Recorder[]>()
    for (const side of sides) devices.set(side, await side.enter(rooms))
    const cpu = new Map(sides.map((side) => [side, [] as number[]]))
    let longest = 0
    // The first turn finds nothing compiled: it is not counted.
    for (let turn = 0; turn <= turns; turn++) {
      for (const side of sides) {
        const before = cpuOf(side.pid)
        const startedAt = performance.now()
        await record(devices.get(side) ?? [], FRAMES)
        longest = Math.max(longest, (performance.now() - startedAt) / 1_000)
        if (turn > 0) cpu.get(side)?.push((cpuOf(side.pid) - before) / (FRAMES * rooms))
      }
    }
    say(`longest turn ${longest.toFixed(1)} s: much more than ${TURN_S} means a machine too busy to measure`)
    for (const recorders of devices.values()) for (const recorder of recorders) recorder.leave()
    const [ours, minimal, bare] = sides
    const each = (turns + 1) * FRAMES
    const forwarded = await Promise.all([ours.forwarded?.(), bare.forwarded?.()])
    const notForwarded = forwarded.map((one) => missing(one?.rooms ?? [], rooms, each))
    const unstored = [ours, minimal].map(async (side) => missing((await side.kill?.()) ?? [], rooms, each))
    const lost = [...notForwarded, ...(await Promise.all(unstored))]
    const of = (side: Side) => cpu.get(side) ?? []
    return [
      {
        what: 'CPU per 8,000-byte frame, over the minimal room',
        unit: '×',
        of: summary(ratios(of(ours), of(minimal))),
        target: { atMost: TARGET },
        compared:
          'Relato stores durably, forwards to an engine, hears it and acknowledges; the minimal room stores durably and ' +
          'acknowledges; Socket.IO forwards, hears and acknowledges, and stores nothing.',
        sides: sides.map((side) => ({ name: side.name, unit: 'µs', of: summary(of(side)) })),
        notes: [`user and kernel time of each process, ${rooms} rooms at 4 frames/s, turns of ${TURN_S} s`],
      },
      {
        what: 'the same over Socket.IO, which stores nothing',
        unit: '×',
        of: summary(ratios(of(ours), of(bare))),
        compared: 'For scale: what durability and the rules cost over a relay that loses what it holds.',
      },
      {
        what: 'frames not forwarded, or acknowledged and not on the disk after a kill',
        unit: '',
        of: summary([lost.reduce((sum, one) => sum + one)]),
        target: { atMost: 0 },
        compared: `All ${each} frames of each room, on every side that promises it, counted after SIGKILL.`,
        notes: [`heard again by the engine after a restart: ${forwarded[0]?.again}`],
      },
    ]
  })
