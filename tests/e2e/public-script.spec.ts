import type { Locator, Page } from '@playwright/test'
import { site, supportHours } from '#domain/site.ts'
import { DEMO_EMAIL } from '#local/stack/demonstration-doctor.ts'
import { signIn } from './doctor.ts'
import { expect, test } from './test.ts'

const NOON = Date.UTC(2026, 10, 22, 15)
const DAY_MS = 24 * 60 * 60_000
const topOf = (page: Page): Locator => page.getByRole('button', { name: 'Voltar ao topo' })
const offerOf = (page: Page): Locator => page.getByRole('dialog', { name: /^15 minutos/ })
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Fale com a gente' })
const bubbleOf = (page: Page): Locator => page.getByRole('button', { name: 'Falar com o suporte' })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-script=on]').waitFor()
}

/** Simulates the browser's event when the pointer moves to the tabs. */
const leaveByTheTop = (page: Page) =>
  page.locator('body').dispatchEvent('mouseout', { bubbles: true, clientY: -1, relatedTarget: null })

test('the way back to the top is there after 500 px, and takes the focus along', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/pricing')
  for (const [y, shown] of [
    [499, false],
    [500, false],
    [501, true],
    [500, false],
    [900, true],
  ] as const) {
    await page.evaluate((top) => scrollTo(0, top), y)
    await expect(topOf(page)).toBeVisible({ visible: shown })
  }
  await topOf(page).press('Enter')
  await expect(topOf(page)).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('main')).toBeFocused()
  // Hidden, Tab does not stop at it.
  await bubbleOf(page).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-scroll-top'))).toBe(false)
})

test('the offer comes once, to a pointer that leaves through the top after a while', async ({ page, context }) => {
  await context.clock.install({ time: NOON })
  await context.clock.pauseAt(NOON + 1_000)
  await open(page, '/landing')
  await page.clock.runFor(4_999)
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeHidden()
  await page.clock.runFor(1)
  await page.locator('body').dispatchEvent('mouseout', { bubbles: true, clientY: 300, relatedTarget: null })
  await expect(offerOf(page)).toBeHidden()

  const way = page.getByRole('link', { name: 'Entrar' }).first()
  await way.focus()
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeVisible()
  await expect(offerOf(page).getByRole('link', { name: 'Pedir demonstração de 15 minutos' })).toBeFocused()
  const ways = offerOf(page).getByRole('link')
  expect(await ways.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    '/contact?assunto=demonstracao',
    '/demo',
  ])
  await page.keyboard.press('Escape')
  await expect(offerOf(page)).toBeHidden()
  await expect(way).toBeFocused()

  /** Whether the script loads on a reopened page. */
  const comes = async (on: Page, path: string) => {
    await open(on, path)
    await on.clock.runFor(6_000)
    await leaveByTheTop(on)
    return offerOf(on).isVisible()
  }
  expect(await comes(page, '/landing')).toBe(false)
  expect(await comes(await context.newPage(), '/pricing')).toBe(false)
  await page.clock.runFor(29 * DAY_MS)
  expect(await comes(page, '/landing')).toBe(false)
  await page.clock.runFor(DAY_MS)
  expect(await comes(page, '/landing')).toBe(true)
  await offerOf(page).getByRole('button', { name: 'Agora não' }).click()
  await expect(offerOf(page)).toBeHidden()
})

test('the offer interrupts nobody who writes, nor a panel that is open, nor a demonstration', async ({ page }) => {
  await page.clock.install({ time: NOON })
  await page.clock.pauseAt(NOON + 1_000)
  await open(page, '/contact')
  await page.clock.runFor(10_000)
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeHidden()

  await open(page, '/about')
  await page.clock.runFor(10_000)
  await bubbleOf(page).click()
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeHidden()
  await panelOf(page).getByLabel('Mensagem').fill('Como assino um registro?')
  await page.keyboard.press('Escape')
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeHidden()

  await open(page, '/demo')
  await page.clock.runFor(10_000)
  await page.getByRole('button', { name: 'Iniciar Demonstração' }).click()
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Reiniciar' }).click()
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeVisible()
  // Beside its box.
  await page.mouse.click(10, 10)
  await expect(offerOf(page)).toBeHidden()
})

test('the offer never comes to a finger', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.clock.install()
  await open(page, '/landing')
  await page.clock.runFor(10_000)
  await leaveByTheTop(page)
  await expect(offerOf(page)).toBeHidden()
  await context.close()
})

test('the bubble opens support by keyboard, and gives the focus back', async ({ page }) => {
  await open(page, '/pricing')
  await bubbleOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(panelOf(page)).toBeVisible()
  await expect(bubbleOf(page)).toHaveAttribute('aria-expanded', 'true')
  for (const text of [site.support.email.value, site.support.phone.value.shown, supportHours])
    await expect(panelOf(page).getByText(text)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  await expect(bubbleOf(page)).toBeFocused()
  await expect(bubbleOf(page)).toHaveAttribute('aria-expanded', 'false')
  await bubbleOf(page).click()
  await panelOf(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(panelOf(page)).toBeHidden()
})

test('a message is sent from the panel, and what stands against it is said there', async ({ page, expectNoise }) => {
  expectNoise(/status of (400|429)/)
  await open(page, '/pricing')
  await bubbleOf(page).click()
  const panel = panelOf(page)
  const fill = async (email: string, message: string) => {
    await panel.getByLabel('Nome').fill('Dra. Clara Menezes')
    await panel.getByLabel('Email').fill(email)
    await panel.getByLabel('Mensagem').fill(message)
    await panel.getByRole('button', { name: 'Enviar mensagem' }).click()
  }
  await fill('clara', '')
  await expect(panel.getByText('Email inválido')).toBeVisible()
  await expect(panel.getByText('Escreva sua mensagem')).toBeVisible()
  await expect(panel.getByLabel('Email')).toBeFocused()
  await expect(panel.getByLabel('Email')).toHaveAccessibleDescription('Email inválido')
  const message = panel.getByLabel('Mensagem')
  await expect(message).toHaveAccessibleDescription('Não inclua dados de pacientes. Escreva sua mensagem')
  await panel.getByLabel('Email').fill('clara@menezes.example')
  await expect(panel.getByText('Email inválido')).toBeHidden()

  for (let sent = 0; sent < 5; sent++) {
    await fill('clara@menezes.example', `Como assino um registro? ${sent}`)
    await expect(panel.getByRole('status')).toHaveText('Mensagem enviada! Responderemos em breve.')
    await expect(message).toHaveValue('')
  }
  await expect(message).toHaveAccessibleDescription('Não inclua dados de pacientes.')
  await fill('clara@menezes.example', 'E mais uma coisa.')
  await expect(panel.getByRole('status')).toHaveText(/^Muitas tentativas\. Tente de novo em \d+ (minuto|segundo)s?\.$/)
  await expect(panel.getByLabel('Mensagem')).toHaveValue('E mais uma coisa.')
  await expect(page).toHaveURL('/pricing')
})

test('in the app the same panel knows who writes', async ({ page, expectNoise }) => {
  expectNoise(/status of 400/)
  await signIn(page)
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Falar com o suporte' }).click()
  const panel = page.getByRole('dialog', { name: 'Falar com o suporte' })
  await expect(panel.getByText(site.support.phone.value.shown)).toBeVisible()
  await expect(panel.getByLabel('Email')).toHaveValue(DEMO_EMAIL)
  await panel.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(panel.getByText('Escreva sua mensagem')).toBeVisible()
  await expect(panel.getByLabel('Mensagem')).toBeFocused()
  await panel.getByLabel('Mensagem').fill('Como assino um registro?')
  await panel.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(page.getByText('Mensagem enviada! Responderemos em breve.')).toBeVisible()
  await expect(panel).toBeHidden()
})
