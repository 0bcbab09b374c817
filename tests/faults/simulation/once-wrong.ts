import type { Schedule, Step } from './schedule.ts'

type ShortStep = [at: number, device: number, what: Step['do'], ms: number, more?: object]
const schedule = (seconds: number, devices: number, ...steps: ShortStep[]): Schedule => {
  const long = steps.map(([at, device, what, ms, more]) => ({ at, device, do: what, ms, ...more }) as Step)
  return { seed: 0, seconds, devices, steps: long }
}

/** Schedules that once found a bug, now fixed; every test run plays them again. */
export const onceWrong: readonly Schedule[] = [
  // Words of an engine that stalled came behind later ones: what lay between was passed over.
  schedule(7, 1, [501, 0, 'engine', 256, { mood: 'stalled', dies: false }], [649, 0, 'evict', 3_000]),
  // An empty answer was believed.
  schedule(
    4,
    1,
    [0, 0, 'engine', 50, { mood: 'empty', dies: false }],
    [13, 0, 'engine', 3_000, { mood: 'empty', dies: false }],
    [403, 0, 'engine', 50, { mood: 'empty', dies: true }],
  ),
  // One line on both sides of another.
  schedule(
    5,
    1,
    [149, 1, 'engine', 1_404, { mood: 'empty', dies: true }],
    [349, 1, 'swallow', 9_547],
    [612, 1, 'swallow', 1_014],
    [884, 1, 'd1', 35_784, { share: 1 }],
  ),
  // The word that a session has ended came after the next one had begun.
  schedule(4, 1, [0, 0, 'slow', 50], [0, 0, 'session-ends', 50]),
  // Taken back offline: the page forgot it while the server did not know, and recorded again.
  schedule(
    4,
    1,
    [0, 0, 'swallow', 1_000],
    [0, 0, 'revoke', 50],
    [455, 0, 'swallow', 6_463],
    [774, 0, 'take-over', 1_582],
    [949, 0, 'swallow', 6_464],
  ),
  // The room's audio is in its gap, an offline device's discarded audio beside the consent: the sum is the whole.
  schedule(8, 2, [269, 0, 'swallow', 5_724], [341, 1, 'revoke', 90]),
  // Two devices in one session: the room believed the one that finished about what the other had recorded.
  schedule(4, 2, [0, 1, 'take-over', 50], [622, 1, 'reset', 17_984], [731, 0, 'finish', 19_824]),
  // All that a dead page had left was sent from the history, and told as not received when another device finished.
  schedule(8, 2, [100, 1, 'take-over', 50], [600, 1, 'history', 50]),
  schedule(12, 2, [100, 1, 'take-over', 50], [400, 1, 'cut', 2_000], [450, 1, 'history', 50]),
  // A take that began with a sleep kept no report of it: the second sleep before any audio did not grow the gap.
  schedule(4, 1, [0, 0, 'sleep', 2_500], [626, 0, 'sleep', 2_500]),
  // The clock jumped, and the server was away: audio recorded since the first sleep was counted as part of it.
  schedule(7, 1, [422, 0, 'sleep', 2_500], [557, 0, 'kill', 1_011], [850, 0, 'sleep', 2_500]),
  // So was audio that did not fill a frame yet.
  schedule(7, 1, [422, 0, 'sleep', 2_500], [580, 0, 'kill', 1_011], [850, 0, 'sleep', 2_500]),
  schedule(7, 1, [0, 0, 'sleep', 2_500], [0, 0, 'kill', 2_052], [386, 0, 'sleep', 3_265]),
]
