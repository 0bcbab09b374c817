import { expect, type Page } from '@playwright/test'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'

const open = async (page: Page) => {
  await page.goto('/app/settings')
  await expect(page.getByRole('heading', { name: 'Segurança da conta' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Salvar Perfil' })).toBeEnabled()
}

async function askToClose(page: Page) {
  await open(page)
  await page.getByRole('link', { name: 'Encerrar conta' }).click()
  await page.getByRole('button', { name: 'Encerrar conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encerrar sua conta?' })
  await expect(dialog).toBeVisible()
  return dialog
}
async function closeAccount(page: Page, { doctor }: Stage) {
  const dialog = await askToClose(page)
  await dialog.getByLabel('Sua senha').fill(doctor.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sua conta foi encerrada' })).toBeVisible()
}

/** The last section of the settings, and what is left of a closed account. */
export const closing: readonly State[] = [
  {
    name: 'settings/close',
    doctor: 'new',
    reach: async (page) => {
      await open(page)
      await page.getByRole('link', { name: 'Encerrar conta' }).click()
      await expect(page).toHaveURL(/#encerrar$/)
      await expect(page.getByRole('button', { name: 'Encerrar conta' })).toBeInViewport()
    },
  },
  {
    name: 'settings/close-waits',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.openVisit({ patient: 'Marina Alves Teixeira' })
      await open(page)
      await page.getByRole('link', { name: 'Encerrar conta' }).click()
      await expect(page.getByRole('button', { name: 'Encerrar conta' })).toBeDisabled()
      await expect(page.getByRole('button', { name: 'Encerrar conta' })).toBeInViewport()
    },
  },
  {
    name: 'settings/close-confirm',
    doctor: 'new',
    reach: async (page) => {
      await askToClose(page)
    },
  },
  {
    name: 'settings/closed',
    doctor: 'new',
    always: true,
    reach: async (page, stage) => {
      await closeAccount(page, stage)
      await stage.api('POST', '/api/auth/sign-in/email', { email: stage.doctor.email, password: stage.doctor.password })
      await page.goto('/app/dashboard')
      await expect(page.getByRole('button', { name: 'Reabrir conta' })).toBeEnabled()
    },
  },
  {
    name: 'settings/just-closed',
    doctor: 'new',
    reach: closeAccount,
  },
]
