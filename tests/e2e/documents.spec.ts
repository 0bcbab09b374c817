import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { IssuedDocument } from '#domain/document/contract.ts'
import { type DocumentKind, documentKinds, documentNames } from '#domain/document/kind.ts'
import { enterStage } from '../screens/stage.ts'
import { accessible } from '../testkit/accessible.ts'
import { makeCertificate } from '../testkit/certificates.ts'
import { MAIN } from '../testkit/full.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import { signPdf } from '../testkit/sign-pdf.ts'
import { expect, test } from './test.ts'

/** Texts that the doctor types, because the demonstration record lacks them: label and text, by kind. */
const typed: Partial<Record<DocumentKind, [string, string][]>> = {
  prescription: [
    ['Medicamento*', 'Beclometasona'],
    ['Dose*', '250 mcg'],
    ['Via*', 'inalatório'],
    ['Frequência*', 'de 12/12 h'],
    ['Duração*', '30 dias'],
  ],
  exam_request: [['Exames, um por linha*', 'Espirometria']],
  referral: [['Para*', 'Pneumologia']],
  sick_note: [['Dias de afastamento*', '2']],
}

/** The clicks of a person from now on, by the label of what was clicked. */
async function countClicks(page: Page): Promise<string[]> {
  const clicks: string[] = []
  await page.exposeFunction('onStep', (label: string) => clicks.push(label))
  await page.addInitScript(() => {
    const { onStep } = window as unknown as { onStep: (label: string) => void }
    addEventListener(
      'click',
      ({ target, detail, isTrusted }) => {
        if (isTrusted && detail > 0 && target instanceof Element) onStep(target.closest('button')?.textContent ?? '?')
      },
      { capture: true },
    )
  })
  return clicks
}

test('[DC1] [DC3] [DC12] [DC13] from a signed record each document is on the disk after at most three clicks', {
  tag: MAIN,
}, async ({ page, expectNoise }) => {
  expectNoise(/status of 404/)
  const { api } = await enterStage(page, 'helena')
  type Found = { items: { id: string; patientName: string; recordState: string }[] }
  const { items } = (await api<Found>('POST', '/api/consultations/search', {})).body
  const signed = items.find(({ recordState }) => recordState === 'signed')
  if (!signed) throw new Error('the demonstration has no signed record')
  const clicks = await countClicks(page)
  await page.goto(`/app/history/${signed.id}`)
  const card = page.getByRole('region', { name: 'Documentos' })
  const rows = card.getByRole('list', { name: 'Documentos emitidos' }).getByRole('listitem')
  for (const kind of documentKinds) {
    const { short, title } = documentNames[kind]
    clicks.length = 0
    await card.getByRole('button', { name: short, exact: true }).click()
    const panel = page.getByRole('dialog', { name: title })
    const issue = panel.getByRole('button', { name: 'Emitir e baixar PDF' })
    await expect(issue).toBeVisible()
    if (kind === 'prescription' && (await panel.getByRole('group').count()) === 0)
      await panel.getByRole('button', { name: 'Incluir medicamento' }).click()
    for (const [label, text] of typed[kind] ?? []) await panel.getByLabel(label, { exact: true }).first().fill(text)
    if (kind === 'prescription' || kind === 'sick_note') await accessible(page)
    const download = page.waitForEvent('download')
    await issue.click()
    const file = await download
    expect([kind, clicks.length <= 3, clicks]).toEqual([kind, true, clicks])
    const { text } = await readPdf(await readFile(await file.path()))
    expect(text.join('')).toContain(signed.patientName)
    expect(text.join('')).toContain('Imprimir e assinar à mão')
    await expect(panel).toHaveCount(0)
    await expect(rows.first()).toContainText(`${short} nº`)
  }

  // Without what it needs, nothing is issued, and the field says why.
  await page.keyboard.press('Escape')
  const again = card.getByRole('button', { name: 'Atestado', exact: true })
  await again.focus()
  await page.keyboard.press('Enter')
  const note = page.getByRole('dialog', { name: 'Atestado médico' })
  await expect(note.getByText('Falta o tempo de afastamento, em dias')).toBeVisible()
  await expect(note.getByLabel('CID-10*')).toHaveCount(0)
  await note.getByRole('button', { name: 'Emitir e baixar PDF' }).click()
  await expect(note.getByLabel('Dias de afastamento*')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)

  // A document issued again names its successor, a cancelled one asks for a reason. Its public page shows both.
  const listed = async () =>
    (await api<{ documents: IssuedDocument[] }>('GET', `/api/consultations/${signed.id}/documents`)).body.documents
  const [newest, other] = await listed()
  if (!newest || !other) throw new Error('no documents')
  await rows
    .first()
    .getByRole('button', { name: /^Emitir de novo/ })
    .click()
  const anew = page.getByRole('dialog')
  await anew.getByLabel('O que fazer*').fill('Voltar em sete dias.')
  const second = page.waitForEvent('download')
  await anew.getByRole('button', { name: 'Emitir e baixar PDF' }).click()
  await second
  await expect(rows.nth(1)).toContainText(`Substituído pelo nº ${newest.number + 1}`)
  await rows
    .nth(2)
    .getByRole('button', { name: /^Cancelar/ })
    .click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancelar documento' }).click()
  await expect(question.getByText('Escreva o motivo')).toBeVisible()
  await question.getByLabel('Motivo*').fill('Data errada')
  await question.getByRole('button', { name: 'Cancelar documento' }).click()
  await expect(rows.nth(2)).toContainText('Data errada')
  await accessible(page)

  await page.context().clearCookies()
  for (const [code, words] of [
    [newest.code, 'Documento cancelado e substituído'],
    [other.code, 'Documento cancelado'],
  ] as const) {
    await page.goto(`/verificar/${code}`)
    await expect(page.getByRole('heading', { name: words, exact: true })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    expect(await page.content()).not.toContain(signed.patientName.split(' ')[0])
  }
  await accessible(page)
  await page.goto('/verificar')
  await page.getByLabel('Código do documento').fill('AAAAA-BBBBB')
  expect((await Promise.all([page.waitForResponse(/codigo=/), page.keyboard.press('Enter')]))[0].status()).toBe(404)
  await expect(page.getByText('Nenhum documento do Relato tem este código.')).toBeVisible()
})

test('[DC15] [DC16] a document is downloaded, signed elsewhere, brought back and shown as signed', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of 422/)
  const { api } = await enterStage(page, 'helena')
  type Found = { items: { id: string; recordState: string; patientName: string }[] }
  const { items } = (await api<Found>('POST', '/api/consultations/search', {})).body
  const signed = items.find(({ recordState }) => recordState === 'signed')
  if (!signed) throw new Error('the demonstration has no signed record')
  const fields = { date: '20/11/2026', from: '12:00', to: '12:40' }
  const body = { id: crypto.randomUUID(), kind: 'attendance', fields, medicines: [], cid_authorised: false }
  const issued = await api<{ document: IssuedDocument }>('POST', `/api/consultations/${signed.id}/documents`, body)
  const { number, code } = issued.body.document
  await page.goto(`/app/history/${signed.id}`)
  const row = page
    .getByRole('list', { name: 'Documentos emitidos' })
    .getByRole('listitem')
    .filter({ hasText: `Comparecimento nº ${number}` })
  await row.getByRole('button', { name: /^Assinar digitalmente/ }).click()
  const dialog = page.getByRole('dialog', { name: /Assinar digitalmente/ })
  const bring = dialog.getByRole('button', { name: 'Trazer assinado' })
  await expect(bring).toBeDisabled()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar para assinar' }).click()
  const prepared = new Uint8Array(await readFile(await (await download).path()))
  expect((await readPdf(prepared)).text.join('')).toContain('Vale com assinatura digital no arquivo')
  await accessible(page)

  const root = await makeCertificate({ name: 'AC Raiz de Teste', authority: 1 })
  const person = await makeCertificate({ name: 'HELENA PRADO:39053344705', issuer: root, cpf: '39053344705' })
  const good = await signPdf(prepared, person)
  const altered = good.slice()
  altered[3_000] = (altered[3_000] as number) ^ 1
  const choose = async (file: Uint8Array) => {
    const chooser = page.waitForEvent('filechooser')
    await bring.click()
    await (await chooser).setFiles({ name: 'assinado.pdf', mimeType: 'application/pdf', buffer: Buffer.from(file) })
  }
  await choose(altered)
  await expect(dialog.getByText('O arquivo foi alterado', { exact: false })).toBeVisible()
  await choose(prepared)
  await expect(dialog.getByText('Este PDF não tem assinatura digital', { exact: false })).toBeVisible()
  await choose(good)
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('Assinado, cadeia não verificada')
  await expect(row).toContainText('Assinado por Helena Prado em')
  await expect(row).toContainText('revogação não verificada')
  await expect(row.getByRole('button', { name: /^Assinar digitalmente/ })).toHaveCount(0)
  const back = page.waitForEvent('download')
  await row.getByRole('button', { name: /^PDF assinado/ }).click()
  expect(new Uint8Array(await readFile(await (await back).path()))).toEqual(good)

  await page.context().clearCookies()
  await page.goto(`/verificar/${code}`)
  await expect(page.getByText('Assinado digitalmente por')).toBeVisible()
  const shown = await page.content()
  expect(shown).toContain('Revogação não verificada')
  for (const secret of ['39053344705', signed.patientName.split(' ')[0] ?? '']) expect(shown).not.toContain(secret)
  await accessible(page)
})
