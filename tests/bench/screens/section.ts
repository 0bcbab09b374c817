import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Doctor } from './fill.ts'
import { mainThread } from './main-thread.ts'

const KEYS = 100
const TEXT = 'Paciente refere melhora parcial da dor. '

/** What each key took of the page's main thread, in milliseconds. */
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
  const thread = await mainThread(page)
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    const character = TEXT[key % TEXT.length] as string
    times.push(await thread.spent(() => page.keyboard.press(character === ' ' ? 'Space' : character)))
  }
  if (!(await box.inputValue()).includes('melhora parcial')) throw new Error('the keys did not reach the section')
  await thread.end()
  return times
}
