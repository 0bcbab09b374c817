import { useEffect, useRef, useState } from 'react'
import { redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import {
  AuthFrame,
  AuthNotice,
  ChosenPlanLine,
  GoogleButton,
  ScriptNeeded,
  useGoogleFailure,
} from '#app/features/account/auth-frame.tsx'
import { ConfirmMail } from '#app/features/account/confirm-mail.tsx'
import { RecoverForm, SecondStepForm, SignInForm } from '#app/features/account/sign-in-form.tsx'
import { SignUpForm } from '#app/features/account/sign-up-form.tsx'
import { read } from '#app/lib/api.ts'
import { forgetCopies } from '#app/lib/device/copies.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { along, targetOf, wayOnOf } from '#app/lib/way-on.ts'
import { useHydrated } from '#app/ui/form.tsx'
import { wayInReply } from '#domain/account/way-in.ts'
import { messageOf } from '#domain/errors.ts'
import { visitorSession } from '../session.ts'
import type { Route } from './+types/sign-in'
import { type Screen, screenOf, takePostedForm } from './posted-form.ts'

const titles = {
  'sign-in': 'Entrar',
  code: 'Código de verificação',
  create: 'Criar conta',
  recover: 'Recuperar senha',
} as const satisfies Record<Screen, string>

const descriptions: Record<Screen, string> = {
  'sign-in': 'Entre no Relato com seu email ou com o Google.',
  code: 'Informe o código do seu aplicativo autenticador para entrar no Relato.',
  create: 'Crie sua conta no Relato, o prontuário que escreve a consulta enquanto você atende.',
  recover: 'Receba por email o link para criar uma nova senha do Relato.',
}

export const meta: Route.MetaFunction = ({ location }) => {
  const screen = screenOf(new URLSearchParams(location.search))
  return [{ title: `${titles[screen]} · Relato` }, { name: 'description', content: descriptions[screen] }]
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const [session, { google }] = await Promise.all([
    visitorSession(context, request),
    read(apiOf(context, request).api['way-in'].$get(), wayInReply).catch(() => ({ google: false })),
  ])
  if (session) throw redirect(targetOf(wayOnOf(url.searchParams)))
  // Google has identified the doctor; the code is still missing.
  if (url.searchParams.get('error') === 'second_step_needed')
    throw redirect(along('/login', wayOnOf(url.searchParams), { codigo: '1' }))
  return { google }
}

export const action = (args: Route.ActionArgs) => takePostedForm(args)

/** Changing between the forms needs no data from the server. */
export const shouldRevalidate = () => false

/** Stored in the entry of the browser's history: it survives a reload and appears in no address. */
type Kept = { created?: string; email?: string } | null

export default function SignIn({ loaderData: { google }, actionData: posted }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  /** An address typed in one form appears in the others too. */
  const [email, setEmail] = useState('')
  const forms = useRef<HTMLDivElement>(null)
  // A session that ended elsewhere must leave no copy on this device.
  useEffect(() => void forgetCopies(), [])
  // Typed before the script ran, or restored by the browser.
  useEffect(() => {
    const typed = forms.current?.querySelector<HTMLInputElement>('input[type=email]')?.value
    if (typed) setEmail(typed)
  }, [])
  // The server does not have the browser's history.
  const hydrated = useHydrated()
  const previous = hydrated ? (state as Kept) : null
  const created = previous?.created ?? posted?.created
  const initialEmail = email || previous?.email || posted?.email
  const screen = screenOf(params)
  const way = wayOnOf(params)
  const failed = params.has('error')
  const throughGoogle = params.has('google')
  useGoogleFailure(throughGoogle ? (params.get('error') ?? '') : null)
  const paths = {
    signIn: along(pathname, way),
    create: along(pathname, way, { criar: '1' }),
    recover: along(pathname, way, { recuperar: '1' }),
    code: along(pathname, way, { codigo: '1' }),
  }
  const goOn = () => navigate(targetOf(way), { replace: true })
  if (screen === 'create' && created)
    return (
      <AuthFrame title="Confirme seu email" above={way.chosen && <ChosenPlanLine chosen={way.chosen} />}>
        <ConfirmMail email={created} way={way} signInPath={paths.signIn} onSignedIn={goOn} />
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={titles[screen]}
      above={
        <>
          <ScriptNeeded>Sem JavaScript você entra, mas não grava nem edita consultas.</ScriptNeeded>
          {posted?.failure && <AuthNotice tone="error">{posted.failure}</AuthNotice>}
          {params.has('expirou') && <AuthNotice tone="warn">{messageOf('second_step_over')}</AuthNotice>}
          {params.has('verificado') && !failed && (
            <AuthNotice tone="ok">
              Email confirmado. Aqui, entre com sua senha. No aparelho do cadastro, toque em “Já confirmei, entrar”.
            </AuthNotice>
          )}
          {failed && !throughGoogle && (
            <AuthNotice tone="warn">
              O link de confirmação expirou. Entre com seu email e senha para receber outro.
            </AuthNotice>
          )}
          {way.chosen && <ChosenPlanLine chosen={way.chosen} />}
        </>
      }
    >
      {(screen === 'sign-in' || screen === 'create') && google && <GoogleButton way={way} />}
      <div
        ref={forms}
        onInput={({ target }) =>
          target instanceof HTMLInputElement && target.type === 'email' && setEmail(target.value)
        }
      >
        {screen === 'sign-in' && (
          <SignInForm
            initialEmail={initialEmail}
            isUnverified={posted?.isUnverified ?? false}
            way={way}
            elsewhere={paths}
            onSignedIn={goOn}
            onSecondStep={() => navigate(paths.code)}
          />
        )}
        {screen === 'code' && (
          <SecondStepForm onSignedIn={goOn} onOver={() => navigate(paths.signIn, { replace: true })} />
        )}
        {screen === 'create' && (
          <SignUpForm
            initialEmail={initialEmail}
            way={way}
            onCreated={(address) => {
              setEmail(address)
              navigate(pathname + search, {
                replace: true,
                preventScrollReset: true,
                state: { created: address } satisfies Kept,
              })
            }}
            elsewhere={paths}
          />
        )}
        {screen === 'recover' && (
          <RecoverForm initialEmail={initialEmail} posted={posted?.sentTo} way={way} signInPath={paths.signIn} />
        )}
      </div>
    </AuthFrame>
  )
}
