import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { median } from './figures.ts'
import type { Doctor } from './fill.ts'

const KEYS = 100
const TEXT = 'Paciente refere melhora parcial da dor. '
/** Until what a key set off is over. */
const SETTLE_MS = 60

/**
 * What each key took of the page's main thread, drawing included: its processor time in milliseconds, so that the rest
 * of the machine does not count.
 */
export async function keystrokes(page: Page, { recorded }: Doctor): Promise<number[]> {
  await page.goto(`/app/history/${recorded}`)
  await page
    .getByRole('button', { name: /^Editar / })
    .first()
    .click()
  const box = page.locator('main textarea').first()
  await box.focus()
  await page.keyboard.press('End')
  await pause(1_000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1_000
  }
  const spent = async (work: () => Promise<void>) => {
    const before = await busy()
    await work()
    await pause(SETTLE_MS)
    return (await busy()) - before
  }
  const idle: number[] = []
  for (let times = 0; times < 20; times++) idle.push(await spent(async () => {}))
  const own = median(idle)
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    const character = TEXT[key % TEXT.length] as string
    times.push(Math.max(0, (await spent(() => page.keyboard.press(character === ' ' ? 'Space' : character))) - own))
  }
  if (!(await box.inputValue()).includes('melhora parcial')) throw new Error('the keys did not reach the section')
  await cdp.detach()
  return times
}
