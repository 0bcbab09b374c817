import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../e2e/test.ts'
import { chosen, depth } from './choice.ts'
import { holdToasts, resize, THEMES, takePictures } from './picture.ts'
import { renderedTexts } from './rendered.ts'
import { enterStage } from './stage.ts'

// The browser's own lines about what a state lets fail.
const FAILED_REQUEST = /Failed to load resource|net::ERR|WebSocket connection to/

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

for (const state of chosen()) {
  test(state.name, async ({ page, expectNoise }) => {
    expectNoise(FAILED_REQUEST)
    if (state.noise) expectNoise(state.noise)
    const stage = await enterStage(page, state.doctor ?? 'helena')
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await resize(page, 1440)
    await state.reach(page, stage)
    const texts = await renderedTexts(page)
    await holdToasts(page)
    if (depth === 'pictures') return takePictures(page, state.name)

    for (const theme of depth === 'full' ? THEMES : ['light' as const]) {
      await page.emulateMedia({ colorScheme: theme })
      await accessible(page)
    }
    expect(texts.size).toBeGreaterThan(0)
  })
}
