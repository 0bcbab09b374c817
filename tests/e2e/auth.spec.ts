import type { Page } from '@playwright/test'
import { googleAccounts } from '#local/google/accounts.ts'
import { DEMO_EMAIL } from '#local/stack/demonstration-doctor.ts'
import { enterStage } from '../screens/stage.ts'
import { codeShown } from '../testkit/authenticator.ts'
import { forgetDoctor } from './database.ts'
import { enter, secretShown } from './doctor.ts'
import { linkIn, mailTo } from './inbox.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'segredo1'
const NEW_PASSWORD = 'Relato#2026'
let people = 0
const newAddress = () => `pessoa.${process.pid}.${++people}@relato.example`

const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Avisos/ })
    .getByText(text)
    .first()
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function fillSignUp(page: Page, email: string, password = PASSWORD, again = password): Promise<void> {
  await page.getByLabel('Nome completo').fill('Dra. Íris Montenegro')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar senha').fill(again)
  await button(page, 'Criar conta').click()
}
/** Through Google's page, as this account. */
async function continueWithGoogle(page: Page, { email }: { email: string }): Promise<void> {
  await button(page, 'Continuar com Google').click()
  await page.waitForURL(/\/o\/oauth2\/v2\/auth/)
  await page.getByRole('button', { name: email }).click()
}

test('leads a chosen plan through sign-up and mail to its checkout', async ({ page, browser, expectNoise }) => {
  expectNoise(/status of (400|409)/)
  const email = newAddress()
  await page.clock.install()
  await page.goto('/login?criar=1&plan=pro&interval=year&redirect=%2Fapp%2Fpatients')
  await page.getByLabel('Email').fill(email)
  const terms = page.waitForEvent('popup')
  await link(page, 'termos de uso (abre em outra aba)').click()
  await expect((await terms).getByRole('heading', { level: 1 })).toBeVisible()
  await (await terms).close()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page).toHaveTitle('Criar conta · Relato')
  await expect(page.getByText('Plano escolhido: Pro, anual · 14 dias grátis')).toBeVisible()
  await fillSignUp(page, email, 'cinco', 'cinco')
  await expect(page.getByRole('alertdialog')).toContainText('A senha deve ter pelo menos 6 caracteres')
  await expect(page.getByRole('button', { name: 'Fechar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
  await fillSignUp(page, email, PASSWORD, 'outra-senha')
  await expect(page.getByRole('alertdialog')).toContainText('As senhas não coincidem')
  await expect(page.getByRole('button', { name: 'Fechar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Confirmar senha')).toBeFocused()
  await fillSignUp(page, DEMO_EMAIL)
  await expect(toast(page, 'Este email já está cadastrado')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await link(page, 'recupere a senha').click()
  await expect(page.getByLabel('Email')).toHaveValue(DEMO_EMAIL)
  await page.goBack()
  await fillSignUp(page, email)
  await expect(toast(page, 'Conta criada! Verifique seu email para confirmar.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Confirme seu email' })).toBeFocused()
  await button(page, 'Enviar de novo').click()
  await expect(page.getByText('Ele vale por 24 horas.')).toBeVisible()
  await expect(button(page, 'Enviar de novo em 60 s')).toBeDisabled()
  await page.clock.fastForward(61_000)
  await button(page, 'Enviar de novo').click()
  await expect(page.getByRole('button', { name: /^Enviar de novo em/ })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Confirme seu email' })).toBeVisible()
  expect(page.url()).not.toContain(encodeURIComponent(email))

  await link(page, 'Já confirmei, entrar').click()
  await expect(page.getByRole('status').getByText('A confirmação ainda não chegou.')).toBeVisible()

  const elsewhere = await browser.newContext({ locale: 'pt-BR' })
  const other = await elsewhere.newPage()
  await other.goto(linkIn(await mailTo(page.request, email, 'verification')))
  await expect(other.getByText('Email confirmado. Aqui, entre com sua senha.')).toBeVisible()
  await expect(other.getByText('Plano escolhido: Pro, anual')).toBeVisible()
  expect(new URL(other.url()).search).not.toContain('token')
  expect(await mailTo(page.request, email, 'welcome')).toContain(`${APP_URL}/checkout?plan=pro&interval=year`)
  await enter(other, email, PASSWORD)
  await expect(other).toHaveURL('/checkout?plan=pro&interval=year')
  await expect(other.getByRole('button', { name: 'Começar o teste de 14 dias' })).toBeVisible()
  await expect(other.getByText('R$ 1.891,20', { exact: true })).toBeVisible()
  await expect(link(other, 'Voltar aos planos')).toHaveAttribute('href', '/pricing')
  await elsewhere.close()

  // The browser that signed up enters by itself: nothing is typed again.
  await link(page, 'Já confirmei, entrar').click()
  await expect(page).toHaveURL('/checkout?plan=pro&interval=year')
})

test('recovers a password by mail once, and ends every session', async ({ page, browser, expectNoise }) => {
  expectNoise(/status of (401|410)/)
  const { email, password } = (await enterStage(page, 'new')).doctor

  const elsewhere = await browser.newContext({ locale: 'pt-BR' })
  const other = await elsewhere.newPage()
  await other.goto('/login?plan=pro&interval=year&redirect=%2Fapp%2Fpatients')
  await other.getByLabel('Email').fill(email)
  await link(other, 'Esqueci minha senha').click()
  await expect(other.getByRole('heading', { name: 'Recuperar senha' })).toBeFocused()
  await expect(other.getByLabel('Email')).toHaveValue(email)
  await button(other, 'Enviar link').click()
  await expect(toast(other, 'Email de recuperação enviado!')).toBeVisible()
  const existingAddressText = await other.getByRole('main').innerText()
  await link(other, 'Voltar ao login').click()
  await link(other, 'Esqueci minha senha').click()
  const unusedAddress = newAddress()
  await other.getByLabel('Email').fill(unusedAddress)
  await button(other, 'Enviar link').click()
  await expect(other.getByText(`Se houver uma conta com ${unusedAddress}`)).toBeVisible()
  expect((await other.getByRole('main').innerText()).replace(unusedAddress, email)).toBe(existingAddressText)

  const mailed = linkIn(await mailTo(page.request, email, 'password_reset'))
  await other.goto(mailed)
  const resetPath = '/reset-password?plan=pro&interval=year&redirect=%2Fapp%2Fpatients'
  await expect(other).toHaveURL(resetPath)
  for (const over of ['short', 'a-link-that-nobody-was-sent']) {
    await other.goto(`/reset-password?token=${over}`)
    await expect(other).toHaveURL('/reset-password?vencido=1')
    await expect(other.getByRole('alert')).toContainText('Este link expirou ou já foi usado')
  }
  await other.goto(resetPath)
  await other.getByLabel('Nova senha', { exact: true }).fill('relato#2026')
  await button(other, 'Salvar nova senha').click()
  await expect(other.getByText('Pelo menos 1 letra maiúscula')).toBeVisible()
  await expect(other.getByLabel('Nova senha', { exact: true })).toBeFocused()
  await other.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
  await expect(other.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Muito forte')
  await other.getByLabel('Confirmar nova senha').fill('Outra#2026')
  await button(other, 'Salvar nova senha').click()
  await expect(other.getByText('As senhas não coincidem')).toBeVisible()
  await other.getByLabel('Confirmar nova senha').fill(NEW_PASSWORD)
  await button(other, 'Salvar nova senha').click()
  await expect(toast(other, 'Senha alterada com sucesso!')).toBeVisible()
  await expect(other).toHaveURL('/login?plan=pro&interval=year&redirect=%2Fapp%2Fpatients')
  await expect(other.getByLabel('Email')).toHaveValue(email)
  await expect(other.getByRole('heading', { name: 'Entrar' })).toBeFocused()

  await page.goto('/app/history')
  await expect(page).toHaveURL('/landing?redirect=%2Fapp%2Fhistory')
  await other.goto(mailed)
  await expect(other.getByRole('alert')).toContainText('Este link expirou ou já foi usado')
  await link(other, 'Pedir novo link').click()
  await expect(other.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible()
  await link(other, 'Voltar ao login').click()
  await enter(other, email, password)
  const refusedPassword = other.getByLabel('Senha', { exact: true })
  await expect(other.getByRole('alert')).toHaveText('Email ou senha incorretos')
  await expect(refusedPassword).toHaveAccessibleDescription('Email ou senha incorretos')
  await expect(refusedPassword).toBeFocused()
  await expect(toast(other, 'Email ou senha incorretos')).toHaveCount(0)
  await enter(other, email, NEW_PASSWORD)
  await expect(other).toHaveURL('/checkout?plan=pro&interval=year')
  await elsewhere.close()
})

/** From a page that asks nothing: one of the app's might just be asking, and be refused. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('/about')
  await page.context().clearCookies()
}

test('signs a new doctor in with Google, asks for the second step, and sets a password', async ({ page }) => {
  const { email, name } = googleAccounts.new
  forgetDoctor(email)
  await page.goto('/login')
  await continueWithGoogle(page, googleAccounts.new)
  await expect(page).toHaveURL('/app/dashboard')
  await page.goto('/app/settings#seguranca')
  await expect(page.getByLabel('Nome completo')).toHaveValue(name)
  await button(page, 'Ativar verificação em duas etapas').click()
  await button(page, 'Continuar').click()
  const secret = await secretShown(page)
  await page.getByLabel('Código que o aplicativo mostra').fill(codeShown(secret))
  await page.keyboard.press('Enter')
  await button(page, 'Guardei os códigos').click()

  await forgetSession(page)
  await page.goto('/login?redirect=%2Fapp%2Fhistory')
  await continueWithGoogle(page, googleAccounts.new)
  await expect(page).toHaveURL('/login?codigo=1&redirect=%2Fapp%2Fhistory')
  await page.goto('/app/history')
  await expect(page).toHaveURL('/landing?redirect=%2Fapp%2Fhistory')
  await page.goBack()
  await page.getByLabel('Código de verificação').fill(codeShown(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/history')

  await page.goto('/app/settings')
  await expect(page.getByText('Você entra com o Google e ainda não tem senha.')).toBeVisible()
  await page.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirmar nova senha').fill(NEW_PASSWORD)
  await button(page, 'Criar Senha').click()
  await expect(toast(page, 'Senha alterada com sucesso!')).toBeVisible()
})

test('names what failed with Google, and keeps the chosen plan', async ({ page, expectNoise }) => {
  expectNoise(/status of (404|429|500)|ERR_INTERNET_DISCONNECTED/)
  const failed = async (reason: string) => {
    await expect(toast(page, 'Erro ao entrar com Google')).toBeVisible()
    await expect(toast(page, reason)).toBeVisible()
  }
  await page.goto('/login?plan=pro&interval=year')
  await continueWithGoogle(page, googleAccounts.unconfirmed)
  await failed('O Google ainda não confirmou o email desta conta.')
  await expect(page).toHaveURL('/login?plan=pro&interval=year')

  await page.reload()
  await button(page, 'Continuar com Google').click()
  await page.waitForURL(/\/o\/oauth2\/v2\/auth/)
  const state = new URL(page.url()).searchParams.get('state') ?? ''
  const back = new URL(new URL(page.url()).searchParams.get('redirect_uri') ?? '')
  const come = async (query: Record<string, string>) => page.goto(`${back}?${new URLSearchParams(query)}`)
  await come({ error: 'access_denied', state })
  await failed('A entrada foi cancelada.')
  await expect(page).toHaveURL('/login?plan=pro&interval=year')

  await button(page, 'Continuar com Google').click()
  await page.waitForURL(/\/o\/oauth2\/v2\/auth/)
  await come({ code: 'made-up', state: new URL(page.url()).searchParams.get('state') ?? '' })
  await failed('Tente de novo ou entre com email e senha.')
  // A sign-in that this browser did not start.
  await come({ code: 'made-up', state: 'made-up' })
  await failed('Tente de novo ou entre com email e senha.')
  await expect(page).toHaveURL('/login')
  expect((await page.request.get('/api/session')).status()).toBe(401)

  for (const [answer, reason] of [
    [{ status: 404, json: { code: 'PROVIDER_NOT_FOUND' } }, 'Tente de novo ou entre com email e senha.'],
    [{ status: 429, headers: { 'x-retry-after': '42' }, json: {} }, 'Muitas tentativas. Tente de novo em 42 segundos.'],
  ] as const) {
    await page.reload()
    await page.route('**/api/auth/sign-in/social', (route) => route.fulfill(answer))
    await button(page, 'Continuar com Google').click()
    await failed(reason)
    await page.unroute('**/api/auth/sign-in/social')
  }
})
