import { type Bench, inTurn, ratios, side, summary } from './measure.ts'
import { cpuOf } from './process.ts'
import { record } from './recorders.ts'
import { lostLine, minimalRoom, relato, type Side, withSides } from './sides.ts'

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
 * The room beside the least that stores and acknowledges (rooms/minimal-room.ts): 100 rooms each, 400 frames a second in
 * real time, turn by turn.
 */
export const relay: Bench = ({ quick, say }) =>
  withSides([relato, minimalRoom], async (sides) => {
    const rooms = quick ? 20 : ROOMS
    const turns = quick ? 2 : TURNS
    for (const side of sides) await side.enter(rooms)
    let longest = 0
    const cpuOfTurn = (side: Side) => async () => {
      const [before, startedAt] = [cpuOf(side.pid), performance.now()]
      await record(side.recorders, FRAMES)
      longest = Math.max(longest, (performance.now() - startedAt) / 1_000)
      return (cpuOf(side.pid) - before) / (FRAMES * rooms)
    }
    const [cpu = [], minimalCpu = []] = await inTurn(turns, sides.map(cpuOfTurn))
    say(`longest turn ${longest.toFixed(1)} s: much more than ${TURN_S} means a machine too busy to measure`)
    for (const side of sides) side.leave()
    const [ours, minimal] = sides
    return [
      {
        what: 'CPU per 8,000-byte frame, over the minimal room',
        unit: '×',
        of: summary(ratios(cpu, minimalCpu)),
        target: { atMost: TARGET },
        compared:
          'Relato stores durably, forwards to an engine, hears it and acknowledges; the minimal room stores durably and acknowledges.',
        sides: [side(ours.name, 'µs', cpu), side(minimal.name, 'µs', minimalCpu)],
        notes: [`user and kernel time of each process, ${rooms} rooms at 4 frames/s, turns of ${TURN_S} s`],
      },
      await lostLine(sides, rooms, (turns + 1) * FRAMES),
    ]
  })
