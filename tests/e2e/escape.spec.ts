import { ALLERGIES, openRecord, visit } from './knee-record.ts'
import { expect, test } from './test.ts'

test('Escape closes only the open list, menu or panel, never the dialog around it', async ({ page }) => {
  const { id } = await visit(page)
  const record = await openRecord(page, id)

  const cid = record.getByRole('combobox', { name: 'CID-10' })
  for (const typed of ['b', 'bronquite']) {
    await cid.fill(typed)
    // This server has no table of CID-10.
    const answer = record.getByText(/^Digite a letra e os números do código/)
    await expect(answer).toBeVisible()
    await cid.press('Escape')
    await expect(answer).toHaveCount(0)
    await expect(cid).toBeFocused()
    await expect(cid).toHaveValue(typed)
  }

  const more = record.getByRole('button', { name: 'Mais ações' })
  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(more).toBeFocused()

  const past = record.getByRole('region', { name: ALLERGIES, exact: true })
  const suggestions = past.getByRole('button', { name: /^Sugestões \d/ })
  await suggestions.click()
  await expect(past.getByRole('list', { name: /^Sugestões para/ })).toBeVisible()
  await suggestions.press('Escape')
  await expect(past.getByRole('list', { name: /^Sugestões para/ })).toHaveCount(0)
  await expect(suggestions).toBeFocused()

  // With no list open, Escape closes the record.
  await expect(record).toBeVisible()
  await suggestions.press('Escape')
  await expect(record).toHaveCount(0)

  await page.goto('/app/patients')
  await page.getByRole('button', { name: 'Novo Paciente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo Paciente' })
  await dialog.getByRole('button', { name: /Identificação/ }).click()
  const sex = dialog.getByLabel('Sexo')
  await sex.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => sex.evaluate((element) => element.matches(':open'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => sex.evaluate((element) => element.matches(':open'))).toBe(false)
  await expect(dialog).toBeVisible()
})
