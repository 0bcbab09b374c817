import { HDA, openRecord, sectionOf, visit } from './knee-record.ts'
import { chooseAction } from './record-menu.ts'
import { expect, holdRequests, test } from './test.ts'

test('keeps every word while a section is saved, offline, or beside an export', async ({
  page,
  context,
  expectNoise,
}) => {
  const { stage, id, record: stored, sign } = await visit(page)
  const record = await openRecord(page, id)
  const text = record.getByRole('textbox', { name: 'Texto para Prontuário' })
  const hda = async () => sectionOf(await stored(), HDA).content

  // Typed on while what stood before is on its way.
  await record.getByRole('button', { name: 'Editar História da Doença Atual' }).click()
  const editor = record.getByRole('textbox', { name: 'História da Doença Atual' })
  const release = await holdRequests(page, '**/api/v1/transcription/sections/*')
  await editor.fill('Dor no joelho direito.')
  const sent = page.waitForRequest('**/api/v1/transcription/sections/*')
  await editor.press('Enter')
  await sent
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Pior ao subir escadas.')
  const answered = page.waitForResponse('**/api/v1/transcription/sections/*')
  release()
  await answered
  await expect(editor).toHaveValue('Dor no joelho direito. Pior ao subir escadas.')
  expect(await hda()).toBe('Dor no joelho direito.')

  // The PDF contains saved text only, so an edit that cannot be saved blocks the export.
  const mend = await stage.fail(/\/sections\//, 500, { method: 'PUT' })
  expectNoise(/status of 500/)
  const requestedPaths: string[] = []
  page.on('request', (request) => request.url().includes('/export/pdf') && requestedPaths.push(request.url()))
  await chooseAction(page, 'Exportar PDF')
  await expect(page.getByText('Conclua a edição de História da Doença Atual antes')).toBeVisible()
  expect(requestedPaths).toEqual([])
  await record.getByRole('button', { name: 'Copiar Texto' }).last().click()
  const copied = page.getByRole('alertdialog')
  await expect(copied.getByText(/A edição aberta de História da Doença Atual não foi salva/)).toBeVisible()
  await copied.getByRole('button', { name: 'Fechar' }).click()
  await mend()
  await editor.press('Enter')
  await expect(editor).toHaveCount(0)
  expect(await hda()).toBe('Dor no joelho direito. Pior ao subir escadas.')

  // The text is sent again by itself once there is a connection.
  expectNoise(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await text.fill('Escrito sem conexão.')
  await expect(record.getByText('As edições ainda não foram salvas.')).toBeVisible()
  await context.setOffline(false)
  await expect(record.getByText('Edições salvas.')).toBeVisible()
  expect((await stored()).unified_text).toBe('Escrito sem conexão.')

  // A signed record: the answer to an addendum is lost, and the doctor presses again.
  await sign()
  const crm = async (value: string | null) =>
    expect((await stage.api('PATCH', '/api/profile', { crm: value })).status).toBe(200)
  await page.goto(`/app/history/${id}`)
  await page.getByRole('button', { name: 'Adicionar adendo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar adendo' })
  const addendum = dialog.getByRole('textbox', { name: 'Texto do adendo' })
  const confirm = dialog.getByRole('button', { name: 'Confirmar adendo' })
  await addendum.fill('Trouxe a radiografia.')
  await crm(null)
  expectNoise(/status of 409/)
  await confirm.click()
  await expect(dialog.getByText(/Informe seu CRM/)).toBeVisible()
  await crm('123456/SP')
  let answers = 0
  expectNoise(/ERR_FAILED/)
  await page.route('**/records/*/addenda', async (route) => {
    const answer = await route.fetch()
    if (++answers === 1) return route.abort()
    await route.fulfill({ response: answer })
  })
  await confirm.click()
  await expect.poll(() => answers).toBe(1)
  await expect(addendum).toHaveValue('Trouxe a radiografia.')
  await confirm.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Adendos' }).getByText('Trouxe a radiografia.')).toHaveCount(1)
  expect((await stored()).addenda.map(({ text }) => text)).toEqual(['Trouxe a radiografia.'])
})
