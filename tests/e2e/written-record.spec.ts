import { MAIN } from '../testkit/full.ts'
import { finish, openConsultation, signIn, writeLine } from './doctor.ts'
import { exportedText } from './record-menu.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Iracema Nogueira Sá'

test('from a refusal to a signed record and its PDF, written by the doctor without AI', { tag: MAIN }, async ({
  page,
  engine,
}) => {
  await signIn(page)
  const id = await openConsultation(page, PATIENT)
  const notice = page.getByRole('region', { name: new RegExp(PATIENT) })
  await notice.getByRole('button', { name: 'Paciente recusou: Gravação do áudio' }).click()
  // The answer reaches the server before the end, also on a slow network.
  let letGo = () => {}
  const answerMayPass = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/consents', async (route) => {
    await answerMayPass
    await route.continue()
  })
  await notice.getByRole('button', { name: 'Continuar sem gravação' }).click()
  const end = page.getByRole('button', { name: 'Finalizar Consulta' })
  await expect(end).toBeDisabled()
  letGo()
  await expect(page.getByText(/^Paciente recusou às/)).toBeVisible()
  await expect(end).toBeEnabled()
  await writeLine(page, 'Paciente', 'Dor de cabeça há duas semanas.')
  await finish(page)

  await page.getByRole('button', { name: 'Escrever registro' }).click()
  const record = page.getByRole('dialog', { name: `Registro de ${PATIENT}` })
  await record.getByRole('radio', { name: /^Clínica Geral/ }).click()
  await record.getByRole('button', { name: 'Escrever registro' }).click()
  await expect(record.getByText('Texto escrito pelo médico, sem inteligência artificial.')).toBeVisible()
  await expect(record.getByRole('button', { name: 'Nova Estruturação' })).toHaveCount(0)

  // An empty record cannot be signed.
  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  await expect(page.getByText('O registro está vazio. Escreva ao menos uma seção.')).toBeVisible()
  const write = async (title: string, text: string) => {
    await record.getByRole('button', { name: `${title}: não informado. Escrever` }).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(record.getByRole('button', { name: text })).toBeVisible()
  }
  await write('Queixa Principal', 'Dor de cabeça há duas semanas.')
  await write('Conduta', 'Retorno em quinze dias.')

  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  const signing = page.getByRole('dialog', { name: 'Revisar e assinar' })
  await expect(signing).not.toContainText('Registro de uso de IA')
  await signing.getByRole('button', { name: 'Assinar registro' }).click()
  await expect(record.getByText('Registro assinado')).toBeVisible()

  const text = await exportedText(page)
  for (const printed of [PATIENT, 'Retorno em quinze dias.', 'Paciente recusou a gravação', 'SHA-256'])
    expect(text).toContain(printed)
  expect(text).not.toContain('Registro de uso de IA')

  // No model saw the consultation, and the history has the record like any other.
  await page.goto(`/app/history/${id}`)
  await expect(page.getByText('Registro (Clínica Geral)').first()).toBeVisible()
  await expect(page.getByText('Processamento')).toHaveCount(0)
  expect(engine.heard).toEqual([])
})
