import { expect, type Page } from '@playwright/test'
import type { SecondFactorBegun } from '#domain/account/second-factor.ts'
import { codeNotShown, codeShown } from '../../testkit/authenticator.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const code = (page: Page) => page.getByLabel('Código de verificação')

async function openSettings(page: Page) {
  await page.goto('/app/settings#seguranca')
  await expect(button(page, 'Salvar Perfil')).toBeEnabled()
  await page.getByRole('heading', { name: 'Verificação em duas etapas' }).scrollIntoViewIfNeeded()
}
/** Uses the API as the page does; returns the secret of the authenticator app. */
async function switchOn({ api, doctor: { password } }: Stage): Promise<string> {
  const body = { confirmation: { password, code: null } }
  const { secret } = (await api<SecondFactorBegun>('POST', '/api/second-factor', body)).body
  expect((await api('PUT', '/api/second-factor', { code: codeShown(secret) })).status).toBe(200)
  return secret
}
async function askedInSettings(page: Page) {
  await openSettings(page)
  await button(page, 'Ativar verificação em duas etapas').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
/** The app's own secret differs each time; what is shown of it is the same in every picture. */
async function atTheApp(page: Page, { doctor: { password } }: Stage): Promise<string> {
  await askedInSettings(page)
  await page.getByLabel('Sua senha').fill(password)
  await button(page, 'Continuar').click()
  const secret = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expect(secret).toBeVisible()
  return (await secret.innerText()).replaceAll(' ', '')
}
async function atTheCodes(page: Page, stage: Stage) {
  await page.getByLabel('Código que o aplicativo mostra').fill(codeShown(await atTheApp(page, stage)))
  await button(page, 'Ativar').click()
  await expect(page.getByRole('list', { name: 'Códigos de recuperação' })).toBeVisible()
}
async function atTheSecondStep(page: Page, stage: Stage): Promise<string> {
  const secret = await switchOn(stage)
  await page.context().clearCookies()
  await page.goto('/login?plan=pro&interval=year')
  await expect(button(page, 'Continuar com Google')).toBeEnabled()
  await page.getByLabel('Email').fill(stage.doctor.email)
  await page.getByLabel('Senha', { exact: true }).fill(stage.doctor.password)
  await button(page, 'Entrar').click()
  await expect(code(page)).toBeFocused()
  return secret
}

const state = (name: State['name'], reach: State['reach']): State => ({ name, doctor: 'new', reach })

export const secondFactor: readonly State[] = [
  { name: 'settings/second-factor-off', reach: openSettings },
  { name: 'settings/second-factor-begin', reach: askedInSettings },
  state('settings/second-factor-app', async (page, stage) => {
    await atTheApp(page, stage)
  }),
  state('settings/second-factor-app-wrong', async (page, stage) => {
    await page.getByLabel('Código que o aplicativo mostra').fill(codeNotShown(await atTheApp(page, stage)))
    await button(page, 'Ativar').click()
    await expectText(page, 'Código incorreto ou já usado')
  }),
  state('settings/second-factor-codes', atTheCodes),
  state('settings/second-factor-codes-not-kept', async (page, stage) => {
    await atTheCodes(page, stage)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  }),
  state('settings/second-factor-on', async (page, stage) => {
    await switchOn(stage)
    await openSettings(page)
    await expectText(page, 'Restam 10 códigos de recuperação.')
  }),
  state('settings/second-factor-remove', async (page, stage) => {
    await switchOn(stage)
    await openSettings(page)
    await button(page, 'Desativar').click()
    await page.getByLabel('Sua senha').fill(stage.doctor.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
    await expectText(page, 'Código é obrigatório')
  }),
  state('auth/second-step', async (page, stage) => {
    await atTheSecondStep(page, stage)
  }),
  state('auth/second-step-wrong', async (page, stage) => {
    await code(page).fill(codeNotShown(await atTheSecondStep(page, stage)))
    await button(page, 'Confirmar').click()
    await expectText(page, 'Código incorreto ou já usado')
  }),
  state('auth/second-step-recovery', async (page, stage) => {
    await atTheSecondStep(page, stage)
    await button(page, 'Usar um código de recuperação').click()
    await expect(page.getByLabel('Código de recuperação')).toBeFocused()
  }),
  { name: 'auth/second-step-over', doctor: 'visitor', reach: over },
  state('shell/session-ended-code', async (page, stage) => {
    await switchOn(stage)
    await page.goto('/app/settings')
    await expect(button(page, 'Salvar Perfil')).toBeEnabled()
    await page.context().clearCookies()
    await page.getByLabel('Telefone').fill('11987654321')
    await button(page, 'Salvar Perfil').click()
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' })
    await dialog.getByLabel('Senha', { exact: true }).fill(stage.doctor.password)
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(code(page)).toBeFocused()
  }),
]

async function over(page: Page) {
  await page.goto('/login?codigo=1')
  await expect(button(page, 'Confirmar')).toBeEnabled()
  await code(page).fill('123456')
  await button(page, 'Confirmar').click()
  await expectText(page, 'O tempo para informar o código acabou. Entre de novo.')
}
