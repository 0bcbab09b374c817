import { FRAME_MS } from '#domain/consultation/frame.ts'
import { enterRecogniser, installRecognition, ScriptedRecogniser, Track } from '../recogniser.ts'

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
  track.wordSince = performance.now() - FRAME_MS
  track.hear(word, performance.now())
}
