import { MAIN } from '../testkit/full.ts'
import { watchAudio } from './consent-audio.ts'
import { acceptAndRecord, finish, isCovered, openConsultation, signIn } from './doctor.ts'
import { framesWaiting, keepLedger, storedFrames } from './ledger.ts'
import { cuttable } from './room-way.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Maria Aparecida dos Santos Albuquerque Cavalcanti'

test('refused: nothing records, the doctor types, and history says so', { tag: MAIN }, async ({ page, engine }) => {
  const { sent } = keepLedger(page)
  await signIn(page)
  const audio = await watchAudio(page, 'Continuar sem gravação')
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 720, height: 450 })
  const id = await openConsultation(page, PATIENT)
  const notice = page.getByRole('region', { name: new RegExp(PATIENT) })
  const title = notice.getByRole('heading', { level: 2 })
  await expect(notice.getByText('inteligência artificial para transcrever')).toBeVisible()
  // Enlarged to 200 %, the notice opens with its text above the button.
  for (const first of [title, notice.locator('li p').first()]) await expect.poll(() => isCovered(first)).toBe(false)
  await page.setViewportSize(desktop)
  // No button appears before the answer.
  await expect(page.getByRole('region', { name: 'Gravação' })).toContainText('Falta o aviso ao paciente')
  await expect(page.getByRole('button', { name: 'Iniciar gravação' })).toBeHidden()
  // Nor is it finished unasked without a word, and the end can be undone.
  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('button', { name: 'Escrever fala' }).click()
  await expect(title).not.toBeInViewport()
  await page.keyboard.press('Control+Enter')
  const warning = page.getByText('O paciente não respondeu ao aviso: esta consulta não gera registro com IA.')
  await expect(warning).toBeInViewport()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(warning).toHaveCount(0)
  // The answer is not covered and every word can be read: on a desktop, and enlarged to 200 %.
  for (const size of [
    { width: 1440, height: 900 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    expect(await isCovered(notice.getByRole('button', { name: 'Paciente aceita e grava' }))).toBe(false)
    for (const words of await notice.locator('li p').all()) {
      await words.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      expect(await isCovered(words)).toBe(false)
    }
  }
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
  await composer.evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'a'.repeat(4_001))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('Ele tem 4.001 caracteres e o campo aceita 4.000. Nada foi colado.')).toBeVisible()

  await finish(page)
  // The microphone was never asked for, and no byte left by any way.
  expect(await audio()).toMatchObject({ asked: 0, live: 0, before: 0, after: 0 })
  expect(sent.size).toBe(0)
  await expect(page.getByText(/^Paciente recusou a gravação em .*, versão 2026-11-28\.$/)).toBeVisible()
  await expect(page.getByText('O paciente não autorizou o uso de IA nesta consulta.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Escrever registro' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Estruturar' })).toHaveCount(0)
  await page.goto(`/app/history/${id}`)
  await expect(page.getByText(/^Paciente recusou a gravação em/)).toBeVisible()
  await page.getByRole('tab', { name: 'Transcrição' }).click()
  await expect(page.getByText('Dor de cabeça há duas semanas.')).toBeVisible()
  await expect(page.getByText('O que traz a senhora hoje?')).toBeVisible()
  expect(engine.heard).toEqual([])
})

test('accepted, then withdrawn while recording: from the click on no byte of audio leaves, and typing goes on', async ({
  page,
  engine: _,
}) => {
  const { sent } = keepLedger(page)
  const way = await cuttable(page)
  await signIn(page)
  const audio = await watchAudio(page, 'Revogar e parar')
  const id = await openConsultation(page, 'Sebastião Evangelista do Nascimento Júnior')
  await acceptAndRecord(page)
  // Sent but unacknowledged frames also wait on the device; revoking must delete them.
  way.hold(true)
  await expect.poll(() => framesWaiting(page, id)).toBeGreaterThan(4)
  await page.getByRole('button', { name: 'Revogar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar e parar' }).click()
  await expect(page.getByText(/^Paciente revogou/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pausar gravação' })).toHaveCount(0)
  await expect.poll(() => framesWaiting(page, id)).toBe(0)
  const [left, stored] = [sent.size, storedFrames(id).size]
  way.hold(false)
  await page.getByRole('textbox', { name: 'Escrever fala' }).fill('Seguimos sem gravar.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Seguimos sem gravar.')).toBeVisible()
  await expect(page.getByText('aguardando envio')).toHaveCount(0)
  // Eight frames' time: the microphone would have spoken on.
  await expect.poll(async () => (await audio()).msSince).toBeGreaterThan(2_000)
  expect(await audio()).toMatchObject({ asked: 1, live: 0, before: expect.any(Number), after: 0 })
  expect((await audio()).before).toBeGreaterThan(4)
  expect([sent.size, storedFrames(id).size]).toEqual([left, stored])

  // Reads the server's state, not the page's.
  const detail = async () => (await (await page.request.get(`/api/consultations/${id}`)).json()) as Detail
  await expect.poll(async () => (await detail()).consultation.consent?.state).toBe('revoked')
  await page.reload()
  await expect(page.getByText(/^Paciente revogou às/)).toBeVisible()
  await expect(page.getByRole('log').getByText('Seguimos sem gravar.')).toBeVisible()
  await finish(page)
  await expect(page.getByText(/, e revogou em /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Escrever registro' })).toBeEnabled()
  // The consultation went on being spoken; nothing of that was sent or written any more.
  expect(sent.size).toBe(left)
  expect((await detail()).transcriptions.at(-1)?.text).toBe('Seguimos sem gravar.')
})

type Detail = { consultation: { consent: { state: string } | null }; transcriptions: { text: string }[] }
