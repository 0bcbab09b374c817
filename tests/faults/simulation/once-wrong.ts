import type { Schedule } from './schedule.ts'

/** Schedules that once found a bug, now fixed; every test run plays them again. */
export const onceWrong: readonly Schedule[] = [
  // Words of an engine that stalled came behind later ones: what lay between was passed over.
  {
    seed: 0,
    seconds: 7,
    devices: 1,
    steps: [
      { at: 501, device: 0, do: 'engine', ms: 256, mood: 'stalled', dies: false },
      { at: 649, device: 0, do: 'evict', ms: 3_000 },
    ],
  },
  // An empty answer was believed.
  {
    seed: 0,
    seconds: 4,
    devices: 1,
    steps: [
      { at: 0, device: 0, do: 'engine', ms: 50, mood: 'empty', dies: false },
      { at: 13, device: 0, do: 'engine', ms: 3_000, mood: 'empty', dies: false },
      { at: 403, device: 0, do: 'engine', ms: 50, mood: 'empty', dies: true },
    ],
  },
  // One line on both sides of another.
  {
    seed: 0,
    seconds: 5,
    devices: 1,
    steps: [
      { at: 149, device: 1, do: 'engine', ms: 1_404, mood: 'empty', dies: true },
      { at: 349, device: 1, do: 'swallow', ms: 9_547 },
      { at: 612, device: 1, do: 'swallow', ms: 1_014 },
      { at: 884, device: 1, do: 'd1', ms: 35_784, share: 1 },
    ],
  },
  // The word that a session has ended came after the next one had begun.
  {
    seed: 0,
    seconds: 4,
    devices: 1,
    steps: [
      { at: 0, device: 0, do: 'slow', ms: 50 },
      { at: 0, device: 0, do: 'session-ends', ms: 50 },
    ],
  },
  // Taken back offline: the page forgot it while the server did not know, and recorded again.
  {
    seed: 0,
    seconds: 4,
    devices: 1,
    steps: [
      { at: 0, device: 0, do: 'swallow', ms: 1_000 },
      { at: 0, device: 0, do: 'revoke', ms: 50 },
      { at: 455, device: 0, do: 'swallow', ms: 6_463 },
      { at: 774, device: 0, do: 'take-over', ms: 1_582 },
      { at: 949, device: 0, do: 'swallow', ms: 6_464 },
    ],
  },
  // The room's audio is in its gap, an offline device's discarded audio beside the consent: the sum is the whole.
  {
    seed: 0,
    seconds: 8,
    devices: 2,
    steps: [
      { at: 269, device: 0, do: 'swallow', ms: 5_724 },
      { at: 341, device: 1, do: 'revoke', ms: 90 },
    ],
  },
  // Two devices in one session: the room believed the one that finished about what the other had recorded.
  {
    seed: 0,
    seconds: 4,
    devices: 2,
    steps: [
      { at: 0, device: 1, do: 'take-over', ms: 50 },
      { at: 622, device: 1, do: 'reset', ms: 17_984 },
      { at: 731, device: 0, do: 'finish', ms: 19_824 },
    ],
  },
  // All that a dead page had left was sent from the history, and told as not received when another device finished.
  {
    seed: 0,
    seconds: 8,
    devices: 2,
    steps: [
      { at: 100, device: 1, do: 'take-over', ms: 50 },
      { at: 600, device: 1, do: 'history', ms: 50 },
    ],
  },
  {
    seed: 0,
    seconds: 12,
    devices: 2,
    steps: [
      { at: 100, device: 1, do: 'take-over', ms: 50 },
      { at: 400, device: 1, do: 'cut', ms: 2_000 },
      { at: 450, device: 1, do: 'history', ms: 50 },
    ],
  },
  // A take that began with a sleep kept no report of it: the second sleep before any audio did not grow the gap.
  {
    seed: 0,
    seconds: 4,
    devices: 1,
    steps: [
      { at: 0, device: 0, do: 'sleep', ms: 2_500 },
      { at: 626, device: 0, do: 'sleep', ms: 2_500 },
    ],
  },
  // The clock jumped, and the server was away: audio recorded since the first sleep was counted as part of it.
  {
    seed: 0,
    seconds: 7,
    devices: 1,
    steps: [
      { at: 422, device: 0, do: 'sleep', ms: 2_500 },
      { at: 557, device: 0, do: 'kill', ms: 1_011 },
      { at: 850, device: 0, do: 'sleep', ms: 2_500 },
    ],
  },
  // So was audio that did not fill a frame yet.
  {
    seed: 0,
    seconds: 7,
    devices: 1,
    steps: [
      { at: 422, device: 0, do: 'sleep', ms: 2_500 },
      { at: 580, device: 0, do: 'kill', ms: 1_011 },
      { at: 850, device: 0, do: 'sleep', ms: 2_500 },
    ],
  },
  {
    seed: 0,
    seconds: 7,
    devices: 1,
    steps: [
      { at: 0, device: 0, do: 'sleep', ms: 2_500 },
      { at: 0, device: 0, do: 'kill', ms: 2_052 },
      { at: 386, device: 0, do: 'sleep', ms: 3_265 },
    ],
  },
]
