/** `npm run test:full`: also what `npm test` leaves out to end in about eight minutes. Read here and nowhere else. */
const NAME = 'TEST_FULL'
export const FULL = process.env[NAME] === 'yes'
export const askForFull = (): void => {
  process.env[NAME] = 'yes'
}
/** The tag of the browser tests that `npm test` runs: the way of every doctor, and what must never leak. */
export const MAIN = '@main'

/** The files of twenty seconds and more, of what few changes touch. */
export const LONG_FILES = [
  'tests/evals/model/model.test.ts',
  'tests/evals/style.test.ts',
  'tests/faults/simulation.test.ts',
  'tests/recorder/coded-tone.test.ts',
  'tests/recorder/device-speech.test.ts',
  'tests/recorder/local-recording.test.ts',
  'tests/recorder/withdrawn.test.ts',
  'tests/release/copies.test.ts',
  'tests/release/release.test.ts',
  'tests/release/service.test.ts',
  'tests/security/slow-sockets.test.ts',
  'tests/speech/scripted-recognition.test.ts',
  'tests/structure/commands.test.ts',
  'tests/workers/limits.test.ts',
  'tests/workers/room-faults.test.ts',
  'tests/workers/seeing-slow.test.ts',
  'tests/workers/seeing.test.ts',
]
