import { textBase } from '#domain/record/text/text-base.ts'
import { HDA, openRecord, sectionOf, visit } from './knee-record.ts'
import { expect, test } from './test.ts'

test('loses neither the text of another window nor the one here', async ({ page, expectNoise }) => {
  // The browser's own line about each refusal.
  expectNoise(/status of 409/)
  const { stage, id, record: stored } = await visit(page)
  const record = await openRecord(page, id)
  const text = record.getByRole('textbox', { name: 'Texto para Prontuário' })
  const elsewhere = async (path: string, body: object) =>
    expect((await stage.api('PUT', `/api/v1/transcription/${path}`, body)).status).toBe(200)
  const hda = async () => sectionOf(await stored(), HDA)

  // A section.
  await record.getByRole('button', { name: 'Editar História da Doença Atual' }).click()
  const editor = record.getByRole('textbox', { name: 'História da Doença Atual' })
  await editor.fill('Dor no joelho direito, pior ao subir escadas.')
  await elsewhere(`sections/${(await hda()).id}`, { content: 'Dor e inchaço no joelho direito.' })
  await editor.press('Enter')
  const changed = record.getByRole('region', { name: /mudou depois que você começou a editar/ })
  await expect(changed.getByText('Dor e inchaço no joelho direito.')).toBeVisible()
  await expect(editor).toHaveValue('Dor no joelho direito, pior ao subir escadas.')
  // Left as it is, it stays open: neither text is thrown away.
  await editor.press('Enter')
  await expect(changed).toBeVisible()
  expect((await hda()).content).toBe('Dor e inchaço no joelho direito.')
  await changed.getByRole('button', { name: 'Manter o que escrevi' }).click()
  await expect(changed).toHaveCount(0)
  await editor.press('Enter')
  await expect(editor).toHaveCount(0)
  expect((await hda()).content).toBe('Dor no joelho direito, pior ao subir escadas.')

  // The text, which saves itself.
  await elsewhere(`records/${id}/text`, { text: 'Escrito na outra janela.', base: textBase(await stored()) })
  await text.fill('Escrito aqui.')
  await expect(changed.getByText('Escrito na outra janela.')).toBeVisible()
  await expect(text).toHaveValue('Escrito aqui.')
  expect((await stored()).unified_text).toBe('Escrito na outra janela.')
  await changed.getByRole('button', { name: 'Manter o que escrevi' }).click()
  await expect(record.getByText('Edições salvas.')).toBeVisible()
  expect((await stored()).unified_text).toBe('Escrito aqui.')
  const seen = record.getByRole('button', { name: 'Conferi', exact: true })
  while ((await seen.count()) > 0) {
    const remaining = await seen.count()
    await seen.first().click()
    await expect(seen).toHaveCount(remaining - 1)
  }
  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  const signing = page.getByRole('dialog', { name: 'Revisar e assinar' })
  await expect(signing).toContainText('é este texto, e não o das seções, que será copiado e impresso')
  await signing.getByRole('button', { name: 'Cancelar' }).click()
  await expect(signing).toHaveCount(0)

  // Emptied, it follows the sections again, and says so.
  await text.fill('')
  await expect(record.getByText('Vazio, o texto volta a seguir as seções.')).toBeVisible()
  await text.blur()
  await expect(record.getByText('O texto ficou vazio e voltou a seguir as seções.')).toBeVisible()
  expect((await stored()).unified_text).toBeNull()
  await expect(text).toHaveValue(/Dor no joelho direito, pior ao subir escadas\./)

  // A section is left for the text, which follows the sections: it takes the section's words over.
  await record.getByRole('button', { name: 'Editar História da Doença Atual' }).click()
  await editor.fill('Dor no joelho direito.')
  await text.focus()
  await expect(editor).toHaveCount(0)
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Nota. ')
  await expect(text).toHaveValue(/^Nota\. CONSULTA.*\nDor no joelho direito\.\n/s)
  await expect(text).not.toHaveValue(/pior ao subir escadas/)
  await expect(changed).toHaveCount(0)
  await expect(record.getByText('Edições salvas.')).toBeVisible()
  expect((await stored()).unified_text).toMatch(/^Nota\. CONSULTA.*\nDor no joelho direito\.\n/s)
})
