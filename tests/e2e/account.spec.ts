import type { Page } from '@playwright/test'
import { accessible } from '../testkit/accessible.ts'
import { signIn } from './doctor.ts'
import { mailTo } from './inbox.ts'
import { expect, test } from './test.ts'

const EMAIL = 'caio.nobrega@relato.example'
const PASSWORD = 'segredo1'

test('a doctor signs up, confirms by the mail, signs in to where they wanted to go, and out', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of (401|403|409)/)
  await page.goto('/app/patients?x=1')
  await expect(page).toHaveURL('/landing?redirect=%2Fapp%2Fpatients%3Fx%3D1')
  await accessible(page)
  await page.getByRole('link', { name: 'Criar conta' }).first().click()
  await page.getByLabel('Nome completo').fill('Dr. Caio Nóbrega')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirmar senha').fill('outra-senha')
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('As senhas não coincidem')
  await page.getByRole('alertdialog').getByRole('button').click()
  await page.getByLabel('Confirmar senha').fill(PASSWORD)
  await accessible(page)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByText('Conta criada! Verifique seu email para confirmar.')).toBeVisible()

  await page.goto('/login')
  const enter = async (password: string) => {
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  await enter('errada1')
  await expect(page.getByText('Email ou senha incorretos')).toBeVisible()
  await enter(PASSWORD)
  await expect(page.getByText('Confirme seu email antes de fazer login')).toBeVisible()

  await mailTo(page.request, EMAIL, 'verification')
  await page.goto('/dev/inbox')
  await page
    .getByRole('link', { name: /verify-email/ })
    .first()
    .click()
  await expect(page.getByText('Email confirmado. Agora é só entrar.')).toBeVisible()
  await page.goto('/login?redirect=%2F%2Fmalvado.example')
  await enter(PASSWORD)
  await expect(page).toHaveURL('/app/dashboard')
  await page.goto('/landing?redirect=%2Fapp%2Fsettings')
  await expect(page).toHaveURL('/app/settings')
  await page.getByLabel('CRM').fill('52123456rj')
  await expect(page.getByLabel('CRM')).toHaveValue('52123456/RJ')
  await page.getByRole('button', { name: 'Salvar Perfil' }).click()
  await expect(page.getByText('Perfil atualizado com sucesso!')).toBeVisible()

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

test('every screen is guarded by headers, and says in Portuguese what is not there', async ({ page, expectNoise }) => {
  expectNoise(/status of 404/)
  await signIn(page)
  for (const path of ['/app/dashboard', '/app/history', '/app/patients', '/app/settings']) {
    const answer = await page.goto(path)
    const headers = answer?.headers() ?? {}
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1]
    expect(nonce).toBeTruthy()
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.stringContaining('max-age='),
      'permissions-policy': expect.stringContaining('microphone=(self)'),
    })
    await expect(page.getByRole('main')).toBeVisible()
  }
  const unknown = await page.goto('/app/history/00000000-0000-4000-8000-00000000ffff')
  expect(unknown?.status()).toBe(404)
  await expect(page.getByText(/não encontrad/i).first()).toBeVisible()
  expect((await page.goto('/nada'))?.status()).toBe(404)
  await accessible(page)
})

test('a device in another zone reports it once, and the page follows', async ({ browser, page }) => {
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
  await expect(away.getByText('Consultas de hoje')).toBeVisible()
  expect(reports).toEqual([JSON.stringify({ time_zone: 'America/Manaus' })])
  await travelled.close()

  // Back home the other device reports its own.
  const back = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await signIn(page)
  await back
  expect(await storedZone(page)).toBe('America/Sao_Paulo')
})
