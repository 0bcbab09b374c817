import type { Page } from '@playwright/test'
import { expect } from '../../e2e/test.ts'
import type { State } from '../state.ts'

const NOON = Date.UTC(2026, 10, 22, 15)
const scripted = (page: Page) => page.locator('html[data-script=on]').waitFor()

/** No time passes but what is played. */
async function holdTime(page: Page): Promise<void> {
  await page.clock.install({ time: NOON })
  await page.clock.pauseAt(NOON + 1_000)
}

async function openDemo(page: Page): Promise<void> {
  await holdTime(page)
  await page.goto('/demo')
  await scripted(page)
}

async function playFor(page: Page, ms: number): Promise<void> {
  await openDemo(page)
  await page.getByRole('button', { name: 'Iniciar Demonstração' }).click()
  await page.clock.runFor(ms)
}

async function openBubble(page: Page): Promise<void> {
  await page.goto('/about')
  await scripted(page)
  await page.getByRole('button', { name: 'Falar com o suporte' }).click()
  await expect(page.getByRole('dialog', { name: 'Fale com a gente' })).toBeVisible()
}

/** The pointer leaves the page through the top of the window, after a while. */
async function leaveByTheTop(page: Page): Promise<void> {
  await holdTime(page)
  await page.goto('/landing')
  await scripted(page)
  await page.clock.runFor(5_000)
  await page.locator('body').dispatchEvent('mouseout', { bubbles: true, clientY: -1, relatedTarget: null })
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const demo: readonly State[] = [
  { name: 'demo/idle', doctor: 'visitor', reach: openDemo },
  { name: 'demo/step-0', doctor: 'visitor', reach: (page) => playFor(page, 1_000) },
  { name: 'demo/step-3', doctor: 'visitor', reach: (page) => playFor(page, 7_000) },
  { name: 'demo/finished', doctor: 'visitor', always: true, reach: (page) => playFor(page, 9_000) },
  { name: 'demo/support-open', doctor: 'visitor', reach: openBubble },
  { name: 'demo/exit-offer', doctor: 'visitor', reach: leaveByTheTop },
  {
    name: 'demo/support-in-app',
    reach: async (page) => {
      await page.goto('/app/patients')
      await page.getByRole('button', { name: /^Conta de/ }).click()
      await page.getByRole('menuitem', { name: 'Falar com o suporte' }).click()
      await expect(page.getByRole('dialog', { name: 'Falar com o suporte' })).toBeVisible()
    },
  },
  {
    name: 'demo/scrolled',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/landing')
      await scripted(page)
      await page.evaluate(() => scrollTo(0, 700))
      await expect(page.getByRole('button', { name: 'Voltar ao topo' })).toBeVisible()
    },
  },
]
