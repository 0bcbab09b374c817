import { expect, test } from '../e2e/test.ts'
import { accessible } from '../testkit/accessible.ts'
import { isEnglish } from '../testkit/english.ts'
import { answers } from './answers.ts'
import { chosen, everything, reads, themes } from './choice.ts'
import { holdToasts, resize, showIn, takePictures } from './picture.ts'
import { shownTexts } from './places.ts'
import { enterStage } from './stage.ts'
import { perform } from './steps.ts'

/** The browser's own lines about what a state lets fail. */
const FAILED_REQUEST = /Failed to load resource|net::ERR|WebSocket connection to/
/** Console output that a state provokes beside them. */
const noise: Record<string, RegExp> = { 'shell/page-offline': /Failed to fetch/, 'shell/page-failed': /Error/ }

for (const { name, doctor, steps } of chosen()) {
  test(name, async ({ page, expectNoise }) => {
    expectNoise(FAILED_REQUEST)
    if (noise[name]) expectNoise(noise[name])
    const stage = await enterStage(page, doctor)
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await resize(page, 1440)
    await perform(page, stage, steps)
    if (reads('texts')) expect.soft((await shownTexts(page)).filter(isEnglish)).toEqual([])
    // Before the pictures: a longer window painted parts that this one does not, and they still report their old
    // colours.
    if (reads('axe'))
      for (const theme of themes) {
        await holdToasts(page)
        await showIn(page, theme)
        await accessible(page)
      }
    if (reads('pictures')) await takePictures(page, name)
  })
}

if (everything) {
  for (const [text, call] of Object.entries(answers)) {
    test(`the API says: ${text}`, async ({ page, expectNoise }) => {
      expectNoise(FAILED_REQUEST)
      const stage = await enterStage(page, 'new')
      expect(JSON.stringify(await call(stage, page))).toContain(`"${text}"`)
    })
  }
}
