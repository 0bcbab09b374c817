import { expect } from '@playwright/test'
import { passwordProblem, passwordStrength } from '#domain/account/password.ts'
import { specialtyNames } from '#domain/account/profile.ts'
import { audioBitRates, autoSaveIntervals } from '#domain/account/settings.ts'
import { SMALL_JPEG } from '#tests/testkit/logo.ts'
import { at, region, TITLE, toast } from '../places.ts'
import { change, type DataExportRow, fillCorrectedWords, fillDataExport } from '../rows.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { api, click, confirm, fails, fill, go, has, make, ready, shows, type Value } from '../steps.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'
const [STRONG, WRONG] = ['Relato#2026', 'Errada#2026']
const [PROFILE, SECURITY, AUDIO] = [region('Perfil profissional'), region('Segurança da conta'), region('Áudio')]
const TRANSCRIPTION = region('Transcrição')
const ownPassword: Value = ({ doctor }) => doctor.password

const open: Step = [go('/app/settings'), has('heading', 'Segurança da conta'), ready('Salvar Perfil')]
const saveProfile: Step = [fill('Telefone', '11987654321'), click('Salvar Perfil')]
const typePasswords = (next: string, again = next, current: Value = WRONG): Step => [
  [open, fill('Senha atual', current), fill(/^Nova senha$/, next), fill('Confirmar nova senha', again)],
  click('Alterar Senha'),
]

const strengthOf = (password: string): Step => {
  const { label, percent } = passwordStrength(password)
  return at(SECURITY, label, `${percent}%`)
}
/** Refused by the first rule that it breaks, with its strength. */
const weakPassword = (password: string): Step => [
  [typePasswords(password), at(SECURITY, passwordProblem(password) ?? ''), strengthOf(password)],
]

/** The same doctor signs in somewhere else. */
const signInElsewhere =
  (agent: string): Act =>
  async (_, { url, doctor: { email, password } }) => {
    const headers = { 'content-type': 'application/json', origin: url, 'user-agent': agent }
    const body = JSON.stringify({ email, password })
    const answer = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
  }
const onThreeDevices: Step = [signInElsewhere(PHONE), signInElsewhere(DESKTOP), open, shows('Safari no iPhone')]
const endPhone = click('Encerrar a sessão em Safari no iPhone')
const accesses: Act = async (page) => {
  const list = page.getByRole('list', { name: 'Acessos' })
  await expect(list.getByText('Lista de pacientes aberta').first()).toBeVisible()
  await list.scrollIntoViewIfNeeded()
}
/** A browser that keeps nothing more. */
const fullStorage: Act = (page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
/** As one who has only ever come in through another provider. */
const forgetPassword: Act = async (_, stage) =>
  change("UPDATE account SET provider_id = 'google', password = NULL WHERE user_id = :id", { id: await stage.ownId() })

const page = [
  ...statesOf('helena', {
    'settings/page': [
      [open, at(TITLE, 'Configurações'), 'Gerencie seu perfil e configurações da aplicação'],
      at(PROFILE, 'Nome completo*', 'CRM', 'Especialidade', 'Telefone', 'Email', 'helena@relato.example'),
      at(PROFILE, ...specialtyNames),
      at(SECURITY, 'Senha atual', 'Nova senha', 'Confirmar nova senha'),
      at(region('Notificações'), 'Transcrição e registro prontos', 'Lembretes de consulta', 'Novidades do sistema'),
      at(AUDIO, 'Gravação neste aparelho', 'Redução de ruído', 'Ajuste automático de volume'),
      at(AUDIO, 'Guardar o áudio no servidor durante a consulta'),
      at(AUDIO, 'Qualidade da gravação neste aparelho', 'Alta', 'Média', 'Baixa'),
      at(AUDIO, ...Object.values(audioBitRates).map((rate) => `${rate / 1_000} kbps`)),
      at(TRANSCRIPTION, 'Quem reconhece a fala', 'Automático', 'Este aparelho', 'Servidor'),
      at(TRANSCRIPTION, 'Identificação automática de quem fala', 'Estruturar ao finalizar', 'Salvamento automático'),
      at(TRANSCRIPTION, 'Intervalo do salvamento automático', ...autoSaveIntervals.map((s) => `A cada ${s} s`)),
      at(region('Interface'), 'Tema', 'Claro', 'Escuro', 'Sistema', 'Modo compacto', 'Mostrar horários'),
    ],
    'settings/logo': [
      (_, stage) => stage.api('PUT', '/api/profile/logo', { jpeg: SMALL_JPEG }),
      [go('/app/settings#perfil'), has('img', 'Seu logotipo')],
      'Remover logotipo',
    ],
    'settings/logo-failed': [
      [fails(/\/profile\/logo$/, 500), go('/app/settings#perfil'), has('button', 'Tentar novamente')],
    ],
    'settings/profile-invalid': [
      [open, fill('Nome completo', ' '), fill('CRM', '12/SP'), fill('Telefone', '1198'), click('Salvar Perfil')],
      at(PROFILE, 'Nome é obrigatório', 'CRM deve estar no formato: 123456/UF'),
      at(PROFILE, 'Telefone deve estar no formato: (11) 99999-9999'),
    ],
    'settings/profile-unsaved': [
      [open, fill('Nome completo', 'Dra. Helena Prado de Assis'), click('Pacientes', 'link')],
      has('alertdialog', /Descartar alterações\?/),
    ],
    'settings/profile-failed': [
      [open, fails(/^\/api\/profile$/, 500, { message: null }), saveProfile, toast('Erro ao atualizar perfil')],
    ],
    'settings/profile-offline': [
      [open, fails(/^\/api\/profile$/, 'offline'), saveProfile, shows('Erro ao atualizar perfil')],
    ],
    'settings/password-required': [
      [open, click('Alterar Senha')],
      at(SECURITY, 'Senha atual é obrigatória', 'Nova senha é obrigatória', 'Confirmação de senha é obrigatória'),
    ],
    'settings/password-short': [weakPassword('   ')],
    'settings/password-one-rule': [weakPassword('a')],
    'settings/password-no-upper': [weakPassword('12345678')],
    'settings/password-no-digit': [weakPassword('SenhaLonga')],
    'settings/password-no-lower': [weakPassword('SENHA123!')],
    'settings/password-no-special': [weakPassword('Senha1234')],
    'settings/password-strong': [
      [open, fill(/^Nova senha$/, STRONG), strengthOf(STRONG)],
      (page) => page.getByRole('button', { name: 'Mostrar senha' }).nth(1).click(),
    ],
    'settings/password-differs': [typePasswords(STRONG, 'Relato#2025'), at(SECURITY, 'As senhas não coincidem')],
    'settings/password-failed': [
      [fails(/^\/api\/password$/, 500, { message: null }), typePasswords(STRONG), toast('Erro ao alterar senha')],
    ],
    'settings/accesses-failed': [
      [open, fails(/^\/api\/access-log$/, 'offline'), click('Mostrar acessos'), has('alert')],
    ],
    'settings/saved': [open, click('Modo compacto', 'switch'), toast('Configurações salvas com sucesso!')],
    'settings/save-failed': [
      [open, fullStorage, click('Mostrar horários', 'switch'), toast('Erro ao salvar configurações')],
    ],
    'settings/dependent': [
      [open, click('Gravação neste aparelho', 'switch'), click('Salvamento automático', 'switch')],
      (page) => expect(page.getByLabel('Intervalo do salvamento automático')).toBeDisabled(),
    ],
    'settings/restore': [open, click('Restaurar padrões'), shows(/Restaurar padrões\?/)],
  }),
  ...statesOf('new', {
    'settings/profile-saved': [
      [open, fill('CRM', '52123456rj')],
      (page) => page.getByLabel('Especialidade', { exact: true }).selectOption('Medicina de Família'),
      [saveProfile, toast('Perfil atualizado com sucesso!')],
    ],
    'settings/profile-signed-out': [
      [open, (page) => page.context().clearCookies(), saveProfile, toast('User not authenticated')],
      has('dialog', 'Sua sessão terminou'),
    ],
    'settings/password-wrong': [typePasswords(STRONG), at(SECURITY, 'Senha atual incorreta')],
    'settings/password-limited': [
      Array.from({ length: 5 }, () => api('PUT', '/api/password', { currentPassword: WRONG, newPassword: STRONG })),
      [typePasswords(STRONG), shows('Muitas tentativas. Aguarde um instante e tente de novo.')],
    ],
    'settings/password-changed': [
      [signInElsewhere(PHONE), typePasswords(STRONG, STRONG, ownPassword), toast('Senha alterada com sucesso!')],
    ],
    'settings/password-none': [forgetPassword, open, has('button', 'Criar Senha')],
    'settings/devices': [onThreeDevices],
    'settings/devices-end': [onThreeDevices, click('Encerrar outras sessões'), has('alertdialog')],
    'settings/devices-ended': [
      [onThreeDevices, endPhone, shows('Sessão encerrada')],
      (page) => expect(page.getByText('Safari no iPhone')).toBeHidden(),
    ],
    'settings/devices-failed': [
      [onThreeDevices, fails(/^\/api\/sessions/, 500, { message: null }), endPhone, shows('Erro ao encerrar sessão')],
    ],
    'settings/accesses': [
      (_, stage) => stage.patient('Marina Alves Teixeira'),
      [go('/app/patients'), has('heading', 'Pacientes'), open, click('Mostrar acessos'), accesses],
      at(region('Registro de acessos'), 'Entrada na conta', 'Paciente cadastrado', 'Marina Alves Teixeira'),
    ],
  }),
]

// --- closing the account, and what is left of a closed one ----------------------------------------------------------
const openClosing: Step = [open, click('Encerrar conta', 'link')]
const inView: Act = (page) => expect(page.getByRole('button', { name: 'Encerrar conta' })).toBeInViewport()
/** Too near the end to reach the top. */
const isMarked: Act = (page) =>
  expect(page.getByRole('link', { name: 'Encerrar conta' })).toHaveAttribute('aria-current', 'location')
const askToClose: Step = [openClosing, click('Encerrar conta'), has('dialog', 'Encerrar sua conta?')]
const close: Step = [
  [askToClose, fill('Sua senha', ownPassword), (page) => page.keyboard.press('Enter')],
  has('heading', 'Sua conta foi encerrada'),
]
const closing = statesOf('new', {
  'settings/close': [openClosing, (page) => expect(page).toHaveURL(/#encerrar$/), inView, isMarked],
  'settings/close-waits': [
    [make('openVisit', { patient: 'Marina Alves Teixeira' }), openClosing],
    (page) => expect(page.getByRole('button', { name: 'Encerrar conta' })).toBeDisabled(),
    inView,
  ],
  'settings/close-confirm': [askToClose],
  'settings/closed': [
    [close, (_, { api, doctor }) => api('POST', '/api/auth/sign-in/email', doctor)],
    [go('/app/dashboard'), ready('Reabrir conta')],
  ],
  'settings/just-closed': [close],
})

// --- exporting all data ---------------------------------------------------------------------------------------------
const DAY_MS = 24 * 60 * 60_000
const openData: Step = [
  [go('/app/settings#dados'), has('region', 'Seus dados')],
  (page) => page.getByRole('region', { name: 'Seus dados' }).scrollIntoViewIfNeeded(),
]
const exporting = (row: DataExportRow): Step => [async (_, stage) => fillDataExport(await stage.ownId(), row), openData]
const READY: DataExportRow = { done: 3, total: 3, status: 'completed', volumes: [3_412_000] }
const dataExport = statesOf('new', {
  'settings/data-export': [openData, shows('Exportar todos os dados')],
  'settings/data-export-confirm': [openData, click('Exportar todos os dados'), has('dialog'), 'Sua senha'],
  'settings/data-export-refused': [
    [openData, click('Exportar todos os dados'), fill(/^Sua senha$/, WRONG), confirm('Exportar')],
    shows('Senha incorreta'),
  ],
  'settings/data-export-preparing': [exporting({ done: 120, total: 480 }), shows('Preparando… 120 de 480 consultas')],
  'settings/data-export-ready': [exporting(READY), shows('Exportação pronta.')],
  'settings/data-export-volumes': [
    exporting({ done: 212, total: 212, status: 'completed', volumes: [48_312_000, 31_870_000, 904_000] }),
    shows('Baixar parte 2 de 3 (31,9 MB)'),
  ],
  'settings/data-export-failed': [
    exporting({ done: 90, total: 480, status: 'failed' }),
    shows('Não foi possível preparar a exportação. Peça de novo.'),
  ],
  'settings/data-export-expired': [
    exporting({ done: 3, total: 3, status: 'completed', ago: 9 * DAY_MS }),
    shows(/não está mais disponível/),
  ],
  'settings/data-export-delete': [exporting(READY), click('Apagar agora'), shows(/Apagar a exportação\?/)],
})

// --- the doctor's corrected words -----------------------------------------------------------------------------------
const LIST = 'Palavras que você corrigiu'
const openWords = (count: number): Step => [
  async (_, stage) => fillCorrectedWords(await stage.ownId(), count),
  [open, has('heading', LIST)],
  (page) => page.getByRole('heading', { name: LIST }).scrollIntoViewIfNeeded(),
]
const removeFirst = click('Remover tolvaptana')
const words = statesOf('new', {
  'settings/words-none': [openWords(0), at(TRANSCRIPTION, 'Nenhuma por enquanto.')],
  'settings/words': [openWords(9), at(TRANSCRIPTION, LIST, 'tolvaptana', 'Glifage', 'Remover todas')],
  'settings/words-many': [openWords(100), at(TRANSCRIPTION, 'Mostrar todas (100)')],
  'settings/words-all': [openWords(100), click('Mostrar todas (100)'), shows('palavra 100')],
  'settings/words-removed': [
    [openWords(9), removeFirst, toast('Palavra removida')],
    (page) => expect(page.getByText('tolvaptana', { exact: true })).toBeHidden(),
    at(TRANSCRIPTION, 'Glifage'),
  ],
  'settings/words-failed': [
    [openWords(9), fails(/^\/api\/corrected-words\//, 500, { message: null }), removeFirst, shows('Erro ao remover')],
  ],
  'settings/words-remove-all': [openWords(9), click('Remover todas'), shows('Remover todas as palavras?')],
  'settings/words-gone': [
    [openWords(9), click('Remover todas'), confirm('Remover todas'), toast('Palavras removidas')],
    at(TRANSCRIPTION, 'Nenhuma por enquanto.'),
  ],
})
export const settings = [...page, ...closing, ...dataExport, ...words]
