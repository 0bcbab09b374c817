import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterStage } from '../screens/stage.ts'
import { accessible } from '../testkit/accessible.ts'
import { codeNotShown, codeShown } from '../testkit/authenticator.ts'
import { enter, secretShown } from './doctor.ts'
import { mailTo } from './inbox.ts'
import { expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const code = (page: Page) => page.getByLabel('Código de verificação')
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

const openSettings = async (page: Page) => {
  await page.goto('/app/settings#seguranca')
  await expect(button(page, 'Salvar Perfil')).toBeEnabled()
}
const leave = async (page: Page) => {
  await page.goto('/about')
  await page.context().clearCookies()
}

test('a doctor switches the second step on, is asked for it wherever they come in, also in place, and off again', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of (4\d\d)/)
  const { email, password } = (await enterStage(page, 'new')).doctor
  await openSettings(page)
  await button(page, 'Ativar verificação em duas etapas').click()
  const setupDialog = page.getByRole('dialog', { name: 'Ativar verificação em duas etapas' })
  await setupDialog.getByLabel('Sua senha').fill('errada1')
  await page.keyboard.press('Enter')
  await expect(setupDialog.getByText('Senha incorreta')).toBeVisible()
  await expect(setupDialog.getByLabel('Sua senha')).toBeFocused()
  await setupDialog.getByLabel('Sua senha').fill(password)
  await page.keyboard.press('Enter')

  const app = page.getByRole('dialog', { name: 'Ligue o aplicativo autenticador' })
  await expect(app.getByRole('img', { name: 'QR code para o aplicativo autenticador' })).toBeVisible()
  await expect(app.getByLabel('Código que o aplicativo mostra')).toBeFocused()
  await accessible(page)
  const secret = await secretShown(page)
  await page.keyboard.type(codeNotShown(secret))
  await page.keyboard.press('Enter')
  await expect(app.getByText('Código incorreto ou já usado')).toBeVisible()
  await expect(app.getByLabel('Código que o aplicativo mostra')).toBeFocused()
  const first = codeShown(secret)
  await page.keyboard.type(first)
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Guarde os códigos de recuperação' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allInnerTexts()
  await accessible(page)
  await page.keyboard.press('Escape')
  await expect(shown.getByRole('alert')).toContainText('Guarde os códigos antes de fechar')
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Baixar' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  for (const one of codes) expect(file).toContain(one)
  await shown.getByRole('button', { name: 'Guardei os códigos' }).click()
  await expect(page.locator(':focus')).toHaveText('AtivadaRestam 10 códigos de recuperação.')
  expect(await mailTo(page.request, email, 'security')).toContain('foi ativada')

  await leave(page)
  await page.goto('/login?redirect=%2Fapp%2Fdashboard')
  await enter(page, email, password)
  await expect(page.getByRole('heading', { name: 'Código de verificação' })).toBeVisible()
  await expect(page).toHaveTitle('Código de verificação · Relato')
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await accessible(page)
  // A code that a bystander saw.
  await page.keyboard.insertText(first)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Código incorreto ou já usado')).toBeVisible()
  await expect(code(page)).toBeFocused()
  await page.reload()
  await expect(code(page)).toBeFocused()
  await expect(button(page, 'Confirmar')).toBeEnabled()
  const next = codeShown(secret, 1)
  await page.keyboard.insertText(` ${next.slice(0, 3)} ${next.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/dashboard')

  await openSettings(page)
  await page.context().clearCookies()
  await page.getByLabel('Telefone').fill('11987654321')
  await button(page, 'Salvar Perfil').click()
  const ended = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await ended.getByLabel('Senha', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(ended.getByLabel('Código de verificação')).toBeFocused()
  await ended.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await expect(ended.getByLabel('Código de recuperação')).toBeFocused()
  await page.keyboard.insertText(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(ended).toBeHidden()
  await expect(toast(page, 'Restam 9 códigos de recuperação.')).toBeVisible()

  await leave(page)
  await page.goto('/login')
  await enter(page, email, password)
  await button(page, 'Usar um código de recuperação').click()
  await page.keyboard.insertText(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Código incorreto ou já usado')).toBeVisible()
  await page.keyboard.insertText(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/dashboard')
  await openSettings(page)
  await button(page, 'Desativar').click()
  const off = page.getByRole('dialog', { name: 'Desativar verificação em duas etapas' })
  await off.getByLabel('Sua senha').fill(password)
  await page.keyboard.press('Enter')
  await expect(off.getByText('Código é obrigatório')).toBeVisible()
  await expect(off.getByLabel('Código de verificação')).toBeFocused()
  await page.keyboard.insertText(codes[2] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toHaveText('Desativada')
  await leave(page)
  await page.goto('/login')
  await enter(page, email, password)
  await expect(page).toHaveURL('/app/dashboard')
})
