import { expect, type Page } from '@playwright/test'
import { forgetPassword } from '../rows.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'
import { closing } from './closing.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'
const STRONG = 'Relato#2026'

const open = async (page: Page) => {
  await page.goto('/app/settings')
  await expect(page.getByRole('heading', { name: 'Segurança da conta' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Salvar Perfil' })).toBeEnabled()
}
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function typePasswords(page: Page, next: string, again = next, current = 'Errada#2026') {
  await open(page)
  await field(page, 'Senha atual').fill(current)
  await field(page, 'Nova senha').fill(next)
  await field(page, 'Confirmar nova senha').fill(again)
  await page.getByRole('button', { name: 'Alterar Senha' }).click()
}
/** A new password that the form itself refuses. */
const refusedState = (name: string, password: string, message: string): State => ({
  name: `settings/${name}`,
  reach: async (page) => {
    await typePasswords(page, password)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  },
})

async function saveProfile(page: Page) {
  await field(page, 'Telefone').fill('11987654321')
  await page.getByRole('button', { name: 'Salvar Perfil' }).click()
}

/** The same doctor signs in somewhere else. */
async function signInElsewhere({ url, doctor: { email, password } }: Stage, agent: string) {
  const headers = { 'content-type': 'application/json', origin: url, 'user-agent': agent }
  const body = JSON.stringify({ email, password })
  const answer = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}
async function onThreeDevices(page: Page, stage: Stage) {
  await signInElsewhere(stage, PHONE)
  await signInElsewhere(stage, DESKTOP)
  await open(page)
  await expect(page.getByText('Safari no iPhone')).toBeVisible()
}

async function showAccesses(page: Page, stage: Stage) {
  await stage.patient('Marina Alves Teixeira')
  await page.goto('/app/patients')
  await expect(page.getByRole('heading', { name: 'Pacientes' })).toBeVisible()
  await open(page)
  await page.getByRole('button', { name: 'Mostrar acessos' }).click()
  const list = page.getByRole('list', { name: 'Acessos' })
  await expect(list.getByText('Lista de pacientes aberta').first()).toBeVisible()
  await expect(list.getByText('Marina Alves Teixeira')).toBeVisible()
  await list.scrollIntoViewIfNeeded()
}

export const settings: readonly State[] = [
  { name: 'settings/page', always: true, reach: open },
  {
    name: 'settings/specialties',
    reach: async (page) => {
      await open(page)
      await page.getByLabel('Especialidade').focus()
    },
  },
  {
    name: 'settings/quality',
    reach: async (page) => {
      await open(page)
      await page.getByRole('link', { name: 'Áudio' }).click()
      await expect(page).toHaveURL(/#audio$/)
    },
  },
  {
    name: 'settings/interval',
    reach: async (page) => {
      await open(page)
      await page.getByRole('link', { name: 'Transcrição' }).click()
      await page.getByLabel('Intervalo do salvamento automático').focus()
    },
  },
  {
    name: 'settings/profile-invalid',
    reach: async (page) => {
      await open(page)
      await page.getByLabel('Nome completo').fill(' ')
      await page.getByLabel('CRM').fill('12/SP')
      await page.getByLabel('Telefone').fill('1198')
      await page.getByRole('button', { name: 'Salvar Perfil' }).click()
      await expect(page.getByText('Nome é obrigatório')).toBeVisible()
    },
  },
  {
    name: 'settings/profile-unsaved',
    reach: async (page) => {
      await open(page)
      await page.getByLabel('Nome completo').fill('Dra. Helena Prado de Assis')
      await page.getByRole('link', { name: 'Pacientes' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Descartar alterações?')
    },
  },
  {
    name: 'settings/profile-saved',
    doctor: 'new',
    reach: async (page) => {
      await open(page)
      await page.getByLabel('CRM').fill('52123456rj')
      await page.getByLabel('Especialidade').selectOption('Medicina de Família')
      await saveProfile(page)
      await toast(page, 'Perfil atualizado com sucesso!')
    },
  },
  {
    name: 'settings/profile-failed',
    reach: async (page, stage) => {
      await open(page)
      await stage.fail(/^\/api\/profile$/, 500, { message: null })
      await saveProfile(page)
      await toast(page, 'Erro ao atualizar perfil')
    },
  },
  {
    name: 'settings/profile-offline',
    reach: async (page, stage) => {
      await open(page)
      await stage.fail(/^\/api\/profile$/, 'offline')
      await saveProfile(page)
      await toast(page, 'Erro ao atualizar perfil')
    },
  },
  {
    name: 'settings/profile-signed-out',
    doctor: 'new',
    reach: async (page) => {
      await open(page)
      await page.context().clearCookies()
      await saveProfile(page)
      await toast(page, 'User not authenticated')
      await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
    },
  },
  {
    name: 'settings/password-required',
    reach: async (page) => {
      await open(page)
      await page.getByRole('button', { name: 'Alterar Senha' }).click()
      await expect(page.getByText('Senha atual é obrigatória')).toBeVisible()
    },
  },
  refusedState('password-short', '   ', 'Mínimo 8 caracteres'),
  refusedState('password-no-upper', '12345678', 'Pelo menos 1 letra maiúscula'),
  refusedState('password-no-lower', 'SENHA123!', 'Pelo menos 1 letra minúscula'),
  refusedState('password-no-digit', 'SenhaLonga', 'Pelo menos 1 número'),
  refusedState('password-no-special', 'Senha1234', 'Pelo menos 1 caractere especial'),
  {
    name: 'settings/password-strong',
    reach: async (page) => {
      await open(page)
      await field(page, 'Nova senha').fill(STRONG)
      await expect(page.getByRole('meter', { name: 'Força da senha' })).toBeVisible()
      await page.getByRole('button', { name: 'Mostrar senha' }).nth(1).click()
    },
  },
  {
    name: 'settings/password-one-rule',
    reach: async (page) => {
      await open(page)
      await field(page, 'Nova senha').fill('a')
      await expect(page.getByRole('meter', { name: 'Força da senha' })).toBeVisible()
    },
  },
  {
    name: 'settings/password-differs',
    reach: async (page) => {
      await typePasswords(page, STRONG, 'Relato#2025')
      await expect(page.getByText('As senhas não coincidem')).toBeVisible()
    },
  },
  {
    name: 'settings/password-wrong',
    doctor: 'new',
    reach: async (page) => {
      await typePasswords(page, STRONG)
      await expect(page.getByText('Senha atual incorreta')).toBeVisible()
    },
  },
  {
    name: 'settings/password-limited',
    doctor: 'new',
    reach: async (page, stage) => {
      for (let i = 0; i < 5; i++)
        await stage.api('PUT', '/api/password', { currentPassword: 'Errada#2026', newPassword: STRONG })
      await typePasswords(page, STRONG)
      await toast(page, 'Muitas tentativas. Aguarde um instante e tente de novo.')
    },
  },
  {
    name: 'settings/password-changed',
    doctor: 'new',
    reach: async (page, stage) => {
      await signInElsewhere(stage, PHONE)
      await typePasswords(page, STRONG, STRONG, stage.doctor.password)
      await toast(page, 'Senha alterada com sucesso!')
    },
  },
  {
    name: 'settings/password-failed',
    reach: async (page, stage) => {
      await stage.fail(/^\/api\/password$/, 500, { message: null })
      await typePasswords(page, STRONG)
      await toast(page, 'Erro ao alterar senha')
    },
  },
  {
    name: 'settings/password-none',
    doctor: 'new',
    reach: async (page, stage) => {
      const { body } = await stage.api<{ user: { id: string } }>('GET', '/api/session')
      forgetPassword(body.user.id)
      await open(page)
      await expect(page.getByRole('button', { name: 'Criar Senha' })).toBeVisible()
    },
  },
  { name: 'settings/devices', doctor: 'new', reach: onThreeDevices },
  { name: 'settings/accesses', doctor: 'new', reach: showAccesses },
  {
    name: 'settings/accesses-failed',
    reach: async (page, stage) => {
      await open(page)
      await stage.fail(/^\/api\/access-log$/, 'offline')
      await page.getByRole('button', { name: 'Mostrar acessos' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'settings/devices-end',
    doctor: 'new',
    reach: async (page, stage) => {
      await onThreeDevices(page, stage)
      await page.getByRole('button', { name: 'Encerrar outras sessões' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'settings/devices-ended',
    doctor: 'new',
    reach: async (page, stage) => {
      await onThreeDevices(page, stage)
      await page.getByRole('button', { name: 'Encerrar a sessão em Safari no iPhone' }).click()
      await toast(page, 'Sessão encerrada')
      await expect(page.getByText('Safari no iPhone')).toBeHidden()
    },
  },
  {
    name: 'settings/devices-failed',
    doctor: 'new',
    reach: async (page, stage) => {
      await onThreeDevices(page, stage)
      await stage.fail(/^\/api\/sessions/, 500, { message: null })
      await page.getByRole('button', { name: 'Encerrar a sessão em Safari no iPhone' }).click()
      await toast(page, 'Erro ao encerrar sessão')
    },
  },
  {
    name: 'settings/saved',
    reach: async (page) => {
      await open(page)
      await page.getByRole('switch', { name: 'Modo compacto' }).click()
      await toast(page, 'Configurações salvas com sucesso!')
    },
  },
  {
    name: 'settings/save-failed',
    reach: async (page) => {
      await open(page)
      // A browser that keeps nothing more.
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await page.getByRole('switch', { name: 'Mostrar horários' }).click()
      await toast(page, 'Erro ao salvar configurações')
    },
  },
  {
    name: 'settings/dependent',
    reach: async (page) => {
      await open(page)
      await page.getByRole('switch', { name: 'Gravação neste aparelho' }).click()
      await page.getByRole('switch', { name: 'Salvamento automático' }).click()
      await expect(page.getByLabel('Intervalo do salvamento automático')).toBeDisabled()
    },
  },
  {
    name: 'settings/restore',
    reach: async (page) => {
      await open(page)
      await page.getByRole('button', { name: 'Restaurar padrões' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Restaurar padrões?')
    },
  },
  ...closing,
]
