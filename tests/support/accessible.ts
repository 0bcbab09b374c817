import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What comes or goes has done so: half faded in, a text has no contrast that anybody reads it with. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
    for (let left = ending(); left.length > 0; left = ending())
      await Promise.allSettled(left.map(({ finished }) => finished))
  })

/** No rule of axe is broken by the page as it stands. */
export async function accessible(page: Page): Promise<void> {
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
