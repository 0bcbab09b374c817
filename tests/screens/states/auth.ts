import { expect } from '@playwright/test'
import type { SecondFactorBegun } from '#domain/account/second-factor.ts'
import { site } from '#domain/site.ts'
import { googleAccounts } from '#local/google/accounts.ts'
import { DEMO_EMAIL } from '#local/stack/demonstration-doctor.ts'
import { secretShown } from '../../e2e/doctor.ts'
import { linkIn, mailTo } from '../../e2e/inbox.ts'
import { codeNotShown, codeShown } from '../../testkit/authenticator.ts'
import { at, TITLE, toast } from '../places.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, confirm, fails, fill, go, has, offline, press, ready, type Value } from '../steps.ts'

const RETRY = { 'x-retry-after': '42' }
const PASSWORD = 'segredo1'
const ownEmail: Value = ({ doctor }) => doctor.email
const ownPassword: Value = ({ doctor }) => doctor.password
const signedOut: Act = (page) => page.context().clearCookies()

const login = (query = ''): Step => [go(`/login${query}`), ready('Continuar com Google')]
const enter = (email: Value, password: Value = PASSWORD): Step => [
  [fill('Email', email), fill(/^Senha$/, password), click('Entrar')],
]
const signUp = (email: Value, password = PASSWORD, again = password): Step => [
  login('?criar=1'),
  fill('Nome completo', 'Dra. Maria Aparecida de Albuquerque Figueiredo'),
  [fill('Email', email), fill(/^Senha$/, password), fill('Confirmar senha', again), click('Criar conta')],
]
const recover: Step = [go('/login?recuperar=1'), fill('Email', ownEmail), click('Enviar link')]

/** The page with the link of the mail followed. */
const followRecovery: Act = async (page, { api, doctor }) => {
  await api('POST', '/api/recovery', { email: doctor.email })
  const link = linkIn(await mailTo(page.request, doctor.email, 'password_reset'))
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Salvar nova senha' })).toBeEnabled()
}
const newPassword = (password: string, again: string): Step => [
  [followRecovery, fill(/^Nova senha$/, password), fill('Confirmar nova senha', again), click('Salvar nova senha')],
]

const visitor = statesOf('visitor', {
  'auth/sign-in': [
    [login(), at(TITLE, 'Entrar'), 'Continuar com Google', 'Email', 'Senha', 'Mostrar senha'],
    ['Esqueci minha senha', 'Cadastre-se', 'Voltar ao início'],
  ],
  'auth/create': [
    [login('?criar=1&plan=pro&interval=year'), at(TITLE, 'Criar conta'), 'Continuar com Google', 'Nome completo'],
    ['Email', 'Senha', 'Confirmar senha', 'Faça login', 'Pro, anual · 14 dias grátis', 'Trocar plano'],
  ],
  'auth/create-free': [login('?criar=1&plan=free'), 'Free · sem cobrança'],
  'auth/password-shown': [login(), fill(/^Senha$/, PASSWORD), click('Mostrar senha'), 'Ocultar senha'],
  'auth/refused': [login(), enter(DEMO_EMAIL, 'errada1'), has('alert'), 'Email ou senha incorretos'],
  'auth/disabled': [
    [fails(/sign-in\/email/, 403, { code: 'account_disabled' }), login(), enter(DEMO_EMAIL), has('alert')],
    `Sua conta está desativada. Nada foi apagado. Para reativá-la, escreva para ${site.support.email.value}.`,
  ],
  'auth/unverified': [
    [signUp(ownEmail), click('Já confirmei, entrar', 'link'), has('status'), click('entre com sua senha', 'link')],
    enter(ownEmail),
    [toast('Confirme seu email antes de fazer login'), 'Enviar de novo'],
  ],
  'auth/failed': [fails(/sign-in\/email/, 500), login(), enter(DEMO_EMAIL), toast('Erro ao fazer login')],
  'auth/too-many': [
    (page) => page.route('**/sign-in/email', (route) => route.fulfill({ status: 429, headers: RETRY, json: {} })),
    [login(), enter(DEMO_EMAIL), toast('Muitas tentativas. Tente de novo em 42 segundos.')],
  ],
  'auth/offline': [
    [login(), offline, enter(DEMO_EMAIL)],
    toast('Sem conexão com o servidor. Verifique a internet e tente de novo.'),
  ],
  'auth/mismatch': [signUp(ownEmail, PASSWORD, 'outra-senha'), has('alertdialog'), 'As senhas não coincidem'],
  'auth/short-password': [[signUp(ownEmail, 'cinco'), has('alertdialog'), 'A senha deve ter pelo menos 6 caracteres']],
  'auth/taken': [signUp(DEMO_EMAIL), toast('Este email já está cadastrado')],
  'auth/create-failed': [fails(/sign-up\/email/, 500), signUp(ownEmail), toast('Erro ao criar conta')],
  'auth/check-mail': [
    [signUp(ownEmail), toast('Conta criada! Verifique seu email para confirmar.'), 'Já confirmei, entrar'],
  ],
  'auth/not-confirmed-yet': [
    [signUp(ownEmail), click('Já confirmei, entrar', 'link'), /^A confirmação ainda não chegou\..*/],
  ],
  'auth/verified': [
    login('?verificado=1&plan=clinica&interval=month'),
    [/^Email confirmado\. Aqui, entre com sua senha\..*/, 'Clínica, mensal · 14 dias grátis'],
  ],
  'auth/stale-link': [
    login('?verificado=1&error=TOKEN_EXPIRED'),
    'O link de confirmação expirou. Entre com seu email e senha para receber outro.',
  ],
  'auth/google-cancelled': [
    [login('?google=erro&error=access_denied'), toast('Erro ao entrar com Google', 'A entrada foi cancelada.')],
  ],
  'auth/google-unconfirmed': [
    [login(), click('Continuar com Google'), click(new RegExp(googleAccounts.unconfirmed.email))],
    toast('Erro ao entrar com Google'),
  ],
  'auth/recover': [
    [go('/login?recuperar=1'), ready('Enviar link'), at(TITLE, 'Recuperar senha'), 'Enviar link'],
    'Voltar ao login',
  ],
  'auth/recover-sent': [recover, toast('Email de recuperação enviado!')],
  'auth/recover-failed': [fails(/api\/recovery/, 500), recover, toast('Erro ao enviar email de recuperação')],
  'auth/link-over': [go('/reset-password'), 'Este link expirou ou já foi usado. Peça um novo.', 'Pedir novo link'],
  'auth/second-step-over': [
    [go('/login?codigo=1'), ready('Confirmar'), fill('Código de verificação', '123456'), click('Confirmar')],
    toast('O tempo para informar o código acabou. Entre de novo.'),
  ],
})
const own = statesOf('new', {
  'auth/signed-in': [signedOut, login(), enter(ownEmail, ownPassword), toast('Login realizado com sucesso!')],
  'auth/new-password': [
    [followRecovery, fill(/^Nova senha$/, 'Relato2026'), at(TITLE, 'Nova senha'), 'Forte'],
    ['Confirmar nova senha', 'Salvar nova senha'],
  ],
  'auth/new-password-refused': [newPassword('relato', 'outra'), 'Mínimo 8 caracteres', 'As senhas não coincidem'],
  'auth/new-password-set': [newPassword('Relato#2026', 'Relato#2026'), toast('Senha alterada com sucesso!')],
})
export const auth = [...visitor, ...own]

// --- the second factor ---------------------------------------------------------------------------------------------
/** The secret of the authenticator app; a process reaches one state at a time. */
let secret = ''
/** Uses the API as the page does. */
const switchOn: Act = async (_, { api, doctor: { password } }) => {
  const body = { confirmation: { password, code: null } }
  secret = (await api<SecondFactorBegun>('POST', '/api/second-factor', body)).body.secret
  expect((await api('PUT', '/api/second-factor', { code: codeShown(secret) })).status).toBe(200)
}
const security: Step = [
  [go('/app/settings#seguranca'), ready('Salvar Perfil')],
  (page) => page.getByRole('heading', { name: 'Verificação em duas etapas' }).scrollIntoViewIfNeeded(),
]
const begin: Step = [security, click('Ativar verificação em duas etapas'), has('dialog')]
const atTheApp: Step = [begin, fill('Sua senha', ownPassword), click('Continuar'), secretShown]
const typeCode =
  (codeOf: (secret: string) => string): Act =>
  async (page) =>
    page.getByLabel('Código que o aplicativo mostra').fill(codeOf(await secretShown(page)))
const atTheCodes: Step = [atTheApp, typeCode(codeShown), click('Ativar'), has('list', 'Códigos de recuperação')]
const focused =
  (label: string): Act =>
  (page) =>
    expect(page.getByLabel(label)).toBeFocused()
const atTheSecondStep: Step = [
  [switchOn, signedOut, login('?plan=pro&interval=year'), enter(ownEmail, ownPassword)],
  focused('Código de verificação'),
]

const BEGIN = 'Ativar verificação em duas etapas'
const WRONG = 'Código incorreto ou já usado'
export const secondFactor = [
  ...statesOf('helena', {
    'settings/second-factor-off': [security, 'Verificação em duas etapas', 'Desativada', BEGIN],
    'settings/second-factor-begin': [begin, BEGIN, 'Sua senha', 'Continuar'],
  }),
  ...statesOf('new', {
    'settings/second-factor-app': [atTheApp, 'Ligue o aplicativo autenticador', 'Copiar chave', 'Ativar'],
    'settings/second-factor-app-wrong': [atTheApp, typeCode(codeNotShown), click('Ativar'), WRONG],
    'settings/second-factor-codes': [
      [atTheCodes, 'Guarde os códigos de recuperação', 'Copiar', 'Baixar', 'Guardei os códigos'],
    ],
    'settings/second-factor-codes-not-kept': [
      [atTheCodes, press('Escape')],
      'Guarde os códigos antes de fechar: copie, baixe ou anote em um lugar seguro.',
    ],
    'settings/second-factor-on': [
      [switchOn, security, 'Ativada', 'Restam 10 códigos de recuperação.', 'Gerar novos códigos', 'Desativar'],
    ],
    'settings/second-factor-remove': [
      [switchOn, security, click('Desativar'), fill('Sua senha', ownPassword), confirm('Desativar')],
      ['Desativar verificação em duas etapas', 'Código é obrigatório'],
    ],
    'auth/second-step': [
      [atTheSecondStep, at(TITLE, 'Código de verificação'), 'Confirmar', 'Usar um código de recuperação'],
      'Voltar ao login',
    ],
    'auth/second-step-wrong': [
      [atTheSecondStep, fill('Código de verificação', () => codeNotShown(secret)), click('Confirmar'), WRONG],
    ],
    'auth/second-step-recovery': [
      [atTheSecondStep, click('Usar um código de recuperação'), focused('Código de recuperação')],
      ['Código de recuperação', 'Usar o código do aplicativo'],
    ],
    'shell/session-ended-code': [
      [switchOn, go('/app/settings'), ready('Salvar Perfil'), signedOut, fill('Telefone', '11987654321')],
      [click('Salvar Perfil'), has('dialog', 'Sua sessão terminou'), fill(/^Senha$/, ownPassword)],
      [confirm('Entrar'), focused('Código de verificação'), 'Código de verificação', 'Confirmar'],
    ],
  }),
]
