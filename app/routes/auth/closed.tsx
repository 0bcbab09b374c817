import { Link, redirect } from 'react-router'
import { AuthFrame } from '#app/features/account/auth-frame.tsx'
import { ClosedAccount } from '#app/features/account/close-account.tsx'
import { DataExportSettings } from '#app/features/account/data-export.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { securityReply } from '#domain/account/contract.ts'
import { dataExportsReply } from '#domain/data-export/contract.ts'
import { loaded, visitorSession } from '../session.ts'
import type { Route } from './+types/closed'

export const meta: Route.MetaFunction = () => [
  { title: 'Conta encerrada · Relato' },
  { name: 'robots', content: 'noindex' },
]

/** The only page of a closed account; without a session, the page shown right after closing it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await visitorSession(context, request)
  if (session && session.closing === null) throw redirect('/app/dashboard')
  if (!session?.closing) return { closing: null }
  const { api } = apiOf(context, request)
  const [security, exports] = await Promise.all([
    loaded(read(api.security.$get(), securityReply)),
    loaded(read(api['data-exports'].$get({ query: { patient_id: 'none' } }), dataExportsReply)),
  ])
  return { closing: session.closing, user: session.user, security, exports }
}

export default function Closed({ loaderData }: Route.ComponentProps) {
  return (
    <AuthFrame title="Sua conta foi encerrada">
      {loaderData.closing ? (
        <div className="flex flex-col gap-6">
          <ClosedAccount closing={loaderData.closing} />
          {loaderData.security.data && loaderData.exports.data && (
            <section aria-labelledby="dados" className="border-t border-line pt-5">
              <h2 id="dados" className="mb-3 text-md font-heavy">
                Seus dados
              </h2>
              <DataExportSettings
                user={loaderData.user}
                hasPassword={loaderData.security.data.has_password}
                hasSecondFactor={loaderData.security.data.second_factor.on}
                initial={loaderData.exports.data.items[0] ?? null}
              />
            </section>
          )}
        </div>
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
