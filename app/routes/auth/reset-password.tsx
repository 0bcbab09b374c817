import { useState } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { AuthFrame, ScriptNeeded } from '#app/features/account/auth-frame.tsx'
import { NewPasswordForm } from '#app/features/account/password-form.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { along, wayOnOf } from '#app/lib/way-on.ts'
import { ButtonLinks } from '#app/ui/button.tsx'
import { recoveryCookie, recoveryOpenReply } from '#domain/account/way-in.ts'
import { messageOf } from '#domain/errors.ts'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => [{ title: 'Nova senha · Relato' }]

/** The token of the mail's link never enters a page: it moves from the address into its own cookie. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token')
  if (token !== null) {
    const way = wayOnOf(url.searchParams)
    const cookie = recoveryCookie(token)
    if (cookie === null || !(await counts(cookie))) throw redirect(along('/reset-password', way, { vencido: '1' }))
    throw redirect(along('/reset-password', way), { headers: { 'set-cookie': cookie } })
  }
  // An expired link must not replace the token of a valid one.
  if (url.searchParams.has('vencido')) return { open: false }
  return read(apiOf(context, request).api.recovery.$get(), recoveryOpenReply)

  /** A failed call counts as open: the page without the token asks again. */
  async function counts(cookie: string): Promise<boolean> {
    const carrying = new Request(request, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    const reply = read(apiOf(context, carrying).api.recovery.$get(), recoveryOpenReply)
    return (await reply.catch(() => ({ open: true }))).open
  }
}

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const way = wayOnOf(params)
  const [open, setOpen] = useState(loaderData.open)
  return (
    <AuthFrame
      title="Nova senha"
      above={open && <ScriptNeeded>Para criar a nova senha é preciso JavaScript.</ScriptNeeded>}
    >
      {open ? (
        <NewPasswordForm
          onDone={(email) => navigate(along('/login', way), { replace: true, state: { email } })}
          onOver={() => setOpen(false)}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <p role="alert" className="font-medium">
            {messageOf('reset_link_over')}
          </p>
          <p className="text-ink-2">
            Cada link vale por 1 hora e para uma única troca, no aparelho em que foi aberto. Se você já trocou a senha,
            é só entrar.
          </p>
          <ButtonLinks to={[[along('/login', way, { recuperar: '1' }), 'Pedir novo link']]} />
        </div>
      )}
    </AuthFrame>
  )
}
