import type { Page } from '@playwright/test'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { codeNotShown, codeShown } from '../testkit/authenticator.ts'
import { linkIn, mailTo } from './inbox.ts'
import { APP_URL } from './stack.ts'
import { expect, holdRequests, test } from './test.ts'

const PASSWORD = 'segredo1'

/** Presses Enter in the last field: the browser itself sends the form. */
async function post(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press('Enter')
}

test('without the script the browser sends the forms itself: account, password, code, recovery and refusals', async ({
  browser,
  expectNoise,
}) => {
  expectNoise(/status of (4\d\d)/)
  const context = await browser.newContext({ locale: 'pt-BR', javaScriptEnabled: false })
  const page = await context.newPage()
  const email = `sem.script.${process.pid}.${Date.now()}@relato.example`
  const alert = page.getByRole('alert')
  await page.goto('/login?criar=1&redirect=%2Fapp%2Fpatients')
  await expect(page.getByText('Sem JavaScript você entra, mas não grava nem edita consultas.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'fale com a gente' })).toHaveAttribute('href', '/contact')
  const person = { 'Nome completo': 'Dra. Íris Montenegro', Email: email, Senha: PASSWORD }
  await post(page, { ...person, 'Confirmar senha': 'outra-senha' })
  await expect(alert).toHaveText('As senhas não coincidem')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await post(page, { ...person, Email: DEMO_EMAIL, 'Confirmar senha': PASSWORD })
  await expect(alert).toHaveText('Este email já está cadastrado')
  await post(page, { ...person, 'Confirmar senha': PASSWORD })
  await expect(page.getByRole('heading', { name: 'Confirme seu email' })).toBeVisible()

  await page.goto('/login?redirect=%2Fapp%2Fpatients')
  await post(page, { Email: email, Senha: PASSWORD })
  await expect(alert).toHaveText('Confirme seu email antes de fazer login')
  // The link signs in, because it is opened where the account was created.
  await page.goto(linkIn(await mailTo(page.request, email, 'verification')))
  await expect(page).toHaveURL('/app/patients')
  await context.clearCookies()
  await page.goto('/login?redirect=%2Fapp%2Fpatients')
  await post(page, { Email: email, Senha: 'errada1' })
  await expect(alert).toHaveText('Email ou senha incorretos')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('')
  expect(await page.content()).not.toContain('errada1')
  await post(page, { Email: email, Senha: PASSWORD })
  await expect(page).toHaveURL('/app/patients')

  // The second factor applies to posted forms too.
  const send = (method: string, path: string, data: object) =>
    page.request.fetch(path, { method, data, headers: { origin: APP_URL } })
  const confirmation = { password: PASSWORD, code: null }
  const { secret } = (await (await send('POST', '/api/second-factor', { confirmation })).json()) as { secret: string }
  expect((await send('PUT', '/api/second-factor', { code: codeShown(secret) })).status()).toBe(200)
  await context.clearCookies()
  await page.goto('/login?plan=pro')
  await post(page, { Email: email, Senha: PASSWORD })
  await expect(page).toHaveURL('/login?codigo=1&plan=pro&interval=month')
  await post(page, { 'Código de verificação': codeNotShown(secret) })
  await expect(alert).toHaveText('Código incorreto ou já usado')
  await post(page, { 'Código de verificação': codeShown(secret, 1) })
  await expect(page).toHaveURL('/checkout?plan=pro&interval=month')
  await context.clearCookies()
  await page.goto('/login?codigo=1')
  await post(page, { 'Código de verificação': codeShown(secret, 1) })
  await expect(page).toHaveURL('/login?expirou=1')
  await expect(page.getByText('O tempo para informar o código acabou. Entre de novo.')).toBeVisible()

  await page.goto('/login?recuperar=1')
  await post(page, { Email: email })
  await expect(page.getByText(`Se houver uma conta com ${email}`)).toBeVisible()
  await mailTo(page.request, email, 'password_reset')

  // The same limits, and no other site's form.
  const form = { email, password: 'errada1' }
  const foreign = await page.request.post('/login', { form, headers: { origin: 'https://outro.example' } })
  expect([foreign.status() >= 400, foreign.headers()['set-cookie']]).toEqual([true, undefined])
  for (let guess = 0; guess < 10; guess++) await page.request.post('/login', { form, headers: { origin: APP_URL } })
  await page.goto('/login')
  await post(page, { Email: email, Senha: PASSWORD })
  await expect(alert).toContainText(/^Muitas tentativas. Tente de novo em \d+/)
  await context.close()
})

test('Enter on the sign-in form works before the script has loaded', async ({ page, request, expectNoise }) => {
  expectNoise(/Failed to load resource|net::ERR/)
  await page.addInitScript(() => Object.assign(window, { sendsFormsAtOnce: true }))
  const release = await holdRequests(page, /\/assets\/.*\.js$/)
  await page.goto('/login?redirect=%2Fapp%2Fhistory', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled()
  await post(page, { Email: DEMO_EMAIL, Senha: 'errada1' })
  await expect(page.getByRole('alert')).toHaveText('Email ou senha incorretos')
  await post(page, { Email: DEMO_EMAIL, Senha: DEMO_PASSWORD })
  await page.waitForURL('/app/history', { waitUntil: 'commit' })
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await request.get('/app/history', { maxRedirects: 0 })).status()).toBe(302)
})
