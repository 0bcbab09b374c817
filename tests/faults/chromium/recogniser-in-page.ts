import { FRAME_MS } from '#domain/consultation/frame.ts'
import { enterRecogniser, installRecognition, ScriptedRecogniser, Track } from '../recogniser.ts'

/** So long without a frame is no stutter. */
const BREAK_MS = 1_000

// Runs in the page before its own scripts, after page-script.ts. `window.faults.seed` is set.
const world = {
  get now() {
    return performance.now()
  },
  faults: [],
  // Frames reach the page's thread late.
  blurMs: 60,
  after: (ms: number, run: () => void) => setTimeout(run, ms),
}
const recogniser = new ScriptedRecogniser(world, window.faults.seed)
const track = new Track(null)
recogniser.track = track
enterRecogniser(recogniser)
installRecognition()
window.faults.recogniser = recogniser
window.faults.heard = (word) => {
  const now = performance.now()
  // The page counts from the last frame, however late the next one is, and from the beginning of a run.
  if (now - track.wordSince > BREAK_MS) track.wordSince = now - FRAME_MS
  track.hear(word, now)
}
