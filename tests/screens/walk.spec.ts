import { expect, test } from '../e2e/test.ts'
import { accessible } from '../testkit/accessible.ts'
import { isEnglish } from '../testkit/english.ts'
import { FULL, MAIN } from '../testkit/full.ts'
import { areaOf, ONLY, PICTURES, states } from './index.ts'
import { holdToasts, resize, showIn, THEMES, takePictures } from './picture.ts'
import { shownTexts } from './places.ts'
import { enterStage } from './stage.ts'
import { perform } from './steps.ts'

/** The browser's own lines about what a state lets fail. */
const FAILED_REQUEST = /Failed to load resource|net::ERR|WebSocket connection to/
/** Console output that a state provokes beside them. */
const noise: Record<string, RegExp> = { 'shell/page-offline': /Failed to fetch/, 'shell/page-failed': /Error/ }

/** `npm test` looks at these in one theme, beside those that a journey looks at; `npm run test:full` at all. */
const ALWAYS = `
  checkout/pro-annual dashboard/active patients/list public/landing settings/page structuring/completed
`.split(/\s+/)
const only = process.env[ONLY]?.split(',') ?? (FULL ? ['all'] : ALWAYS)
const themes = only === ALWAYS ? (['light'] as const) : THEMES
const chosen = states.filter(({ name }) => ['all', name, areaOf(name)].some((one) => only.includes(one)))

for (const { name, doctor, steps } of chosen) {
  test(name, { tag: MAIN }, async ({ page, expectNoise }) => {
    expectNoise(FAILED_REQUEST)
    if (noise[name]) expectNoise(noise[name])
    const stage = await enterStage(page, doctor)
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await resize(page, 1440)
    await perform(page, stage, steps)
    if (process.env[PICTURES]) return takePictures(page, name)
    expect.soft((await shownTexts(page)).filter(isEnglish)).toEqual([])
    for (const theme of themes) {
      await holdToasts(page)
      await showIn(page, theme)
      await accessible(page)
    }
  })
}
