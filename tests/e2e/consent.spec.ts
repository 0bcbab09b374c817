import { LONG } from '../support/full.ts'
import { acceptNotice, finish, openConsultation, signIn, startRecording } from './doctor.ts'
import { type Engine, startRecogniser } from './stack.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Maria Aparecida dos Santos Albuquerque Cavalcanti'
let engine: Engine
test.beforeAll(async () => {
  engine = await startRecogniser()
})
test.afterAll(() => engine.stop())

test('refused: nothing records, the doctor types, and history says so', async ({ page }) => {
  await signIn(page)
  const id = await openConsultation(page, PATIENT)
  const notice = page.getByRole('region', { name: new RegExp(PATIENT) })
  await expect(notice.getByText('inteligência artificial para transcrever')).toBeVisible()
  // Nothing to press before the answer.
  await expect(page.getByRole('region', { name: 'Gravação' })).toContainText('Falta o aviso ao paciente')
  await expect(page.getByRole('button', { name: 'Iniciar gravação' })).toBeHidden()
  // Nor is it finished unasked without a word: the way back leads to the notice.
  const title = notice.getByRole('heading', { level: 2 })
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('textbox', { name: 'Escrever fala' }).focus()
  await expect(title).not.toBeInViewport()
  await page.keyboard.press('Control+Enter')
  const question = page.getByRole('alertdialog', { name: 'Finalizar consulta?' })
  await expect(question).toContainText('Sem a resposta, esta consulta não gera registro com IA.')
  await question.getByRole('button', { name: 'Voltar ao aviso' }).click()
  await expect(question).toBeHidden()
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
  await page.setViewportSize(desktop)
  await notice.getByRole('button', { name: 'Paciente recusou: Gravação do áudio' }).click()
  await notice.getByRole('button', { name: 'Continuar sem gravação' }).click()
  await expect(page.getByText(/^Paciente recusou às .*sem gravação e sem IA/)).toBeVisible()
  await expect(page.getByText('Consulta sem gravação')).toBeVisible()

  // By keyboard alone: the composer has the focus.
  const composer = page.getByRole('textbox', { name: 'Escrever fala' })
  await expect(composer).toBeFocused()
  await page.keyboard.type('O que traz a senhora hoje?')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Quem falou' }).getByRole('button', { name: 'Paciente' }).click()
  await page.keyboard.type('Dor de cabeça há duas semanas.')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Melhora com o repouso.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Dor de cabeça há duas semanas.')).toBeVisible()
  const log = page.getByRole('log')
  await expect(log.getByText('digitada')).toHaveCount(2)
  await expect(composer).toBeFocused()
  await expect(page.getByText('aguardando envio')).toHaveCount(0)

  await finish(page)
  await expect(page.getByText(/^Paciente recusou a gravação em .*, versão 2026-11\.$/)).toBeVisible()
  await expect(page.getByText('O paciente não autorizou o uso de IA nesta consulta.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Estruturar' }).first()).toBeDisabled()
  await page.goto(`/app/history/${id}`)
  await expect(page.getByText(/^Paciente recusou a gravação em/)).toBeVisible()
  await page.getByRole('tab', { name: 'Transcrição' }).click()
  await expect(page.getByText('Dor de cabeça há duas semanas.')).toBeVisible()
  await expect(page.getByText('O que traz a senhora hoje?')).toBeVisible()
  expect(engine.heard).toEqual([])
})

test('accepted, then withdrawn while recording: it stops at once, and typing goes on', { tag: LONG }, async ({
  page,
}) => {
  await signIn(page)
  const id = await openConsultation(page, 'Sebastião Evangelista do Nascimento Júnior')
  await acceptNotice(page)
  await startRecording(page)
  await page.getByRole('button', { name: 'Revogar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar e parar' }).click()
  await expect(page.getByText(/^Paciente revogou/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pausar gravação' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Escrever fala' }).fill('Seguimos sem gravar.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Seguimos sem gravar.')).toBeVisible()

  // What stands is what the server has, not what this page shows.
  const detail = async () => (await (await page.request.get(`/api/consultations/${id}`)).json()) as Detail
  await expect.poll(async () => (await detail()).consultation.consent?.state).toBe('revoked')
  await page.reload()
  await expect(page.getByText(/^Paciente revogou às/)).toBeVisible()
  await expect(page.getByRole('log').getByText('Seguimos sem gravar.')).toBeVisible()
  await finish(page)
  await expect(page.getByText(/, e revogou em /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Estruturar' }).first()).toBeDisabled()
  // The consultation went on being spoken; nothing of that was written any more.
  expect((await detail()).transcriptions.at(-1)?.text).toBe('Seguimos sem gravar.')
})

type Detail = { consultation: { consent: { state: string } | null }; transcriptions: { text: string }[] }
