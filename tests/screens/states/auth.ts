import { expect, type Page } from '@playwright/test'
import { googleAccounts } from '#local/google/accounts.ts'
import { DEMO_EMAIL } from '#local/stack/demonstration-doctor.ts'
import { linkIn, mailTo } from '../../e2e/inbox.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'

const PASSWORD = 'segredo1'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

async function open(page: Page, query = '') {
  await page.goto(`/login${query}`)
  await expect(button(page, 'Continuar com Google')).toBeEnabled()
}
async function enter(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await button(page, 'Entrar').click()
}
async function signUp(page: Page, email: string, password = PASSWORD, again = password) {
  await open(page, '?criar=1')
  await page.getByLabel('Nome completo').fill('Dra. Maria Aparecida de Albuquerque Figueiredo')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar senha').fill(again)
  await button(page, 'Criar conta').click()
}
async function recover(page: Page, email: string) {
  await page.goto('/login?recuperar=1')
  await page.getByLabel('Email').fill(email)
  await button(page, 'Enviar link').click()
}

/** The page with the link of the mail followed. */
async function followRecovery(page: Page, { api, doctor }: Stage) {
  await api('POST', '/api/recovery', { email: doctor.email })
  const link = linkIn(await mailTo(page.request, doctor.email, 'password_reset'))
  await page.context().clearCookies()
  await page.goto(link)
  await expect(button(page, 'Salvar nova senha')).toBeEnabled()
}

const state = (name: string, reach: State['reach'], more: Partial<State> = {}): State => ({
  name: `auth/${name}`,
  doctor: 'visitor',
  reach,
  ...more,
})

export const auth: readonly State[] = [
  state('sign-in', (page) => open(page), { always: true }),
  state('create', (page) => open(page, '?criar=1&plan=pro&interval=year'), { always: true }),
  state('create-free', (page) => open(page, '?criar=1&plan=free')),
  state('password-shown', async (page) => {
    await open(page)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await button(page, 'Mostrar senha').click()
  }),
  state('refused', async (page) => {
    await open(page)
    await enter(page, DEMO_EMAIL, 'errada1')
    await expectText(page, 'Email ou senha incorretos')
  }),
  state('unverified', async (page, { doctor: { email } }) => {
    await signUp(page, email)
    await page.getByRole('link', { name: 'Já confirmei, entrar' }).click()
    await enter(page, email)
    await expectText(page, 'Confirme seu email antes de fazer login')
  }),
  state('failed', async (page, { fail }) => {
    await fail(/sign-in\/email/, 500)
    await open(page)
    await enter(page, DEMO_EMAIL)
    await expectText(page, 'Erro ao fazer login')
  }),
  state('too-many', async (page) => {
    await page.route('**/api/auth/sign-in/email', (route) =>
      route.fulfill({ status: 429, headers: { 'x-retry-after': '42' }, json: {} }),
    )
    await open(page)
    await enter(page, DEMO_EMAIL)
    await expectText(page, 'Muitas tentativas. Tente de novo em 42 segundos.')
  }),
  state('offline', async (page, { offline }) => {
    await open(page)
    await offline(true)
    await enter(page, DEMO_EMAIL)
    await expectText(page, 'Sem conexão com o servidor. Verifique a internet e tente de novo.')
  }),
  state(
    'signed-in',
    async (page, { doctor: { email, password } }) => {
      await page.context().clearCookies()
      await open(page)
      await enter(page, email, password)
      await expectText(page, 'Login realizado com sucesso!')
    },
    { doctor: 'new' },
  ),
  state('mismatch', async (page, { doctor: { email } }) => {
    await signUp(page, email, PASSWORD, 'outra-senha')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  state('short-password', async (page, { doctor: { email } }) => {
    await signUp(page, email, 'cinco')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  state('taken', async (page) => {
    await signUp(page, DEMO_EMAIL)
    await expectText(page, 'Este email já está cadastrado')
  }),
  state('create-failed', async (page, { fail, doctor: { email } }) => {
    await fail(/sign-up\/email/, 500)
    await signUp(page, email)
    await expectText(page, 'Erro ao criar conta')
  }),
  state('check-mail', async (page, { doctor: { email } }) => {
    await signUp(page, email)
    await expectText(page, 'Conta criada! Verifique seu email para confirmar.')
  }),
  state('verified', (page) => open(page, '?verificado=1&plan=clinica&interval=month')),
  state('stale-link', (page) => open(page, '?verificado=1&error=TOKEN_EXPIRED')),
  state('google-cancelled', async (page) => {
    await open(page, '?google=erro&error=access_denied')
    await expectText(page, 'Erro ao entrar com Google')
  }),
  state('google-unconfirmed', async (page) => {
    await open(page)
    await button(page, 'Continuar com Google').click()
    await page.getByRole('button', { name: googleAccounts.unconfirmed.email }).click()
    await expectText(page, 'Erro ao entrar com Google')
  }),
  state('recover', async (page) => {
    await page.goto('/login?recuperar=1')
    await expect(button(page, 'Enviar link')).toBeEnabled()
  }),
  state('recover-sent', async (page, { doctor: { email } }) => {
    await recover(page, email)
    await expectText(page, 'Email de recuperação enviado!')
  }),
  state('recover-failed', async (page, { fail, doctor: { email } }) => {
    await fail(/api\/recovery/, 500)
    await recover(page, email)
    await expectText(page, 'Erro ao enviar email de recuperação')
  }),
  state(
    'new-password',
    async (page, stage) => {
      await followRecovery(page, stage)
      await page.getByLabel('Nova senha', { exact: true }).fill('Relato2026')
    },
    { doctor: 'new' },
  ),
  state(
    'new-password-refused',
    async (page, stage) => {
      await followRecovery(page, stage)
      await page.getByLabel('Nova senha', { exact: true }).fill('relato')
      await page.getByLabel('Confirmar nova senha').fill('outra')
      await button(page, 'Salvar nova senha').click()
      await expectText(page, 'As senhas não coincidem')
    },
    { doctor: 'new' },
  ),
  state(
    'new-password-set',
    async (page, stage) => {
      await followRecovery(page, stage)
      for (const label of ['Nova senha', 'Confirmar nova senha'])
        await page.getByLabel(label, { exact: true }).fill('Relato#2026')
      await button(page, 'Salvar nova senha').click()
      await expectText(page, 'Senha alterada com sucesso!')
    },
    { doctor: 'new' },
  ),
  state('link-over', async (page) => {
    await page.goto('/reset-password')
    await expect(page.getByRole('link', { name: 'Pedir novo link' })).toBeVisible()
  }),
]
