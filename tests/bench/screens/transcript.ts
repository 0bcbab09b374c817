import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Doctor } from './fill.ts'
import { type Interaction, type Watched, watchInteractions } from './interactions.ts'
import { searchTimes } from './lists.ts'
import { goOn } from './room.ts'

export type Worked = {
  interactions: Interaction[]
  /** What the browser counts as no interaction: rolling, pointing, and lines that come while nothing is done. */
  others: Pick<Interaction, 'kind' | 'cpu' | 'held'>[]
  /** From the last key of a search until what it finds is marked. */
  marks: number[]
}

const keyOf = (character: string) => (character === ' ' ? 'Space' : character)

/** All that a doctor does in the transcript of a consultation that goes on meanwhile. */
export async function workInTranscript(page: Page, feeder: Page, doctor: Doctor): Promise<Worked> {
  await page.goto(`/app/dashboard?consulta=${doctor.running}`)
  await page
    .getByRole('log')
    .locator('[data-entry]')
    .nth(Math.min(5, doctor.lines - 1))
    .waitFor({ state: 'attached' })
  // A page behind another one paints nothing.
  await page.bringToFront()
  await pause(1_500)
  const watched = await watchInteractions(page)
  const { act } = watched
  const press = (kind: string, key: string) => act(kind, () => page.keyboard.press(keyOf(key)))
  const search = page.getByLabel('Buscar na transcrição')
  const stop = goOn(feeder)
  try {
    await search.focus()
    for (const character of 'dor de cabeca') await press('key in search', character)
    for (let times = 0; times < 4; times++) await press('next match', 'Enter')
    await press('search left', 'Escape')
    for (let round = 0; round < 12; round++) await rollAndChoose(page, act, round)
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', '1', '2', 'ArrowDown', 'ArrowDown', '2', '1'])
      await press(key.length > 1 ? 'line up or down' : 'speaker by key', key)
    const line = page.getByRole('textbox', { name: 'Escrever fala' })
    await line.focus()
    for (const character of 'Refere melhora') await press('key in a line', character)
    await line.fill('')
    for (let times = 0; times < 3; times++) await act('a second of listening', () => pause(1_000), { none: true })
  } finally {
    stop()
  }
  const seen = await watched.end()
  // There are the lines that were heard meanwhile, and all of them hold what is looked for.
  await page.locator('[role=log] [data-entry]').last().scrollIntoViewIfNeeded()
  const found = { box: search, rows: '[role=log] mark' }
  const marks = await searchTimes(page, found, ['continua', 'doutora', 'dor continua', 'igual'])
  return { ...seen, marks: marks.list }
}

/** Rolls, points at a line in the middle of what is seen, and presses one of its buttons. */
async function rollAndChoose(page: Page, act: Watched['act'], round: number): Promise<void> {
  await page.mouse.move(900, 450)
  await act('rolling', () => page.mouse.wheel(0, round % 2 ? 700 : -900), { none: true })
  const line = await page.evaluate(() => {
    // Asked of what is seen alone: where the others are the browser would have to find out first.
    const heights = Array.from({ length: 16 }, (_, at) => 420 + 20 * at)
    const lines = heights.map((y) => document.elementFromPoint(900, y)?.closest('[role=log] [data-entry]'))
    const box = lines.find((one) => one)?.getBoundingClientRect()
    return box && { x: box.left + 200, y: (box.top + box.bottom) / 2 }
  })
  if (!line) throw new Error('no line in the middle of the screen')
  await act('pointing', () => page.mouse.move(line.x, line.y), { none: true })
  const name = round % 2 ? 'Médico' : 'Paciente'
  const button = await page.evaluate(
    ([{ x, y }, name]) => {
      const buttons = document.elementFromPoint(x, y)?.closest('[data-entry]')?.querySelectorAll('button') ?? []
      const box = [...buttons].find(({ textContent }) => textContent?.trim() === name)?.getBoundingClientRect()
      return box && { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    },
    [line, name] as const,
  )
  if (!button) throw new Error(`the line under the pointer has no button ${name}`)
  await act('speaker by button', () => page.mouse.click(button.x, button.y))
}
