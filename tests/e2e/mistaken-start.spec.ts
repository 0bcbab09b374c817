import { adviceRead } from '../screens/devices.ts'
import { enterStage } from '../screens/stage.ts'
import { openConsultation, startConsultation, writeLine } from './doctor.ts'
import { expect, test } from './test.ts'

test('a consultation started by mistake is discarded, and one of the wrong patient moves to the right one', async ({
  page,
}) => {
  await adviceRead(page)
  const stage = await enterStage(page, 'new')
  await stage.patient('Érica Brandão', 'Alergia a dipirona.')
  await page.goto('/app/dashboard')
  const discarded = await openConsultation(page, 'Rui Falcão')
  await page.getByRole('button', { name: 'Descartar consulta' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar', exact: true }).click()
  await expect(page).toHaveURL(/\/app\/dashboard$/)
  expect((await stage.api('GET', `/api/consultations/${discarded}`)).status).toBe(404)

  const id = await startConsultation(page, 'Rui Falcão Neto')
  await writeLine(page, 'Paciente', 'Estou com dor de cabeça.')
  await expect(page.getByRole('button', { name: 'Descartar consulta' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Trocar paciente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trocar paciente' })
  await dialog.getByLabel('Paciente').fill('Érica')
  await page.getByRole('option', { name: /^Érica Brandão/ }).click()
  await dialog.getByRole('button', { name: 'Trocar paciente' }).click()
  await expect(dialog.getByText('Diga quem respondeu ao aviso')).toBeVisible()
  await dialog.getByRole('radio', { name: /A pessoa certa respondeu/ }).check()
  await dialog.getByRole('button', { name: 'Trocar paciente' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Érica Brandão' })).toBeFocused()
  await expect(page.getByText('Alergia a dipirona.')).toBeVisible()
  await expect(page.getByText(/^Paciente aceitou às/)).toBeVisible()
  await expect(page.getByRole('log').getByText('Estou com dor de cabeça.')).toBeVisible()
  const { body } = await stage.api<{ consultation: { patientName: string } }>('GET', `/api/consultations/${id}`)
  expect(body.consultation.patientName).toBe('Érica Brandão')
})
