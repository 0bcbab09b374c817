import { type Bench, inTurn, percentile, side, summary } from './measure.ts'
import { record } from './recorders.ts'
import { bareWs, missing, relato, withSides } from './sides.ts'

const ROOMS = 20
const TURN_S = 5
const FRAMES = TURN_S * 4
const TURNS = 14
const ADDED_MS = 2

/** How long a frame is under way from the device to the engine, through the room and through a bare relay on ws. */
export const latency: Bench = ({ quick, say }) =>
  withSides([relato, bareWs], async (sides) => {
    const turns = quick ? 2 : TURNS
    for (const one of sides) await one.enter(ROOMS)
    const delays = await inTurn(
      turns,
      sides.map((one) => async () => {
        await record(one.recorders, FRAMES)
        return (await one.forwarded?.())?.delays ?? []
      }),
    )
    const each = (turns + 1) * FRAMES
    for (const one of sides) {
      const lost = missing((await one.forwarded?.())?.rooms ?? [], ROOMS, each)
      if (lost > 0) throw new Error(`${lost} frames never came out of ${one.name}`)
    }
    for (const one of sides) one.leave()
    const counts = delays.map((of) => of.reduce((sum, those) => sum + those.length, 0))
    say(`${ROOMS} rooms at 4 frames/s, turns of ${TURN_S} s; frames counted: ${counts.join(' and ')}`)
    const [ours, theirs] = delays.map((of) => of.map((those) => percentile(those, 0.5))) as [number[], number[]]
    const compared =
      'From the send on the device to the receipt at the engine, one clock: Relato passes the frame on and stores it in the ' +
      'same event (durably before it acknowledges it, or counts what is said of it); bare ws stores nothing.'
    return [
      {
        what: 'frame in to engine out at 4 frames/s, p50, over a bare ws relay',
        unit: 'ms',
        of: summary(ours.map((one, turn) => one - (theirs[turn] as number))),
        target: { atMost: ADDED_MS },
        compared,
        sides: [side(sides[0].name, 'ms', ours), side(sides[1].name, 'ms', theirs)],
        notes: [`${counts[0]} frames of Relato, ${counts[1]} of bare ws; p50 turn by turn`],
      },
    ]
  })
