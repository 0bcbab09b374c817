import { fetchWithin } from '#app/lib/api.ts'
import { along, targetOf, type WayOn } from '#app/lib/way-on.ts'
import { messageOf, tooManyRequests } from '#domain/errors.ts'
import { site } from '#domain/site.ts'

const fetchInTime = fetchWithin()

/** Calls of /api/auth, which our typed API does not list. `send`: the API in process, where the server calls. */
type AuthFailure = {
  ok: false
  code: string
  status: number
  retryAfter: number | null
  fields?: Record<string, string> | undefined
}
type Answer = {
  code?: string
  fields?: Record<string, string>
  url?: string
  recovery_codes_left?: number | null
  signed_in?: boolean
}
/** `codesLeft`: set if a recovery code was used. */
type Done = { ok: true; url: string | undefined; codesLeft: number | null; signedIn: boolean }
export type AuthResult = Done | AuthFailure

async function post(path: string, body: object, send: typeof fetch = fetchInTime): Promise<AuthResult> {
  try {
    const response = await send(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json().catch(() => ({}))) as Answer | null
    const { url, recovery_codes_left: codesLeft = null, signed_in: signedIn = true } = answer ?? {}
    if (response.ok) return { ok: true, url, codesLeft, signedIn }
    const wait = Number(response.headers.get('retry-after') ?? response.headers.get('x-retry-after'))
    const { code = '', fields } = answer ?? {}
    return { ok: false, code, fields, status: response.status, retryAfter: wait > 0 ? wait : null }
  } catch {
    return { ok: false, code: 'offline', status: 0, retryAfter: null }
  }
}

/** The link of the mail may open in another browser, so its address carries the way on. */
const verifiedUrl = (way: WayOn) => along('/login', way, { verificado: '1' })
export const signIn = (email: string, password: string, send?: typeof fetch) =>
  post('sign-in/email', { email, password }, send)
/** The second step of a sign-in: sends the code. */
export const giveCode = (code: string, send?: typeof fetch) => post('second-step', { code }, send)
export const signUp = (name: string, email: string, password: string, way: WayOn, send?: typeof fetch) =>
  post('sign-up/email', { name, email, password, callbackURL: verifiedUrl(way) }, send)
/** Signs in without the password, in the browser that signed up. `signedIn` is false until the link was opened. */
export const firstSignIn = () => post('first-sign-in', {})
export const signOut = () => post('sign-out', {})
export const resendVerification = (email: string, way: WayOn) =>
  post('send-verification-email', { email, callbackURL: verifiedUrl(way) })
/** Returns Google's address to go to. */
export const startGoogle = (way: WayOn) =>
  post('sign-in/social', {
    provider: 'google',
    callbackURL: targetOf(way),
    errorCallbackURL: along('/login', way, { google: 'erro' }),
  })

const OFFLINE = 'Sem conexão com o servidor. Verifique a internet e tente de novo.'
const TOO_MANY = 'Muitas tentativas. Aguarde um instante e tente de novo.'

/** The sentence that says whom to ask. */
const DISABLED = `${messageOf('account_disabled')} Para reativá-la, escreva para ${site.support.email.value}.`

const sentence = ({ code, status, retryAfter }: AuthFailure, other: string, known: Record<string, string> = {}) => {
  if (code === 'offline') return OFFLINE
  if (status === 429) return retryAfter === null ? TOO_MANY : tooManyRequests(retryAfter)
  if (code === 'account_disabled') return DISABLED
  return known[code] ?? other
}

const NOT_SIGNED_IN = 'Erro ao fazer login'
const WRONG = 'Email ou senha incorretos'
const TAKEN = 'Este email já está cadastrado'
const INVALID = 'Email inválido'

/** The sentences of spec §8. */
export const signInSentence = (failure: AuthFailure) =>
  sentence(failure, NOT_SIGNED_IN, {
    INVALID_EMAIL_OR_PASSWORD: WRONG,
    INVALID_EMAIL: WRONG,
    EMAIL_NOT_VERIFIED: 'Confirme seu email antes de fazer login',
  })
export const secondStepSentence = (failure: AuthFailure) =>
  sentence(failure, NOT_SIGNED_IN, {
    wrong_code: messageOf('wrong_code'),
    second_step_over: messageOf('second_step_over'),
    VALIDATION_ERROR: messageOf('wrong_code'),
  })
export const signUpSentence = (failure: AuthFailure) =>
  sentence(failure, Object.values(failure.fields ?? {})[0] ?? 'Erro ao criar conta', {
    email_taken: TAKEN,
    USER_ALREADY_EXISTS: TAKEN,
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: TAKEN,
    PASSWORD_TOO_SHORT: 'A senha deve ter pelo menos 6 caracteres',
    PASSWORD_TOO_LONG: 'A senha é longa demais',
    INVALID_EMAIL: INVALID,
    VALIDATION_ERROR: INVALID,
  })
export const otherSentence = sentence

/** The reason for a failed sign-in with Google, shown below 'Erro ao entrar com Google'. */
export const googleReason = (code: string): string =>
  ({
    account_disabled: DISABLED,
    access_denied: 'A entrada foi cancelada.',
    email_not_found:
      'O Google ainda não confirmou o email desta conta. Confirme-o no Google ou entre com email e senha.',
  })[code] ?? 'Tente de novo ou entre com email e senha.'
export const googleSentence = (failure: AuthFailure) => sentence(failure, googleReason(failure.code))
