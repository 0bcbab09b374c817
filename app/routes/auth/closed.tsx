import { Link, redirect } from 'react-router'
import { AuthFrame } from '#app/features/account/auth-frame.tsx'
import { ClosedAccount } from '#app/features/account/closed-account.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { visitorSession } from '../session.ts'
import type { Route } from './+types/closed'

export const meta: Route.MetaFunction = () => [
  { title: 'Conta encerrada · Relato' },
  { name: 'robots', content: 'noindex' },
]

/** Of a closed account the only page there is; without a session what its doctor sees right after closing it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await visitorSession(context, request)
  if (session && session.closing === null) throw redirect('/app/dashboard')
  return { closing: session?.closing ?? null }
}

export default function Closed({ loaderData: { closing } }: Route.ComponentProps) {
  return (
    <AuthFrame title="Sua conta foi encerrada">
      {closing ? (
        <ClosedAccount closing={closing} />
      ) : (
        <div className="flex flex-col gap-4">
          <p>
            Por 30 dias você pode voltar atrás ou exportar seus dados: basta entrar. Enviamos um email com a última
            data.
          </p>
          <div>
            <Link to="/login" className={buttonClass('primary')}>
              Entrar
            </Link>
          </div>
        </div>
      )}
    </AuthFrame>
  )
}
