import type { VersionsPage } from '#domain/record/contract.ts'
import { enterStage } from '../screens/stage.ts'
import { HDA, PATIENT, SAID, sectionOf, visit } from './knee-record.ts'
import { expect, holdRequests, test } from './test.ts'

test('saves an open edit at the interval, and restores it after a reload', async ({ page, context, expectNoise }) => {
  // A refusal, and a network that is gone, on purpose.
  expectNoise(/status of 409|net::ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  const { stage, id, record: stored } = await visit(page)
  const saves: { content: string; autosave?: boolean }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/sections/')) saves.push(request.postDataJSON())
  })
  await page.goto(`/app/history/${id}`)
  const edit = page.getByRole('button', { name: `Editar ${HDA}`, exact: true })
  const box = page.getByRole('textbox', { name: HDA, exact: true })
  const caret = () => box.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd])
  const began = sectionOf(await stored(), HDA)
  expect(new Set(began.sentences.map(({ proof }) => proof))).toEqual(new Set(['transcript']))
  await edit.click()
  await expect(box).toBeFocused()

  // Typed in the middle, and on while the save is on its way.
  await box.press('Control+Home')
  await box.pressSequentially('Antes. ')
  await page.clock.runFor(15_000)
  expect(saves).toEqual([])
  const answer = await holdRequests(page, /\/sections\//)
  await page.clock.runFor(16_000)
  await expect(page.getByText('Salvando…')).toBeVisible()
  await box.pressSequentially('E depois. ')
  answer()
  await expect(page.getByText(/^Salvo \d\d:\d\d$/)).toBeVisible()
  await page.unroute(/\/sections\//)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(`Antes. E depois. ${began.content}`)
  expect(await caret()).toEqual([17, 17])
  expect(sectionOf(await stored(), HDA).content).toBe(`Antes. ${began.content}`)
  await page.clock.runFor(31_000)
  await expect.poll(async () => sectionOf(await stored(), HDA).content).toBe(`Antes. E depois. ${began.content}`)
  expect(saves.map(({ autosave }) => autosave)).toEqual([true, true])
  // Several saves make one version, which holds the text before; proofs remain valid.
  const versions = async () =>
    (await stage.api<VersionsPage>('GET', `/api/v1/transcription/records/${id}/versions`)).body.versions
  expect(await versions()).toHaveLength(1)
  const proofs = sectionOf(await stored(), HDA).sentences.map(({ proof }) => proof)
  expect(proofs).toEqual(['doctor', 'doctor', ...began.sentences.map(({ proof }) => proof)])

  // Saved on the way it is not over: a reload opens it again, with what began it to go back to, and signing waits.
  await page.reload()
  await expect(box).toHaveValue(`Antes. E depois. ${began.content}`)
  await expect(page.getByText('Edição aberta: ainda não concluída').first()).toBeVisible()
  await page.getByRole('button', { name: 'Revisar e assinar' }).click()
  await expect(page.getByText(`Conclua a edição de ${HDA} antes`)).toBeVisible()

  // Without a network it stays on this device, and goes by itself when there is one.
  await context.setOffline(true)
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(17, 17))
  await box.pressSequentially('Sem rede. ')
  await page.clock.runFor(31_000)
  await expect(page.getByText('Sem conexão: guardado neste aparelho').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Salvo \d\d:\d\d$/)).toBeVisible()
  expect(sectionOf(await stored(), HDA).content).toBe(`Antes. E depois. Sem rede. ${began.content}`)

  // Given up, the section is what it was before all that.
  await box.press('Escape')
  await expect(box).toHaveCount(0)
  expect(sectionOf(await stored(), HDA)).toMatchObject({ content: began.content, sentences: began.sentences })

  // The full text is saved before the section, because saving the section would change the version it began in.
  const text = page.getByRole('textbox', { name: 'Texto para Prontuário' })
  await text.press('Control+Home')
  await text.pressSequentially('Nota. ')
  await edit.click()
  await box.press('Control+End')
  await box.pressSequentially(' Ao lado.')
  await box.press('Enter')
  await expect(box).toHaveCount(0)
  expect(sectionOf(await stored(), HDA).content).toBe(`${began.content} Ao lado.`)
  expect((await stored()).unified_text).toMatch(/^Nota\. CONSULTA/)
  await expect(page.getByRole('region', { name: /mudou depois que você começou a editar/ })).toHaveCount(0)
  await edit.click()
  await box.fill(began.content)
  await box.press('Enter')
  await expect(box).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer edições' }).click()
  await expect(text).toHaveValue(/^CONSULTA/)

  // The page goes in the middle of a word: the device has it.
  await edit.click()
  await box.press('Control+End')
  await box.pressSequentially(' Palavra pela met')
  await expect(page.getByText('Guardado neste aparelho')).toBeVisible()
  const length = saves.length
  await page.reload()
  await expect(box).toHaveValue(`${began.content} Palavra pela met`)
  await expect(page.getByText('Recuperado deste aparelho: ainda não foi salvo').first()).toBeVisible()
  // Text that was not reviewed is not autosaved. It belongs to this page while it is open here.
  await page.clock.runFor(60_000)
  expect(saves).toHaveLength(length)
  const other = await context.newPage()
  await other.goto(`/app/history/${id}`)
  await expect(other.getByRole('button', { name: `Editar ${HDA}`, exact: true })).toBeVisible()
  await other.close()

  await box.press('Control+End')
  await box.pressSequentially('ade.')
  await page.clock.runFor(31_000)
  const whole = `${began.content} Palavra pela metade.`
  await expect.poll(async () => sectionOf(await stored(), HDA).content).toBe(whole)
  await box.press('Enter')
  await expect(box).toHaveCount(0)
  await page.reload()
  await expect(edit).toBeVisible()
  await expect(box).toHaveCount(0)

  // Leaving shows no question for text that is autosaved.
  const away = page.getByRole('link', { name: 'Histórico', exact: true }).first()
  const back = () => page.goto(`/app/history/${id}`)
  await edit.click()
  await box.press('Control+End')
  await box.pressSequentially(' Fim.')
  await away.click()
  await expect(page).toHaveURL(/\/app\/history$/)
  expect(sectionOf(await stored(), HDA).content).toBe(`${whole} Fim.`)
  await back()

  // Switched off, only leaving saves; the device keeps it all the same.
  await page.evaluate(() =>
    localStorage.setItem('relato-settings', JSON.stringify({ transcription: { autoSave: false } })),
  )
  await page.reload()
  await edit.click()
  await box.press('Control+End')
  await box.pressSequentially(' Só aqui.')
  await expect(page.getByText('Guardado neste aparelho')).toBeVisible()
  await page.clock.runFor(300_000)
  expect(sectionOf(await stored(), HDA).content).toBe(`${whole} Fim.`)
  await page.reload()
  await expect(box).toHaveValue(`${whole} Fim. Só aqui.`)
  await box.press('Enter')
  await expect(box).toHaveCount(0)
  expect(sectionOf(await stored(), HDA).content).toBe(`${whole} Fim. Só aqui.`)
})

test('names the reason of a failed structuring, and retries', async ({ page, expectNoise }) => {
  expectNoise(/Failed to load resource/)
  const stage = await enterStage(page, 'new')
  const noVisit = await stage.api('POST', '/api/v1/transcription/structure', { specialty: 'general' })
  expect(JSON.stringify(noVisit.body)).toContain('Nenhuma consulta selecionada')
  const id = await stage.finishedVisit({ patient: PATIENT, lines: [['patient', SAID]] })
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Estruturar' }).click()
  const flow = page.getByRole('dialog', { name: `Registro de ${PATIENT}` })
  const begin = async () => {
    await flow.getByRole('button', { name: 'Iniciar Estruturação' }).click()
    await flow.getByRole('button', { name: 'Confirmar Especialidade' }).click()
  }
  const failure = flow.getByRole('alert')
  const mend = await stage.fail(/\/structure$/, 502, { message: null })
  await begin()
  await expect(failure).toContainText('Não foi possível estruturar a consulta. Tente novamente.')
  await expect(failure.getByText('HTTP error! status: 502', { exact: true })).toBeVisible()
  await mend()
  const mendOther = await stage.fail(/\/structure$/, 500, { message: 'O servidor está cheio.' })
  await flow.getByRole('button', { name: 'Tentar Novamente' }).click()
  await begin()
  await expect(failure.getByText('O servidor está cheio.', { exact: true })).toBeVisible()
  await mendOther()
  await flow.getByRole('button', { name: 'Tentar Novamente' }).click()
  await begin()
  await expect(flow.getByRole('textbox', { name: 'Texto para Prontuário' })).toBeVisible({ timeout: 30_000 })
})
