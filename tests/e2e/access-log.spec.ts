import { enterStage } from '../screens/stage.ts'
import { expect, test } from './test.ts'

test('lists who signed in and whose data was opened, newest first', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  const guess = { email: stage.doctor.email, password: 'Errada#2026' }
  expect((await stage.api('POST', '/api/auth/sign-in/email', guess)).status).toBe(401)
  const id = await stage.patient('Marina Alves Teixeira')
  for (let i = 0; i < 30; i++) await stage.api('GET', `/api/patients/${id}`)
  const deletedPatient = await stage.patient('Otávio Reis')
  await stage.api('DELETE', `/api/patients/${deletedPatient}`)

  await page.goto('/app/settings')
  const part = page.getByRole('region', { name: 'Registro de acessos' })
  await part.getByRole('button', { name: 'Mostrar acessos' }).press('Enter')
  const list = part.getByRole('list', { name: 'Acessos' })
  await expect(list).toBeFocused()
  const lines = list.getByRole('listitem')
  await expect(lines).toHaveCount(30)
  await expect(lines.filter({ hasText: 'Paciente excluído' }).first()).toContainText('rede 198.18.')
  await expect(list).not.toContainText('Otávio')
  await expect(lines.filter({ hasText: 'Cadastro aberto' }).first()).toContainText('Marina Alves Teixeira')

  await part.getByRole('button', { name: 'Mostrar acessos mais antigos' }).press('Enter')
  await expect(lines.last()).toContainText('Conta criada')
  await expect(lines.filter({ hasText: 'Tentativa de entrada com senha errada' })).toHaveCount(1)
  await expect(list).toBeFocused()
  await expect(part.getByRole('button')).toHaveCount(0)
})
