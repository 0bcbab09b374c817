/** `npm run test:full`: also what `npm test` leaves out, which then is not collected at all. Read here and nowhere else. */
const NAME = 'TEST_FULL'
export const FULL = process.env[NAME] === 'yes'
export const askForFull = (): void => {
  process.env[NAME] = 'yes'
}
/** The tag of a browser test that only then is collected. */
export const LONG = '@long'
