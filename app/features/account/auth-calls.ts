import { fetchWithin } from '#app/lib/fetch-within.ts'

const fetchInTime = fetchWithin()

/** Sign-in, sign-up and the rest of /api/auth: not part of our typed API, so the few codes we know are listed here. */
type AuthFailure = { ok: false; code: string; status: number }
export type AuthResult = { ok: true } | AuthFailure

async function post(path: string, body: object): Promise<AuthResult> {
  try {
    const response = await fetchInTime(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return { ok: true }
    const answer = (await response.json().catch(() => ({}))) as { code?: string }
    return { ok: false, code: answer.code ?? '', status: response.status }
  } catch {
    return { ok: false, code: 'offline', status: 0 }
  }
}

const VERIFIED_URL = '/login?verificado=1'
export const signIn = (email: string, password: string) => post('sign-in/email', { email, password })
export const signUp = (name: string, email: string, password: string) =>
  post('sign-up/email', { name, email, password, callbackURL: VERIFIED_URL })
export const signOut = () => post('sign-out', {})
export const resendVerification = (email: string) =>
  post('send-verification-email', { email, callbackURL: VERIFIED_URL })

const common: Record<string, string> = {
  offline: 'Sem conexão com o servidor. Verifique a internet e tente de novo.',
}
const tooMany = 'Muitas tentativas. Aguarde um instante e tente de novo.'

const sentence = (failure: AuthFailure, known: Record<string, string>, other: string) =>
  known[failure.code] ?? common[failure.code] ?? (failure.status === 429 ? tooMany : other)

/** The sentences of spec §8. */
export const signInSentence = (failure: AuthFailure) =>
  sentence(
    failure,
    {
      INVALID_EMAIL_OR_PASSWORD: 'Email ou senha incorretos',
      INVALID_EMAIL: 'Email ou senha incorretos',
      EMAIL_NOT_VERIFIED: 'Confirme seu email antes de fazer login',
    },
    'Erro ao fazer login',
  )
export const signUpSentence = (failure: AuthFailure) =>
  sentence(
    failure,
    {
      email_taken: 'Este email já está cadastrado',
      USER_ALREADY_EXISTS: 'Este email já está cadastrado',
      PASSWORD_TOO_SHORT: 'A senha deve ter pelo menos 6 caracteres',
      INVALID_EMAIL: 'Email inválido',
    },
    'Erro ao criar conta',
  )
export const otherSentence = (failure: AuthFailure, other: string) => sentence(failure, {}, other)
