import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { tellOtherPages } from '#app/lib/account-channel.ts'
import { api, read } from '#app/lib/api.ts'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { forgetDevice } from '#app/lib/device/kept.ts'
import { lockDevice } from '#app/lib/device/vault.ts'
import { expectSessionEnd } from '#app/lib/session-events.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { closingReply } from '#domain/account/closing.ts'
import type { Confirmation } from '#domain/account/confirmation.ts'
import { retention } from '#domain/retention/rules.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

const DAYS = retention.closedAccount.ms / 86_400_000

type Props = {
  user: { id: string; email: string }
  hasPassword: boolean
  /** An open consultation must be finished first. */
  hasOpenConsultation: boolean
  now: number
}

/** Explains what closing the account means and starts it. */
export function CloseAccount({ user, hasPassword, hasOpenConsultation, now }: Props) {
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
    await forgetDevice(user.id)
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
          Depois disso apagamos senha, acesso pelo Google, telefone, exportações, mensagens, pacientes sem consulta
          finalizada e consultas não finalizadas.
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
        user={user}
        hasPassword={hasPassword}
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
