import { enterStage } from '../screens/stage.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Raimunda Nonata Pereira'
const KEY = 'pendingConsultation'

test('keeps a draft over a reload, sealed for its doctor, until the start', async ({ page, expectNoise }) => {
  const stage = await enterStage(page, 'new')
  await stage.patient(PATIENT, 'Hipertensão. Alergia a dipirona.')
  await page.goto('/app/dashboard')
  const storedDraft = () => page.evaluate((key) => localStorage.getItem(key), KEY)
  /** Sealing takes a moment after the last word. */
  const expectSealedAgain = async (change: () => Promise<void>) => {
    const before = await storedDraft()
    await change()
    await expect.poll(storedDraft).not.toBe(before)
  }
  const context = page.getByLabel('Contexto desta consulta')
  const chosen = page.getByRole('combobox', { name: 'Paciente' })

  // A patient is required, and said so where it is missing.
  await expect(context).toHaveCount(0)
  await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
  await expect(page.getByText('Escolha ou crie um paciente')).toBeVisible()
  await chosen.fill('raimunda')
  await expectSealedAgain(() => page.getByRole('option', { name: new RegExp(`^${PATIENT}`) }).click())
  await expect(context).toHaveValue('Hipertensão. Alergia a dipirona.')
  await expect(page.getByText('Escolha ou crie um paciente')).toHaveCount(0)
  await expectSealedAgain(() => page.getByRole('radio', { name: /Telemedicina/ }).click())
  await expectSealedAgain(() => context.fill('Retorno. Alergia a dipirona.'))
  await page.reload()
  await expect(chosen).toHaveValue(PATIENT)
  await expect(context).toHaveValue('Retorno. Alergia a dipirona.')
  await expect(page.getByRole('radio', { name: /Telemedicina/ })).toBeChecked()
  for (const secret of [PATIENT, 'Raimunda', 'dipirona']) expect(await storedDraft()).not.toContain(secret)

  // Another doctor on the same device has none of it.
  const mine = (await storedDraft()) ?? ''
  const other = await page
    .context()
    .browser()
    ?.newContext({
      locale: 'pt-BR',
      baseURL: stage.url,
      extraHTTPHeaders: { 'cf-connecting-ip': '198.18.254.1' },
    })
  const theirs = await other?.newPage()
  if (!theirs) throw new Error('no second browser')
  await enterStage(theirs, 'new')
  await theirs.addInitScript(([key, value]) => localStorage.setItem(key, value), [KEY, mine] as const)
  await theirs.goto('/app/dashboard')
  await expect(theirs.getByRole('combobox', { name: 'Paciente' })).toHaveValue('')
  await expect(theirs.getByText(PATIENT)).toHaveCount(0)
  await other?.close()

  await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
  await expect(page.getByText('Consulta em Andamento').first()).toBeVisible()
  await expect(page.getByText('Telemedicina').first()).toBeVisible()
  expect(await storedDraft()).toBeNull()

  const edit = page.getByRole('button', { name: 'Editar', exact: true })
  const SAVING = /^\/api\/consultations\/[^/]+$/
  // Leaving with unsaved text shows a question.
  const leaving = page.getByRole('alertdialog', { name: 'Sair da consulta?' })
  const toPatients = page.getByRole('navigation').getByRole('link', { name: 'Pacientes' }).first()
  await edit.click()
  await context.fill('Retorno. Alergia a dipirona, a iodo e a látex.')
  await toPatients.click()
  await expect(leaving).toContainText('O que foi escrito e não foi salvo será perdido.')
  await leaving.getByRole('button', { name: 'Ficar' }).click()
  await expect(context).toHaveValue('Retorno. Alergia a dipirona, a iodo e a látex.')
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()

  // Text that was unsaved at the end of the consultation moves to the finished page, with the reason.
  const UNSAVED = 'Retorno. Alergia a dipirona, a iodo e a corantes.'
  const OVER = 'A consulta já foi finalizada.'
  expectNoise(/status of 409/)
  await stage.fail(SAVING, 409, { method: 'PATCH', message: OVER })
  await edit.click()
  await context.fill(UNSAVED)

  // An unsent line also shows a question, and moves with the end of the consultation.
  const LINE = 'Volto a ver a senhora em quinze dias.'
  await page.getByLabel('Escrever fala').fill(LINE)
  await toPatients.click()
  await leaving.getByRole('button', { name: 'Ficar' }).click()
  // No shortcut is obeyed under a dialog, and one that fades is still there.
  await expect(leaving).toHaveCount(0)
  await page.getByLabel('Escrever fala').press('Control+Enter')
  await page.getByRole('button', { name: 'Finalizar agora' }).click()
  await expect(page.getByText('Consulta Finalizada')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Transcrição' })).toContainText(LINE)
  const unsaved = page.getByRole('region', { name: 'Contexto não salvo' })
  await expect(unsaved).toContainText(OVER)
  await expect(unsaved).toContainText(UNSAVED)
  await toPatients.click()
  const discarding = page.getByRole('alertdialog', { name: 'Descartar alterações?' })
  await discarding.getByRole('button', { name: 'Continuar editando' }).click()
  await unsaved.getByRole('button', { name: 'Descartar' }).click()
  await expect(unsaved).toHaveCount(0)
  await toPatients.click()
  await expect(page).toHaveURL(/\/app\/patients$/)
})
