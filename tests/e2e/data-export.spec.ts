import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { manifestFile } from '#domain/data-export/files.ts'
import { enterStage } from '../screens/stage.ts'
import { mailTo } from './inbox.ts'
import { expect, test } from './test.ts'

async function download(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  const files = unzipSync(new Uint8Array(await readFile(await file.path())))
  const json = (path: string): unknown => JSON.parse(strFromU8(files[path] ?? new Uint8Array()))
  const found = (ending: string) => Object.keys(files).filter((path) => path.endsWith(ending))
  return { name: file.suggestedFilename(), files, json, found }
}

test('exports all data after the password, and one patient’s, by keyboard', async ({ page, expectNoise }) => {
  const stage = await enterStage(page, 'new')
  await stage.structuredVisit({
    patient: 'Marina Alves Teixeira',
    lines: [['patient', 'Estou com tosse seca e febre há quatro dias.']],
  })
  await stage.patient('Otávio Reis')

  await page.goto('/app/settings#dados')
  const part = page.getByRole('region', { name: 'Seus dados' })
  await part.getByRole('button', { name: 'Exportar todos os dados' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Exportar todos os dados' })
  expectNoise(/422/)
  await dialog.getByLabel('Sua senha', { exact: true }).fill('Errada#2026')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Senha incorreta')).toBeVisible()
  await dialog.getByLabel('Sua senha', { exact: true }).fill(stage.doctor.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(part.getByText('Exportação pronta.')).toBeVisible()
  expect(await mailTo(page.request, stage.doctor.email, 'data_export')).not.toContain('Marina')
  const all = await download(page, () => part.getByRole('link', { name: /^Baixar/ }).press('Enter'))
  expect(all.name).toMatch(/^relato-dados-\d{4}-\d\d-\d\d-1-de-1\.zip$/)
  expect(manifestFile.parse(all.json('manifesto.json')).missing).toEqual([])
  // tests/workers/data-export.test.ts compares their content with all stored data.
  expect(all.found('dados.json')).toHaveLength(2)

  await part.getByRole('button', { name: 'Apagar agora' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).press('Enter')
  await expect(part.getByText(/não está mais disponível/)).toBeVisible()
  await expect(part.getByRole('button', { name: 'Exportar todos os dados' })).toBeVisible()

  await page.goto('/app/patients')
  await page.getByRole('button', { name: 'Mais ações para Marina Alves Teixeira' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Exportar dados do paciente' }).press('Enter')
  const one = page.getByRole('dialog', { name: 'Exportar dados do paciente' })
  await expect(one).toContainText('Marina Alves Teixeira')
  // The closing menu still gives the focus back to its button.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await one.getByRole('button', { name: 'Exportar dados', exact: true }).press('Enter')
  await expect(one.getByText('Exportação pronta.')).toBeVisible()
  const hers = await download(page, () => one.getByRole('link', { name: /^Baixar/ }).press('Enter'))
  expect(hers.name).toMatch(/^relato-paciente-\d{4}-\d\d-\d\d\.zip$/)
  expect(hers.found('dados.json')).toHaveLength(1)
  expect(
    Object.values(hers.files)
      .map((bytes) => strFromU8(bytes))
      .join(),
  ).not.toContain('Otávio')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Mais ações para Marina Alves Teixeira' })).toBeFocused()
})
