import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localDateTime } from '#domain/local-time.ts'
import { ALLERGIES, HDA, openRecord, sectionOf, textNote, visit } from './knee-record.ts'
import { expect, test } from './test.ts'

test('edits, saves, discards and restores a section, and copies its exact text', async ({
  page,
  context,
  expectNoise,
}) => {
  // On purpose: what fails, and what a signature refuses.
  expectNoise(/status of (500|409)/)
  const { stage, id, record: stored, sign } = await visit(page)
  // The golden file must not depend on the structurer's answer for three lines.
  const written: Record<string, string> = {
    'Queixa Principal': 'Dor no joelho direito.',
    [HDA]: 'Dor no joelho direito há duas semanas, pior ao subir escadas.',
    Conduta: 'Radiografia do joelho direito.\nRetorno com o resultado.',
  }
  for (const { id: section, title, content } of (await stored()).sections)
    if (content !== (written[title] ?? ''))
      await stage.api('PUT', `/api/v1/transcription/sections/${section}`, { content: written[title] ?? '' })
  const before = sectionOf(await stored(), HDA).content
  const record = await openRecord(page, id)
  const edit = (title: string) => record.getByRole('button', { name: `Editar ${title}`, exact: true })
  const box = (title: string) => record.getByRole('textbox', { name: title, exact: true })
  const saved = record.getByText(/^Salvo \d\d:\d\d$/)

  // Undone by Escape, nothing has changed, and the words can be had back.
  await edit(HDA).click()
  await expect(box(HDA)).toBeFocused()
  // The caret waits at the end, where a doctor goes on.
  await page.keyboard.type(' Fim.')
  await expect(box(HDA)).toHaveValue(`${before} Fim.`)
  await box(HDA).press('Escape')
  await expect(box(HDA)).toHaveCount(0)
  await expect(record.getByRole('button', { name: before })).toBeVisible()
  await page.getByRole('button', { name: 'Refazer' }).click()
  await expect(box(HDA)).toHaveValue(`${before} Fim.`)
  // The notice goes, and the cursor stays in the text.
  await expect(box(HDA)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Refazer' })).toHaveCount(0)
  await expect(box(HDA)).toBeFocused()
  await box(HDA).press('Escape')
  await expect(record.getByRole('button', { name: before })).toBeVisible()
  expect(sectionOf(await stored(), HDA).content).toBe(before)

  // A click puts the cursor where it is, beside the proof. Enter saves, and says when.
  const sentence = record.getByRole('button', { name: before })
  await sentence.click({ position: { x: 2, y: 10 } })
  await expect(box(HDA)).toBeFocused()
  await expect(record.getByRole('complementary').getByText(/^Frase escrita/)).toBeVisible()
  await page.keyboard.type('Refere: ')
  await expect(box(HDA)).toHaveValue(`Refere: ${before}`)
  await page.keyboard.press('Enter')
  await expect(saved).toBeVisible()
  expect(sectionOf(await stored(), HDA).content).toBe(`Refere: ${before}`)
  // Left by a click elsewhere, it is saved too, and the click does what it is for. Emptied, the section says so.
  await record.getByRole('button', { name: /^Refere/ }).click()
  await box(HDA).fill(' ')
  await record.getByRole('button', { name: 'Mais ações' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  const empty = record.getByRole('button', { name: `${HDA}: não informado. Escrever` })
  await expect(empty).toBeVisible()
  expect(sectionOf(await stored(), HDA).content).toBe('')
  // By keys alone: proof first, then the cursor.
  await empty.press('Enter')
  await box(HDA).fill(before)
  await page.keyboard.press('Tab')
  // The edited sentence is still the chosen one.
  await expect(sentence).toHaveAttribute('aria-pressed', 'true')
  await sentence.press(' ')
  await expect(sentence).toHaveAttribute('aria-pressed', 'false')
  await sentence.press('Enter')
  await expect(sentence).toHaveAttribute('aria-pressed', 'true')
  await sentence.press('Enter')
  await expect(box(HDA)).toBeFocused()
  await page.keyboard.press('Escape')
  // 'Corrigir' beside the proof puts the cursor before the stop.
  await sentence.press('Enter')
  await record.getByRole('complementary').getByRole('button', { name: 'Corrigir' }).first().click()
  await page.keyboard.type(', sem trauma')
  await expect(box(HDA)).toHaveValue(`${before.slice(0, -1)}, sem trauma.`)
  await page.keyboard.press('Escape')
  await expect(sentence).toBeVisible()

  // An unsigned export says so, in the layout of the golden file.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await record.getByRole('button', { name: 'Copiar Texto' }).last().click()
  const copied = page.getByRole('alertdialog')
  await expect(copied.getByText('Texto copiado para a área de transferência!', { exact: true })).toBeVisible()
  await copied.getByRole('button', { name: 'Fechar' }).click()
  const { created_at, structurer } = await stored()
  const at = localDateTime(created_at, 'America/Sao_Paulo')
  const golden = readFileSync(join(import.meta.dirname, 'golden/unified-text.txt'), 'utf8')
    .replaceAll('{data, hora}', at)
    .replaceAll('{data}', at.slice(0, 10))
    .replaceAll('{versão}', structurer?.version ?? '')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(golden)
  await expect(box('Texto para Prontuário')).toHaveValue(golden.replace('Rascunho, não assinado\n\n', ''))

  // A suggestion goes in by one tap, also into an open edit.
  const card = record.getByRole('region', { name: ALLERGIES, exact: true })
  await card.getByRole('button', { name: /^Sugestões \d/ }).click()
  const apply = card.getByRole('button', { name: 'Aplicar: Alergias: não investigadas na consulta.' })
  await edit(ALLERGIES).click()
  await box(ALLERGIES).fill('Nega asma.')
  await apply.click()
  await expect(box(ALLERGIES)).toHaveValue('Nega asma. Alergias: não investigadas na consulta.')
  await page.keyboard.press('Escape')
  await apply.click()
  await expect(card.getByRole('button', { name: /^Alergias: não investigadas/ })).toBeVisible()
  await expect(card.getByText('Editada')).toBeVisible()
  await expect(apply).toHaveCount(0)

  // A failed save shows its reason, and the text remains.
  const mend = await stage.fail(/\/sections\//, 500, { method: 'PUT', message: 'O banco não respondeu.' })
  await edit(HDA).click()
  await box(HDA).fill('Dor no joelho direito há três semanas.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Erro ao atualizar seção: O banco não respondeu.')).toBeVisible()
  await expect(box(HDA)).toHaveValue('Dor no joelho direito há três semanas.')
  await mend()
  await box(HDA).press('Control+Enter')
  await expect(box(HDA)).toHaveCount(0)

  // As it stood in a version, and as it was structured.
  await record.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Versões' }).click()
  const versions = page.getByRole('dialog', { name: /^Vers/ })
  await versions
    .getByRole('button', { name: /^Ler a versão/ })
    .first()
    .click()
  await versions.getByRole('button', { name: `Restaurar ${HDA} como nesta versão` }).click()
  await expect(page.getByText(`Texto anterior de ${HDA} restaurado`)).toBeVisible()
  await expect(versions).toHaveCount(0)
  await expect(record.getByRole('button', { name: before })).toBeVisible()
  expect(sectionOf(await stored(), HDA).content).toBe(before)

  // The text of the whole saves itself; while it cannot, a reload takes none of it along.
  const whole = box('Texto para Prontuário')
  const mendText = await stage.fail(/\/text$/, 500)
  await whole.press('Control+Home')
  await whole.pressSequentially('Nota. ')
  await expect(record.getByText('As edições ainda não foram salvas.')).toBeVisible()
  await textNote(page, id, true)
  await mendText()
  await openRecord(page, id)
  await expect(whole).toHaveValue(/^Nota\. CONSULTA/)
  await expect(record.getByText('Edições salvas.')).toBeVisible()
  expect((await stored()).unified_text).toMatch(/^Nota\. CONSULTA/)
  await record.getByRole('button', { name: 'Desfazer edições' }).click()
  await expect(whole).toHaveValue(/^CONSULTA/)

  // Given up on the way out, it does not come back.
  const mendAgain = await stage.fail(/\/text$/, 500)
  await whole.press('Control+Home')
  await whole.pressSequentially('Nota. ')
  await expect(record.getByText('As edições ainda não foram salvas.')).toBeVisible()
  await textNote(page, id, true)
  await record.getByRole('button', { name: 'Fechar', exact: true }).first().click()
  await page
    .getByRole('alertdialog', { name: 'Descartar alterações?' })
    .getByRole('button', { name: 'Descartar' })
    .click()
  await expect(record).toHaveCount(0)
  await textNote(page, id, false)
  await mendAgain()
  await openRecord(page, id)
  await expect(whole).toHaveValue(/^CONSULTA/)

  // Signed elsewhere while it is being written: the record is what was signed, the words stay on this device.
  await sign()
  await whole.press('Control+Home')
  await whole.pressSequentially('Nota. ')
  const unsavedEdit = record.getByRole('region', { name: 'Edição não salva' })
  await expect(unsavedEdit).toContainText('A edição de Texto para Prontuário não entrou no registro')
  await expect(unsavedEdit).toContainText('Nota. CONSULTA')
  await textNote(page, id, true)
  await openRecord(page, id)
  await expect(unsavedEdit).toContainText('Nota. CONSULTA')
  await expect(whole).toHaveValue(/^CONSULTA/)
  await unsavedEdit.getByRole('button', { name: 'Descartar' }).click()
  await expect(unsavedEdit).toHaveCount(0)
  await textNote(page, id, false)
  expect((await stored()).unified_text).toBe(null)
})
