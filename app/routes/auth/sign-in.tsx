import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthFrame, AuthNotice } from '#app/features/account/auth-frame.tsx'
import { ChosenPlanLine } from '#app/features/account/chosen-plan-line.tsx'
import { GoogleButton, useGoogleFailure } from '#app/features/account/google-button.tsx'
import { RecoverForm } from '#app/features/account/recover-form.tsx'
import { ResendVerification } from '#app/features/account/resend-verification.tsx'
import { SignInForm } from '#app/features/account/sign-in-form.tsx'
import { SignUpForm } from '#app/features/account/sign-up-form.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { along, targetOf, wayOnOf } from '#app/lib/way-on.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { wayInReply } from '#domain/account/way-in.ts'
import { visitorSession } from '../session.ts'
import type { Route } from './+types/sign-in'

const titles = { 'sign-in': 'Entrar', create: 'Criar conta', recover: 'Recuperar senha' } as const
type Screen = keyof typeof titles

/** The address says which form is shown: its links work before the script does, and so does the way back. */
const screenOf = (params: URLSearchParams): Screen =>
  params.has('criar') ? 'create' : params.has('recuperar') ? 'recover' : 'sign-in'

export const meta: Route.MetaFunction = ({ location }) => [
  { title: `${titles[screenOf(new URLSearchParams(location.search))]} · Relato` },
]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const [session, { google }] = await Promise.all([
    visitorSession(context, request),
    read(apiOf(context, request).api['way-in'].$get(), wayInReply).catch(() => ({ google: false })),
  ])
  if (session) throw redirect(targetOf(wayOnOf(url.searchParams)))
  return { google }
}

/** From one form to another nothing is asked of the server. */
export const shouldRevalidate = () => false

export default function SignIn({ loaderData: { google } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { key, pathname } = useLocation()
  const navigate = useNavigate()
  /** Typed once, it is known to the other forms too. */
  const [email, setEmail] = useState('')
  const [created, setCreated] = useState<{ email: string; at: string } | null>(null)
  const screen = screenOf(params)
  const way = wayOnOf(params)
  const failed = params.has('error')
  const throughGoogle = params.has('google')
  useGoogleFailure(throughGoogle ? (params.get('error') ?? '') : null)
  const paths = {
    signIn: along(pathname, way),
    create: along(pathname, way, { criar: '1' }),
    recover: along(pathname, way, { recuperar: '1' }),
  }
  if (screen === 'create' && created?.at === key)
    return (
      <AuthFrame title="Confirme seu email" above={way.chosen && <ChosenPlanLine chosen={way.chosen} />}>
        <div className="flex flex-col gap-4">
          <MailCheck aria-hidden className="size-8 text-accent" />
          <p>
            Enviamos um link para <b className="font-semibold wrap-anywhere">{created.email}</b>. Abra o email e toque
            no link para ativar sua conta.
          </p>
          <Link to={paths.signIn} className={buttonClass('primary', 'lg')}>
            Já confirmei, entrar
          </Link>
          <ResendVerification email={created.email} way={way} />
        </div>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={titles[screen]}
      above={
        <>
          {params.has('verificado') && !failed && (
            <AuthNotice tone="ok">Email confirmado. Agora é só entrar.</AuthNotice>
          )}
          {failed && !throughGoogle && (
            <AuthNotice tone="warn">
              O link de confirmação expirou ou já foi usado. Entre com seu email e senha para receber outro.
            </AuthNotice>
          )}
          {way.chosen && <ChosenPlanLine chosen={way.chosen} />}
        </>
      }
    >
      {screen !== 'recover' && google && <GoogleButton way={way} />}
      <div
        onInput={({ target }) =>
          target instanceof HTMLInputElement && target.type === 'email' && setEmail(target.value)
        }
      >
        {screen === 'sign-in' && (
          <SignInForm
            known={email}
            way={way}
            elsewhere={paths}
            onSignedIn={() => navigate(targetOf(way), { replace: true })}
          />
        )}
        {screen === 'create' && (
          <SignUpForm
            known={email}
            way={way}
            onCreated={(address) => setCreated({ email: address, at: key })}
            signInPath={paths.signIn}
          />
        )}
        {screen === 'recover' && <RecoverForm email={email} signInPath={paths.signIn} />}
      </div>
    </AuthFrame>
  )
}
