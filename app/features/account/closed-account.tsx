import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type Closing, closingReply } from '#domain/account/closing.ts'
import { signOut } from './auth-calls.ts'

/** Shown after sign-in to a closed account: the deadline to reopen it, and what is erased afterwards. */
export function ClosedAccount({ closing: { closed_at, erase_at } }: { closing: Closing }) {
  const navigate = useNavigate()
  const format = useFormat()
  const [busy, setBusy] = useState<'reopening' | 'leaving' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function reopen() {
    setBusy('reopening')
    setFailure(null)
    try {
      await read(api.api.account.reopening.$post(), closingReply)
      toast.success('Conta reaberta')
      await navigate('/app/dashboard')
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      setFailure(error.message)
    } finally {
      setBusy(null)
    }
  }
  async function leave() {
    setBusy('leaving')
    const { ok } = await signOut()
    setBusy(null)
    if (ok) await navigate('/landing')
    else toast.error('Erro ao fazer logout')
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        Encerrada em <b className="font-semibold">{format.date(closed_at)}</b>. Você pode reabri-la ou exportar seus
        dados até <b className="font-semibold">{format.date(erase_at)}</b>.
      </p>
      <p className="text-ink-2">
        Depois disso apagamos senha, acesso pelo Google, telefone, exportações, mensagens, pacientes sem consulta
        finalizada e consultas não finalizadas. Os prontuários com consulta finalizada ficam arquivados por 20 anos,
        como manda a Lei 13.787/2018, com seu nome, CRM, especialidade e email.
      </p>
      <p className="text-ink-2">
        A assinatura, se havia uma, é cancelada e não volta sozinha: contrate de novo quando quiser.
      </p>
      {failure && (
        <p role="alert" className="font-medium text-rec">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy === 'reopening'} disabled={busy !== null} onClick={() => void reopen()}>
          Reabrir conta
        </Button>
        <Button busy={busy === 'leaving'} disabled={busy !== null} onClick={() => void leave()}>
          Sair
        </Button>
      </div>
    </div>
  )
}
