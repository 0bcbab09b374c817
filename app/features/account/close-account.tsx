import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api, read } from '#app/lib/api.ts'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { forgetDevice } from '#app/lib/device/kept.ts'
import { lockDevice } from '#app/lib/device/vault.ts'
import { useFormat } from '#app/lib/format.tsx'
import { expectSessionEnd, tellOtherPages } from '#app/lib/session-events.ts'
import { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type Closing, closingReply } from '#domain/account/closing.ts'
import type { Confirmation } from '#domain/account/confirmation.ts'
import { retention } from '#domain/retention/rules.ts'
import { signOut } from './auth-calls.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

const DAYS = retention.closedAccount.ms / 86_400_000

type Props = {
  user: { id: string; email: string }
  hasPassword: boolean
  /** An open consultation must be finished first. */
  hasOpenConsultation: boolean
  now: number
}

export function CloseAccount({ hasOpenConsultation, now, ...who }: Props) {
  const navigate = useNavigate()
  const format = useFormat()
  const [asking, setAsking] = useState(false)

  async function close(confirmation: Confirmation) {
    // From here on the end of the session is expected.
    const cancel = expectSessionEnd()
    try {
      await read(api.api.account.closing.$post({ json: { confirmation } }), closingReply)
    } catch (error) {
      cancel()
      throw error
    }
    await forgetDevice(who.user.id)
    lockDevice()
    tellOtherPages(null)
    setAsking(false)
    await navigate('/closed')
    setDeviceDoctor(null)
    cancel()
  }

  return (
    <div className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2 marker:text-ink-3">
        <li>
          Você sai de todos os aparelhos na hora, e a assinatura, se houver uma, é cancelada: nada mais é cobrado.
        </li>
        <li>
          Por {DAYS} dias, até {format.date(now + retention.closedAccount.ms)}, basta entrar para reabrir a conta ou
          exportar seus dados. A assinatura não volta sozinha.
        </li>
        <li>
          Depois disso apagamos senha, acesso pelo Google, telefone, exportações, mensagens, palavras corrigidas,
          pacientes sem consulta finalizada e consultas não finalizadas.
        </li>
        <li>
          Os prontuários com consulta finalizada ficam arquivados por 20 anos depois do último registro, como manda a
          Lei 13.787/2018, com seu nome, CRM, especialidade e email, porque você responde por eles.
        </li>
      </ul>
      <p>
        Antes de encerrar,{' '}
        <Link
          to={{ hash: 'dados' }}
          replace
          preventScrollReset={false}
          className="rounded-s text-accent underline underline-offset-2"
        >
          exporte seus dados
        </Link>
        : você continua responsável pela guarda dos prontuários.
      </p>
      {hasOpenConsultation && (
        <p className="rounded-s bg-warn-soft px-3 py-2.5 font-medium text-warn">
          Finalize a consulta em andamento antes de encerrar a conta.
        </p>
      )}
      <div>
        <Button variant="danger" disabled={hasOpenConsultation} onClick={() => setAsking(true)}>
          Encerrar conta
        </Button>
      </div>
      <ConfirmIdentity
        open={asking}
        onClose={() => setAsking(false)}
        {...who}
        title="Encerrar sua conta?"
        confirmLabel="Encerrar conta"
        tone="danger"
        onConfirm={close}
      >
        <p>
          Todas as sessões terminam agora e a assinatura é cancelada. Você pode voltar atrás até{' '}
          {format.date(now + retention.closedAccount.ms)}.
        </p>
      </ConfirmIdentity>
    </div>
  )
}

/** Shown after sign-in to a closed account: the deadline to reopen it, and what is erased afterwards. */
export function ClosedAccount({ closing: { closed_at, erase_at } }: { closing: Closing }) {
  const navigate = useNavigate()
  const format = useFormat()
  const { busy, failure, run } = useTask()
  const [leaving, setLeaving] = useState(false)

  const reopen = () =>
    run(async () => {
      await read(api.api.account.reopening.$post(), closingReply)
      toast.success('Conta reaberta')
      await navigate('/app/dashboard')
    })
  async function leave() {
    setLeaving(true)
    const { ok } = await signOut()
    setLeaving(false)
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
        Depois disso apagamos senha, acesso pelo Google, telefone, exportações, mensagens, palavras corrigidas,
        pacientes sem consulta finalizada e consultas não finalizadas. Os prontuários com consulta finalizada ficam
        arquivados por 20 anos, como manda a Lei 13.787/2018, com seu nome, CRM, especialidade e email.
      </p>
      <p className="text-ink-2">
        A assinatura, se havia uma, é cancelada e não volta sozinha: contrate de novo quando quiser.
      </p>
      <FailureLine className="font-medium text-rec">{failure}</FailureLine>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} disabled={leaving} onClick={reopen}>
          Reabrir conta
        </Button>
        <Button busy={leaving} disabled={busy} onClick={leave}>
          Sair
        </Button>
      </div>
    </div>
  )
}
