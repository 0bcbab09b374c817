import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { type FormatId, formatIds, formats } from '#domain/formats/format.ts'
import { finish, signIn, startConsultation, structure, writeLine } from './doctor.ts'
import { chooseAction } from './record-menu.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Benedita Formato da Cruz'

test('downloads a record in every format, and copies it into the four fields of e-SUS with Alt+C', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await startConsultation(page, PATIENT)
  await writeLine(page, 'Médico', 'O que traz a senhora hoje?')
  await writeLine(page, 'Paciente', 'Estou com tosse e febre há quatro dias.')
  await writeLine(page, 'Paciente', 'Sou alérgica a penicilina.')
  await writeLine(page, 'Médico', 'Vou pedir uma radiografia de tórax.')
  await finish(page)
  const record = await structure(page)
  await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })

  await chooseAction(page, 'Outros formatos')
  const choice = page.getByRole('dialog', { name: 'Outros formatos' })
  const readers: Partial<Record<FormatId, (bytes: Buffer) => string>> = {
    docx: (bytes) => strFromU8(unzipSync(new Uint8Array(bytes))['word/document.xml'] as Uint8Array),
  }
  for (const format of formatIds) {
    const downloading = page.waitForEvent('download')
    await choice.getByRole('button', { name: `Baixar ${formats[format].label}` }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^consulta-Benedita-Formato-da-Cruz-\\d{4}-\\d{2}-\\d{2}\\.${formats[format].extension}$`),
    )
    const bytes = readFileSync(await file.path())
    const text = readers[format]?.(bytes) ?? bytes.toString('utf8')
    for (const said of [PATIENT, 'penicilina']) expect([format, text]).toContainEqual(expect.stringContaining(said))
  }
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()

  await chooseAction(page, 'Copiar por campos')
  const fields = page.getByRole('dialog', { name: 'Copiar por campos' })
  await fields.getByRole('radio', { name: /^SOAP/ }).click()
  await expect(fields.getByRole('button', { name: 'Copiar Subjetivo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(fields).toBeHidden()
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Copiado: Subjetivo (1 de 4)')).toBeVisible()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toMatch(/^Rascunho, não assinado\n\n[\s\S]*penicilina/i)
  // Without an examination and a hypothesis, their fields are passed over.
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Copiado: Plano (4 de 4)')).toBeVisible()
  expect(await copied()).toMatch(/radiografia/i)
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Copiado: Subjetivo (1 de 4)').last()).toBeVisible()
})
