import type { Bench } from './measure.ts'
import { record } from './recorders.ts'
import { bareWs, missing, relato, withSides } from './sides.ts'
import { percentile, ratios, summary } from './statistics.ts'

const ROOMS = 20
const TURN_S = 5
const FRAMES = TURN_S * 4
const TURNS = 14
const ADDED_MS = 2

/** How long a frame is under way from the device to the engine, through the room and through a bare relay on ws. */
export const latency: Bench = ({ quick, say }) =>
  withSides([relato, bareWs], async (sides) => {
    const turns = quick ? 2 : TURNS
    const devices = [await sides[0].enter(ROOMS), await sides[1].enter(ROOMS)] as const
    const delays: [number[][], number[][]] = [[], []]
    // The first turn finds nothing compiled: it is not counted.
    for (let turn = 0; turn <= turns; turn++)
      for (const n of [0, 1] as const) {
        await record(devices[n], FRAMES)
        const { delays: those = [] } = (await sides[n].forwarded?.()) ?? {}
        if (turn > 0) delays[n].push(those)
      }
    const each = (turns + 1) * FRAMES
    for (const side of sides) {
      const lost = missing((await side.forwarded?.())?.rooms ?? [], ROOMS, each)
      if (lost > 0) throw new Error(`${lost} frames never came out of ${side.name}`)
    }
    for (const recorder of devices.flat()) recorder.leave()
    const counts = delays.map((of) => of.reduce((sum, those) => sum + those.length, 0))
    say(`${ROOMS} rooms at 4 frames/s, turns of ${TURN_S} s; frames counted: ${counts.join(' and ')}`)
    const at = (share: number) => {
      const [ours, theirs] = delays.map((of) => of.map((those) => percentile(those, share))) as [number[], number[]]
      const reports = [
        { name: sides[0].name, unit: 'ms' as const, of: summary(ours) },
        { name: sides[1].name, unit: 'ms' as const, of: summary(theirs) },
      ]
      return { ours, theirs, sides: reports }
    }
    const [half, most] = [at(0.5), at(0.99)]
    const compared =
      'From the send on the device to the receipt at the engine, one clock: Relato passes the frame on and stores it in the ' +
      'same event (durably before it acknowledges it, or counts what is said of it); bare ws stores nothing.'
    return [
      {
        what: 'frame in to engine out at 4 frames/s, p50, over a bare ws relay',
        unit: 'ms',
        of: summary(half.ours.map((one, turn) => one - (half.theirs[turn] as number))),
        target: { atMost: ADDED_MS },
        compared,
        sides: half.sides,
        notes: [`${counts[0]} frames of Relato, ${counts[1]} of bare ws; p50 turn by turn`],
      },
      { what: 'the same as a ratio, p50', unit: '×', of: summary(ratios(half.ours, half.theirs)), compared },
      {
        what: 'the same as a ratio, p99',
        unit: '×',
        of: summary(ratios(most.ours, most.theirs)),
        compared,
        sides: most.sides,
      },
    ]
  })
