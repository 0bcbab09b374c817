import { expect, type Page } from '@playwright/test'
import { fillDataExport } from '../rows.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'

const DAY_MS = 24 * 60 * 60_000
const ownId = async (stage: Stage) => (await stage.api<{ user: { id: string } }>('GET', '/api/session')).body.user.id

async function openSettings(page: Page) {
  await page.goto('/app/settings#dados')
  const part = page.getByRole('region', { name: 'Seus dados' })
  await expect(part).toBeVisible()
  await part.scrollIntoViewIfNeeded()
  return part
}
const says = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

type Row = Parameters<typeof fillDataExport>[1]
const exportState = (name: string, row: Row, text: string | RegExp): State => ({
  name: `settings/data-export-${name}`,
  doctor: 'new',
  reach: async (page, stage) => {
    fillDataExport(await ownId(stage), row)
    await openSettings(page)
    await says(page, text)
  },
})
const several = [
  { number: 1, bytes: 48_312_000 },
  { number: 2, bytes: 31_870_000 },
  { number: 3, bytes: 904_000 },
]

export const dataExportInSettings: readonly State[] = [
  {
    name: 'settings/data-export',
    doctor: 'new',
    reach: async (page) => {
      await openSettings(page)
      await says(page, 'Exportar todos os dados')
    },
  },
  {
    name: 'settings/data-export-confirm',
    doctor: 'new',
    reach: async (page) => {
      const part = await openSettings(page)
      await part.getByRole('button', { name: 'Exportar todos os dados' }).click()
      await expect(page.getByRole('dialog')).toContainText('Sua senha')
    },
  },
  {
    name: 'settings/data-export-refused',
    doctor: 'new',
    reach: async (page) => {
      const part = await openSettings(page)
      await part.getByRole('button', { name: 'Exportar todos os dados' }).click()
      await page.getByLabel('Sua senha', { exact: true }).fill('Errada#2026')
      await page.getByRole('dialog').getByRole('button', { name: 'Exportar' }).click()
      await says(page, 'Senha incorreta')
    },
  },
  exportState('preparing', { done: 120, total: 480 }, 'Preparando… 120 de 480 consultas'),
  exportState(
    'ready',
    { done: 3, total: 3, ready: true, volumes: [{ number: 1, bytes: 3_412_000 }] },
    'Exportação pronta.',
  ),
  exportState('volumes', { done: 212, total: 212, ready: true, volumes: several }, 'Baixar parte 2 de 3 (31,9 MB)'),
  exportState(
    'failed',
    { done: 90, total: 480, failed: true },
    'Não foi possível preparar a exportação. Peça de novo.',
  ),
  exportState('expired', { done: 3, total: 3, ready: true, ago: 9 * DAY_MS }, /não está mais disponível/),
  {
    name: 'settings/data-export-delete',
    doctor: 'new',
    reach: async (page, stage) => {
      fillDataExport(await ownId(stage), { done: 3, total: 3, ready: true, volumes: [{ number: 1, bytes: 3_412_000 }] })
      const part = await openSettings(page)
      await part.getByRole('button', { name: 'Apagar agora' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Apagar a exportação?')
    },
  },
]

async function openDialog(page: Page, name: string) {
  await page.goto('/app/patients')
  await page.getByRole('button', { name: `Mais ações para ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Exportar dados do paciente' }).click()
  await expect(page.getByRole('dialog', { name: 'Exportar dados do paciente' })).toBeVisible()
}
const NAME = 'Maria Aparecida da Conceição Albuquerque'
const ofPatient = (name: string, row: Row | null, text: string | RegExp): State => ({
  name: `patients/export-${name}`,
  doctor: 'new',
  reach: async (page, stage) => {
    const patient = await stage.patient(NAME)
    if (row) fillDataExport(await ownId(stage), { ...row, patient })
    await openDialog(page, NAME)
    await says(page, text)
  },
})

export const dataExportOfPatients: readonly State[] = [
  {
    name: 'patients/export-menu',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.patient(NAME)
      await page.goto('/app/patients')
      await page.getByRole('button', { name: `Mais ações para ${NAME}` }).click()
      await expect(page.getByRole('menuitem', { name: 'Exportar dados do paciente' })).toBeVisible()
    },
  },
  ofPatient('ask', null, /^Um arquivo ZIP com o cadastro/),
  ofPatient('preparing', { done: 2, total: 7 }, 'Preparando… 2 de 7 consultas'),
  ofPatient(
    'ready',
    { done: 7, total: 7, ready: true, volumes: [{ number: 1, bytes: 812_000 }] },
    'Exportação pronta.',
  ),
  ofPatient('failed', { done: 0, total: 7, failed: true }, 'Não foi possível preparar a exportação. Peça de novo.'),
  {
    name: 'patients/export-busy',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.patient(NAME)
      fillDataExport(await ownId(stage), { done: 120, total: 480 })
      await openDialog(page, NAME)
      await page.getByRole('button', { name: 'Exportar dados', exact: true }).click()
      await says(page, 'Uma exportação já está sendo preparada. Espere terminar para pedir outra.')
    },
  },
  {
    name: 'patients/export-unread',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.patient(NAME)
      await stage.fail(/^\/api\/data-exports$/, 500, { method: 'GET' })
      await openDialog(page, NAME)
      await says(page, 'Algo deu errado. Tente novamente.')
    },
  },
]
