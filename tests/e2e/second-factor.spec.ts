import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { googleAccounts } from '#local/google/accounts.ts'
import { accessible } from '../testkit/accessible.ts'
import { codeNotShown, codeShown } from '../testkit/authenticator.ts'
import { forgetDoctor } from './database.ts'
import { startConsultation, startRecording } from './doctor.ts'
import { linkIn, mailTo } from './inbox.ts'
import { onDevice } from './ledger.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'segredo1'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const code = (page: Page) => page.getByLabel('Código de verificação')
const SECOND = 16_000
/** Seconds of audio that the device keeps and the server has not acknowledged. */
const waiting = (page: Page, visit: string) => expect.poll(async () => (await onDevice(page, visit)).waiting / SECOND)
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

async function signUp(page: Page): Promise<string> {
  const email = `duas.etapas.${Date.now()}@relato.example`
  const send = (path: string, data: object) => page.request.post(path, { data, headers: { origin: APP_URL } })
  await send('/api/auth/sign-up/email', { name: 'Dra. Íris Montenegro', email, password: PASSWORD })
  await page.request.get(linkIn(await mailTo(page.request, email, 'verification')))
  expect((await send('/api/auth/sign-in/email', { email, password: PASSWORD })).status()).toBe(200)
  return email
}
const openSettings = async (page: Page) => {
  await page.goto('/app/settings#seguranca')
  await expect(button(page, 'Salvar Perfil')).toBeEnabled()
}
const secretShown = async (page: Page) =>
  (
    await page
      .getByRole('dialog')
      .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
      .innerText()
  ).replaceAll(' ', '')
const leave = async (page: Page) => {
  await page.goto('/about')
  await page.context().clearCookies()
}

test('a doctor switches the second step on, is asked for it wherever they come in, even while recording, and off again', async ({
  page,
  playwright,
  expectNoise,
}) => {
  expectNoise(/status of (4\d\d)/)
  const email = await signUp(page)
  await openSettings(page)
  await button(page, 'Ativar verificação em duas etapas').click()
  const setupDialog = page.getByRole('dialog', { name: 'Ativar verificação em duas etapas' })
  await setupDialog.getByLabel('Sua senha').fill('errada1')
  await page.keyboard.press('Enter')
  await expect(setupDialog.getByText('Senha incorreta')).toBeVisible()
  await expect(setupDialog.getByLabel('Sua senha')).toBeFocused()
  await setupDialog.getByLabel('Sua senha').fill(PASSWORD)
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
  const enter = async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await enter()
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

  const visit = await startConsultation(page, 'Marina Alves Teixeira')
  await startRecording(page)
  const storageState = await page.context().storageState()
  const elsewhere = await playwright.request.newContext({ baseURL: APP_URL, storageState })
  await elsewhere.post('/api/auth/sign-out', { data: {}, headers: { origin: APP_URL } })
  await elsewhere.dispose()
  const ended = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await expect(ended).toContainText('A gravação continua e fica guardada neste aparelho.')
  await waiting(page, visit).toBeGreaterThan(2)
  await ended.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(ended.getByLabel('Código de verificação')).toBeFocused()
  await ended.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await expect(ended.getByLabel('Código de recuperação')).toBeFocused()
  await page.keyboard.insertText(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(ended).toBeHidden()
  await expect(toast(page, 'Restam 9 códigos de recuperação.')).toBeVisible()
  await waiting(page, visit).toBeLessThan(2)
  await button(page, 'Pausar gravação').click()

  await leave(page)
  await page.goto('/login')
  await enter()
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
  await off.getByLabel('Sua senha').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(off.getByText('Código é obrigatório')).toBeVisible()
  await expect(off.getByLabel('Código de verificação')).toBeFocused()
  await page.keyboard.insertText(codes[2] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toHaveText('Desativada')
  await leave(page)
  await page.goto('/login')
  await enter()
  await expect(page).toHaveURL('/app/dashboard')
})

test('who comes in by Google is asked for the code too, and goes on to where they wanted', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of 410/)
  const { email } = googleAccounts.new
  forgetDoctor(email)
  const throughGoogle = async () => {
    await button(page, 'Continuar com Google').click()
    await page.waitForURL(/\/o\/oauth2\/v2\/auth/)
    await page.getByRole('button', { name: email }).click()
  }
  await page.goto('/login')
  await throughGoogle()
  await expect(page).toHaveURL('/app/dashboard')
  await openSettings(page)
  await button(page, 'Ativar verificação em duas etapas').click()
  await button(page, 'Continuar').click()
  const secret = await secretShown(page)
  await page.getByLabel('Código que o aplicativo mostra').fill(codeShown(secret))
  await page.keyboard.press('Enter')
  await button(page, 'Guardei os códigos').click()

  await leave(page)
  await page.goto('/login?redirect=%2Fapp%2Fhistory')
  await throughGoogle()
  await expect(page).toHaveURL('/login?codigo=1&redirect=%2Fapp%2Fhistory')
  await page.goto('/app/history')
  await expect(page).toHaveURL('/landing?redirect=%2Fapp%2Fhistory')
  await page.goBack()
  await code(page).fill(codeShown(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/history')

  // No sign-in waits for a code on this page.
  await leave(page)
  forgetDoctor(email)
  await page.goto('/login?codigo=1')
  await expect(button(page, 'Confirmar')).toBeEnabled()
  await code(page).fill('123456')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'O tempo para informar o código acabou. Entre de novo.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
