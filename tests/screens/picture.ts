import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '#local/stack/processes.ts'

const FOLDER = join(ROOT, '.local/screens')
export const WIDTHS = [1440, 768, 390] as const
const HEIGHTS: Record<(typeof WIDTHS)[number], number> = { 1440: 900, 768: 1024, 390: 844 }
const LONGEST = 6_000
export const THEMES = ['light', 'dark'] as const

export const resize = (page: Page, width: (typeof WIDTHS)[number]): Promise<void> =>
  page.setViewportSize({ width, height: HEIGHTS[width] })

/** Colours that change slowly would be seen, and measured, halfway. */
export async function showIn(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
}

/** A toast with the pointer on its cross stays: its four seconds would end before the last picture. */
export async function holdToasts(page: Page): Promise<void> {
  const cross = page.locator('[data-sonner-toast] [data-close-button]').first()
  const box = (await cross.count()) > 0 ? await cross.boundingBox() : null
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
}

/**
 * An overlay belongs to the window. Without one the window is as long as the page, and sticky parts are at its
 * end.
 */
async function reachToTheEnd(page: Page, width: (typeof WIDTHS)[number]): Promise<void> {
  if ((await page.locator('[role=dialog]:visible, dialog[open], [role=alertdialog]:visible').count()) > 0) return
  const length = await page.evaluate(() => document.documentElement.scrollHeight)
  if (length > HEIGHTS[width]) await page.setViewportSize({ width, height: Math.min(length, LONGEST) })
}

/** A phone is touched: its buttons and fields are larger. No narrower picture follows. */
async function touch(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** The state as it stands, at every width, light and dark. */
export async function takePictures(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, name)
  mkdirSync(join(path, '..'), { recursive: true })
  for (const width of WIDTHS) {
    await holdToasts(page)
    await resize(page, width)
    if (width === 390) await touch(page)
    await reachToTheEnd(page, width)
    await holdToasts(page)
    for (const theme of THEMES) {
      await showIn(page, theme)
      await page.screenshot({ path: `${path}-${width}-${theme}.png`, animations: 'disabled', caret: 'hide' })
    }
  }
}
