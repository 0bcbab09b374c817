import type { BrowserContext, Locator, Page } from '@playwright/test'
import { enterStage } from '../screens/stage.ts'
import { enter, openConsultation, signIn, startConsultation, startRecording, writeLine } from './doctor.ts'
import { expect, test } from './test.ts'

const SAVED = 'Configurações salvas com sucesso!'
const DETAIL = '/app/history/00000000-0000-4000-8000-000000000021'

const setting = (page: Page, name: string) => page.getByRole('switch', { name })
const toasts = (page: Page) => page.locator('[data-sonner-toast]')
/** In another page of the same browser, which goes again: the doctor's own stays in front. */
async function changeBeside(page: Page, name: string): Promise<void> {
  const settings = await page.context().newPage()
  await settings.goto('/app/settings')
  await setting(settings, name).click()
  await expect(settings.getByText(SAVED)).toBeVisible()
  await settings.close()
  // Without the focus of the window a list of choices would not open.
  await page.bringToFront()
}
/** The server's HTML, before any script runs. */
const served = async (page: Page, path: string) =>
  /<html[^>]*>/.exec(await (await page.request.get(path)).text())?.[0] ?? ''
/** The speaker of a line; its buttons name both. */
const speakerOf = (line: Locator) => line.locator('> span').nth(1)
const html = (page: Page) => page.locator('html')
const heightOf = async (what: Locator) => (await what.boundingBox())?.height ?? 0

test('draws theme and density on the server, and other pages follow', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto(DETAIL)
  await other.getByRole('tab', { name: 'Transcrição' }).click()
  const line = other.locator('[data-entry]').first()
  await expect(line).toBeVisible()
  const [roomy, text] = [
    await heightOf(line),
    await line
      .locator('span')
      .nth(2)
      .evaluate((one) => getComputedStyle(one).fontSize),
  ]
  expect(text).toBe('17px')

  await page.goto('/app/settings')
  expect(await served(page, '/app/settings')).toContain('data-theme="system"')
  await page.getByRole('radio', { name: 'Escuro' }).click()
  await setting(page, 'Modo compacto').click()
  for (const one of [page, other]) {
    await expect(html(one)).toHaveAttribute('data-theme', 'dark')
    await expect(html(one)).toHaveAttribute('data-density', 'compact')
    await expect(one.locator('body')).toHaveCSS('color', 'rgb(237, 235, 230)')
  }
  // The other page's lines have moved closer together; what is touched is as large as before.
  await expect(line.locator('span').nth(2)).toHaveCSS('font-size', '15px')
  expect(await heightOf(line)).toBeLessThan(roomy - 8)
  await expect(page.getByRole('button', { name: 'Salvar Perfil' })).toHaveCSS('height', '38px')

  // No flash: the very first bytes say it, also of a page that is not the app's.
  for (const path of ['/app/settings', DETAIL, '/app/nada'])
    expect(await served(page, path)).toMatch(/data-theme="dark".*data-density="compact"/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Escuro' })).toBeChecked()
  await expect(setting(page, 'Modo compacto')).toBeChecked()

  // A browser that forgets the cookie: what is stored puts it back.
  await context.clearCookies({ name: 'relato-settings' })
  await page.goto('/app/patients')
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expect.poll(() => served(page, '/app/patients')).toContain('data-theme="dark"')

  await page.goto('/app/settings')
  await page.getByRole('button', { name: 'Restaurar padrões' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurar' }).click()
  await expect(html(page)).toHaveAttribute('data-theme', 'system')
  await expect(html(other)).not.toHaveAttribute('data-density')
  expect(await served(page, '/app/settings')).toMatch(/data-theme="system"(?!.*data-density)/)
})

test('reports several changes once, and reads them again after a reload', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/settings')
  const names = ['Transcrição e registro prontos', 'Lembretes de consulta', 'Novidades do sistema', 'Redução de ruído']
  for (const name of names) await setting(page, name).click()
  await expect(toasts(page).filter({ hasText: SAVED })).toHaveCount(1)
  const interval = page.getByLabel('Intervalo do salvamento automático')
  await interval.selectOption('A cada 15 s')
  await setting(page, 'Salvamento automático').click()
  await expect(interval).toBeDisabled()
  await page.getByRole('radio', { name: 'Baixa' }).click()
  await setting(page, 'Gravação neste aparelho').click()
  await expect(page.getByRole('radio', { name: 'Baixa' })).toBeDisabled()
  await setting(page, 'Guardar o áudio no servidor durante a consulta').click()
  await page.getByRole('radio', { name: 'Servidor' }).click()
  await expect(toasts(page)).toHaveCount(1)

  await page.reload()
  const states = ['false', 'false', 'true', 'false']
  for (const [i, name] of names.entries())
    await expect(setting(page, name)).toHaveAttribute('aria-checked', states[i] ?? '')
  await expect(interval).toHaveValue('15')
  await expect(page.getByRole('radio', { name: 'Servidor' })).toBeChecked()
  const storedSettings = JSON.parse((await page.evaluate(() => localStorage.getItem('relato-settings'))) ?? '{}')
  expect(storedSettings).toMatchObject({
    notifications: { transcriptionComplete: false, consultationReminders: false, systemUpdates: true },
    audio: { enabled: false, quality: 'low', noiseReduction: false, autoAdjustVolume: false, storeInRoom: false },
    transcription: { engine: 'server', autoSpeakerDetection: true, autoSave: false, autoSaveInterval: 15 },
  })

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await setting(page, 'Mostrar horários').click()
  await expect(toasts(page).filter({ hasText: 'Erro ao salvar configurações' })).toHaveCount(1)
  await expect(setting(page, 'Mostrar horários')).toBeChecked()
})

test('times of the lines are shown or not, shortcuts obeyed or not', async ({ page }) => {
  await enterStage(page, 'new')
  await page.goto('/app/dashboard')
  const change = (name: string) => changeBeside(page, name)
  await openConsultation(page, 'Nair Montenegro Aguiar')
  await writeLine(page, 'Médico', 'Bom dia.')
  const line = page.getByRole('log').locator('[data-entry]')
  await expect(line.locator('time')).toBeVisible()
  await change('Mostrar horários')
  await expect(line.locator('time')).toHaveCount(0)

  const sheet = page.getByRole('dialog', { name: 'Atalhos de teclado' })
  const search = page.getByPlaceholder('Buscar...')
  const away = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await away()
  await page.keyboard.press('?')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await away()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await line.focus()
  await page.keyboard.press('2')
  await expect(speakerOf(line)).toHaveText('Paciente')

  await change('Atalhos de teclado')
  await page.keyboard.press('1')
  await expect(speakerOf(line)).toHaveText('Paciente')
  await away()
  for (const key of ['?', '/', 'f', ' ', 'Control+Enter']) await page.keyboard.press(key)
  await expect(speakerOf(line)).toHaveText('Paciente')
  await expect(search).not.toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // Standard keys are no shortcuts: arrows in the list, Escape in a dialog.
  await page.getByRole('button', { name: /Conta de/ }).click()
  await page.getByRole('menuitem', { name: /Atalhos/ }).click()
  await expect(sheet).toContainText('Os atalhos estão desligados.')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('stops guessing speakers from the next start or resume', async ({ page, engine: _ }) => {
  // A separate consultation, so that an open one blocks no other test.
  await enterStage(page, 'new')
  await page.goto('/app/settings')
  await setting(page, 'Identificação automática de quem fala').click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await page.goto('/app/dashboard')
  await startConsultation(page, 'Otília Vasconcelos Prado')
  await startRecording(page)
  const lines = page.getByRole('log').locator('[data-entry]')
  await expect(lines.nth(1)).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await expect(page.getByText('Pausado', { exact: true })).toBeVisible()
  const speakers = page.locator('[data-entry] > span:nth-of-type(2)')
  const guessed = speakers.filter({ hasText: /^(Médico|Paciente)/ })
  await expect(guessed).toHaveCount(0)

  await changeBeside(page, 'Identificação automática de quem fala')
  await page.getByRole('button', { name: 'Retomar gravação' }).click()
  await expect(guessed.first()).toBeVisible({ timeout: 90_000 })
  // A line without a speaker remains so until the doctor chooses one.
  for (const early of [0, 1]) await expect(speakers.nth(early)).toHaveText('Desconhecido')
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
})

test('checks a profile by its rules, protects it from loss, and saves it', async ({ page, expectNoise }) => {
  expectNoise(/status of 401/)
  await enterStage(page, 'new')
  await page.goto('/app/settings')
  await expect(page.getByRole('button', { name: 'Salvar Perfil' })).toBeEnabled()
  const [name, crm, phone] = [page.getByLabel('Nome completo'), page.getByLabel('CRM'), page.getByLabel('Telefone')]
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await name.fill('')
  await crm.pressSequentially('123sp')
  await page.getByRole('button', { name: 'Salvar Perfil' }).click()
  const [noName, badCrm] = ['Nome é obrigatório', 'CRM deve estar no formato: 123456/UF'].map((text) =>
    page.getByText(text, { exact: true }),
  ) as [Locator, Locator]
  for (const message of [noName, badCrm]) await expect(message).toBeVisible()
  await expect(name).toBeFocused()
  // Each goes away when its field is edited, and only then.
  await name.fill('Dr. Caio Nóbrega de Assis')
  await expect(noName).toBeHidden()
  await expect(badCrm).toBeVisible()
  await crm.fill('')
  await crm.pressSequentially('123456sp')
  await expect(crm).toHaveValue('123456/SP')
  await phone.pressSequentially('11987654321')
  await expect(phone).toHaveValue('(11) 98765-4321')

  // A click elsewhere loses no typed text.
  await page.getByRole('link', { name: 'Pacientes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
  await expect(name).toHaveValue('Dr. Caio Nóbrega de Assis')
  await page.getByRole('button', { name: 'Salvar Perfil' }).click()
  await expect(page.getByText('Perfil atualizado com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Conta de Dr. Caio Nóbrega de Assis' })).toContainText('CRM 123456/SP')
  await page.getByRole('link', { name: 'Pacientes' }).click()
  await expect(page).toHaveURL('/app/patients')

  // A session that ended says so, small; what was typed is there after signing in again in place.
  await page.goto('/app/settings')
  await expect(page.getByRole('button', { name: 'Salvar Perfil' })).toBeEnabled()
  await phone.fill('1132654321')
  await page.context().clearCookies({ name: /session_token/ })
  await page.getByRole('button', { name: 'Salvar Perfil' }).click()
  await expect(page.getByText('User not authenticated')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
  await expect(phone).toHaveValue('(11) 3265-4321')
})

test('changes a password: other devices end, this browser goes on', async ({ page, browser, expectNoise }) => {
  expectNoise(/status of (401|422)/)
  const { doctor, url } = await enterStage(page, 'new')
  const signInWith = async (where: Page, password: string) => {
    await where.goto(`${url}/login`)
    await enter(where, doctor.email, password)
  }
  const address = { 'cf-connecting-ip': '198.18.250.1' }
  const phone: BrowserContext = await browser.newContext({ userAgent: PHONE_AGENT, extraHTTPHeaders: address })
  const elsewhere = await phone.newPage()
  await signInWith(elsewhere, doctor.password)
  await expect(elsewhere).toHaveURL(/\/app\/dashboard$/)

  await page.goto('/app/settings')
  await expect(page.getByText('Safari no iPhone')).toBeVisible()
  const devices = page.getByRole('listitem').filter({ hasText: 'Este aparelho' })
  await expect(devices).toHaveCount(1)
  const beside = await page.context().newPage()
  await beside.goto('/app/patients')
  const [current, next, again] = ['Senha atual', 'Nova senha', 'Confirmar nova senha'].map((label) =>
    page.getByLabel(label, { exact: true }),
  ) as [Locator, Locator, Locator]
  const change = () => page.getByRole('button', { name: 'Alterar Senha' }).click()
  const says = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  // The rules of a new password, one at a time, are states of tests/screens.
  await current.fill('Errada#1')
  await next.fill('Relato#2026')
  await again.fill('Relato#2026')
  await change()
  await says('Senha atual incorreta')
  await says('Erro ao alterar senha')
  await expect(current).toBeFocused()

  await current.fill(doctor.password)
  await change()
  await says('Senha alterada com sucesso!')
  await says('A sessão em outro aparelho foi encerrada.')
  await expect(current).toHaveValue('')
  await expect(page.getByText('Safari no iPhone')).toBeHidden()
  await expect(page.getByText('Sua conta não está aberta em nenhum outro aparelho.')).toBeVisible()
  // The browser's other page goes on with the new session; the phone is out.
  await beside.reload()
  await expect(beside).toHaveURL('/app/patients')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/landing\?redirect=/)
  await signInWith(elsewhere, doctor.password)
  await expect(elsewhere.getByText('Email ou senha incorretos')).toBeVisible()
  await signInWith(elsewhere, 'Relato#2026')
  await expect(elsewhere).toHaveURL(/\/app\/dashboard$/)

  // And is ended from here.
  await page.reload()
  await page.getByRole('button', { name: 'Encerrar outras sessões' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click()
  await says('Outras sessões encerradas')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/landing\?redirect=/)
  await phone.close()
})

const PHONE_AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
