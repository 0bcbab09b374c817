import type { Page } from '@playwright/test'
import { DEMO_STEP_MS, DEMO_STEPS } from '#domain/demo/demo.ts'
import { expect } from '../../e2e/test.ts'
import type { State } from '../state.ts'

const scripted = (page: Page) => page.locator('html[data-script=on]').waitFor()

/** The demonstration's own timer waits for the state to play it: the pictures take longer than a step. */
async function openDemo(page: Page): Promise<void> {
  await page.addInitScript((stepMs) => {
    const { setTimeout } = window
    const heldAnswers: (() => void)[] = []
    const hold = (run: () => void, ms?: number) => (ms === stepMs ? heldAnswers.push(run) : setTimeout(run, ms))
    Object.assign(window, { setTimeout: hold, playStep: () => heldAnswers.shift()?.() })
  }, DEMO_STEP_MS)
  await page.goto('/demo')
  await scripted(page)
}

async function playTo(page: Page, step: number): Promise<void> {
  await openDemo(page)
  await page.getByRole('button', { name: 'Iniciar Demonstração' }).click()
  for (let played = 0; played < step; played++)
    await page.evaluate(() => (window as unknown as { playStep: () => void }).playStep())
}

async function openBubble(page: Page): Promise<void> {
  await page.goto('/about')
  await scripted(page)
  await page.getByRole('button', { name: 'Falar com o suporte' }).click()
  await expect(page.getByRole('dialog', { name: 'Fale com a gente' })).toBeVisible()
}

/** The pointer leaves the page through the top of the window, after a while. */
async function leaveByTheTop(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/landing')
  await scripted(page)
  await page.clock.fastForward(6_000)
  await page.locator('body').dispatchEvent('mouseout', { bubbles: true, clientY: -1, relatedTarget: null })
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const demo: readonly State[] = [
  { name: 'demo/idle', doctor: 'visitor', reach: openDemo },
  { name: 'demo/step-0', doctor: 'visitor', reach: (page) => playTo(page, 0) },
  { name: 'demo/step-3', doctor: 'visitor', reach: (page) => playTo(page, 3) },
  { name: 'demo/finished', doctor: 'visitor', always: true, reach: (page) => playTo(page, DEMO_STEPS) },
  {
    name: 'demo/conversation',
    doctor: 'visitor',
    reach: async (page) => {
      await playTo(page, DEMO_STEPS)
      await page.getByText('Ver a conversa inteira').click()
    },
  },
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
