import type { Page } from '@playwright/test'
import { enterStage } from '../screens/stage.ts'
import { signIn } from './doctor.ts'
import { expect, test } from './test.ts'

test('signs out in every tab, and the public page that follows works', async ({ page }) => {
  await enterStage(page, 'new')
  await page.goto('/app/settings')
  await expect(page.getByRole('button', { name: 'Salvar Perfil' })).toBeEnabled()
  const beside = await page.context().newPage()
  await beside.goto('/app/patients')
  await expect(beside.getByRole('button', { name: 'Novo Paciente' }).first()).toBeEnabled()
  await page.getByRole('button', { name: /Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByText('Logout realizado com sucesso!')).toBeVisible()
  // The next person at this device finds no patient in another tab.
  await expect(beside).toHaveURL('/landing')
  await beside.close()
  // The app led to a public page, and what moves there moves.
  await page.getByRole('button', { name: 'Falar com o suporte' }).click()
  await expect(page.getByRole('dialog', { name: 'Fale com a gente' })).toBeVisible()
  await page.goto('/app/settings')
  await expect(page).toHaveURL('/landing?redirect=%2Fapp%2Fsettings')
})

test('reports the time zone of a device once, and the page follows', async ({ browser, page }) => {
  const storedZone = async (of: Page) =>
    ((await (await of.request.get('/api/profile')).json()) as { profile: { time_zone: string } }).profile.time_zone
  const travelled = await browser.newContext({ timezoneId: 'America/Manaus' })
  const away = await travelled.newPage()
  const reports: string[] = []
  away.on('request', (request) => {
    if (request.method() === 'PATCH') reports.push(request.postData() ?? '')
  })
  const reported = away.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await signIn(away)
  await reported
  expect(await storedZone(away)).toBe('America/Manaus')
  await away.reload()
  await expect(away.getByRole('heading', { name: 'Consultas de hoje' })).toBeVisible()
  expect(reports).toEqual([JSON.stringify({ time_zone: 'America/Manaus' })])
  await travelled.close()

  // Back home the other device reports its own.
  const back = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await signIn(page)
  await back
  expect(await storedZone(page)).toBe('America/Sao_Paulo')
})
