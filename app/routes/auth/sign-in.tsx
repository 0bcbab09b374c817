import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ResendVerification } from '#app/features/account/resend-verification.tsx'
import { SignInForm } from '#app/features/account/sign-in-form.tsx'
import { SignUpForm } from '#app/features/account/sign-up-form.tsx'
import { appPath } from '#app/lib/app-path.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { leaveWhenSignedIn } from '../session.ts'
import type { Route } from './+types/sign-in'

export const meta: Route.MetaFunction = () => [{ title: 'Entrar · Relato' }]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, request, url)
  const { searchParams } = url
  return {
    target: appPath(searchParams.get('redirect')) ?? '/app/dashboard',
    create: searchParams.has('criar'),
    verified: searchParams.has('verificado') && !searchParams.has('error'),
    staleLink: searchParams.has('error'),
  }
}

type Screen = { name: 'sign-in' } | { name: 'create' } | { name: 'check-mail'; email: string }

export default function SignIn({ loaderData: { target, create, verified, staleLink } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [screen, setScreen] = useState<Screen>(create ? { name: 'create' } : { name: 'sign-in' })
  const title = { 'sign-in': 'Entrar', create: 'Criar conta', 'check-mail': 'Confirme seu email' }[screen.name]
  return (
    <div className="mx-auto flex min-h-dvh max-w-[440px] flex-col px-4 py-6">
      <header>
        <Link
          to="/landing"
          className="inline-block rounded-s py-2 font-serif text-[24px] leading-none font-semibold"
          aria-label="Relato, voltar ao início"
        >
          Relato
        </Link>
      </header>
      <main className="my-auto py-8">
        <h1 className="mb-5 font-serif text-[32px] leading-tight font-medium tracking-[-.02em]">{title}</h1>
        {screen.name === 'sign-in' && verified && <Notice tone="ok">Email confirmado. Agora é só entrar.</Notice>}
        {screen.name === 'sign-in' && staleLink && (
          <Notice tone="warn">
            O link de confirmação expirou ou já foi usado. Entre com seu email e senha para receber outro.
          </Notice>
        )}
        <Card className="p-5 shadow-raised">
          {screen.name === 'sign-in' && (
            <SignInForm
              onSignedIn={() => navigate(target, { replace: true })}
              onCreate={() => setScreen({ name: 'create' })}
            />
          )}
          {screen.name === 'create' && (
            <SignUpForm
              onCreated={(email) => setScreen({ name: 'check-mail', email })}
              onSignIn={() => setScreen({ name: 'sign-in' })}
            />
          )}
          {screen.name === 'check-mail' && (
            <div className="flex flex-col gap-4">
              <MailCheck aria-hidden className="size-8 text-accent" />
              <p>
                Enviamos um link para <b className="font-semibold wrap-anywhere">{screen.email}</b>. Abra o email e
                toque no link para ativar sua conta.
              </p>
              <ResendVerification email={screen.email} />
              <Button onClick={() => setScreen({ name: 'sign-in' })}>Ir para o login</Button>
            </div>
          )}
        </Card>
        <Link to="/landing" className="mt-5 inline-block rounded-s py-1 text-ink-2 underline underline-offset-2">
          Voltar ao início
        </Link>
      </main>
    </div>
  )
}

const notices = { ok: 'bg-ok-soft text-ok', warn: 'bg-warn-soft text-warn' }
const Notice = ({ tone, children }: { tone: keyof typeof notices; children: string }) => (
  <p role="status" className={`mb-4 rounded-m px-4 py-3 font-medium ${notices[tone]}`}>
    {children}
  </p>
)
