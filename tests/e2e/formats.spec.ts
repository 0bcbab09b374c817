import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { type FormatId, formats, formatsOf } from '#domain/formats/format.ts'
import { enterStage } from '../screens/stage.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import { finish, signIn, startConsultation, structure, writeLine } from './doctor.ts'
import { chooseAction } from './record-menu.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Benedita Formato da Cruz'

/** The text of the file that the dialog's first button saves. */
async function textOf(page: Page, choice: Locator): Promise<string> {
  const downloading = page.waitForEvent('download')
  await choice.getByRole('button', { name: `Baixar ${formats.txt.label}` }).click()
  return readFileSync(await (await downloading).path(), 'utf8')
}

test('downloads a record in every format, and copies it into the four fields of e-SUS with Alt+C', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  const consultation = await startConsultation(page, PATIENT)
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
  for (const format of formatsOf.record) {
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
  // With the transcript, FHIR, which has none, is not offered.
  await choice.getByRole('switch', { name: 'Incluir a transcrição' }).click()
  await expect(choice.getByRole('button', { name: /^Baixar/ })).toHaveCount(formatsOf.consultation.length)
  expect(await textOf(page, choice)).toContain('O que traz a senhora hoje?')
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

  // A profile of the doctor's own begins with the four fields, and stays with the account.
  await chooseAction(page, 'Copiar por campos')
  await fields.getByRole('button', { name: 'Novo perfil' }).click()
  const editor = page.getByRole('dialog', { name: 'Perfil de cópia' })
  await editor.getByLabel('Nome do perfil').fill('Hospital')
  await editor.getByRole('switch', { name: 'Escrever o título de cada seção' }).click()
  await editor.getByLabel('Campo 1', { exact: true }).fill('Evolução')
  await editor.getByRole('button', { name: 'Remover o campo 2' }).click()
  await editor.getByLabel('História Patológica Pregressa', { exact: true }).selectOption('Não copiar')
  await editor.getByRole('button', { name: 'Salvar perfil' }).click()
  await expect(fields.getByRole('radio', { name: /^Hospital/ })).toBeChecked()
  await page.goto(`/app/history/${consultation}`)
  await chooseAction(page, 'Copiar por campos')
  await expect(fields.getByRole('radio', { name: /^Hospital/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(fields).toBeHidden()
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Copiado: Evolução (1 de 3)')).toBeVisible()
  expect(await copied()).toMatch(/tosse e febre/i)
  expect(await copied()).not.toMatch(/História da Doença Atual:|penicilina/i)
})

test('a patient and a document leave in other formats from their own places', async ({ page }) => {
  const { api } = await enterStage(page, 'helena')
  type Found = { items: { id: string; patientId: string; patientName: string; recordState: string }[] }
  const { items } = (await api<Found>('POST', '/api/consultations/search', {})).body
  const signed = items.find(({ recordState }) => recordState === 'signed')
  if (!signed) throw new Error('the demonstration has no signed record')
  await page.goto(`/app/history/${signed.id}`)
  await page.getByRole('button', { name: 'Comparecimento', exact: true }).click()
  const issued = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir e baixar PDF' }).click()
  await issued
  // Other documents of the demonstration may be there: the newest is first.
  const more = page.getByRole('button', { name: /^Outros formatos: Comparecimento nº/ }).first()
  await expect(more).toBeVisible()
  await more.click()
  expect(await textOf(page, page.getByRole('dialog', { name: /^Comparecimento nº/ }))).toContain(signed.patientName)

  await page.goto(`/app/patients/${signed.patientId}`)
  await page.getByRole('button', { name: 'Exportar prontuário' }).click()
  const choice = page.getByRole('dialog', { name: 'Exportar prontuário' })
  const printing = page.waitForEvent('download')
  await choice.getByRole('button', { name: 'Baixar PDF' }).click()
  const printed = await readPdf(readFileSync(await (await printing).path()))
  expect(printed.text.join('')).toContain(signed.patientName)
  const text = await textOf(page, choice)
  expect(text).toContain(signed.patientName)
  expect(text).toMatch(/com [1-9] registros? assinados?/)
})
