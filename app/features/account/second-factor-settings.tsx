import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api, read } from '#app/lib/api.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { focusable, takeLostFocus } from '#app/ui/lost-focus.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Confirmation } from '#domain/account/confirmation.ts'
import { endedReply } from '#domain/account/contract.ts'
import {
  recoveryCodesReply,
  type SecondFactorBegun,
  type SecondFactorState,
  secondFactorBegunReply,
} from '#domain/account/second-factor.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'
import { codesLeftSentence } from './second-step-form.tsx'

type Step =
  | { name: 'none' | 'begin' | 'renew' | 'remove' }
  | { name: 'app'; begun: SecondFactorBegun }
  | { name: 'codes'; codes: readonly string[] }

type Props = { user: { email: string }; hasPassword: boolean; state: SecondFactorState }

/** The optional second factor: a code of the doctor's phone beside the password. */
export function SecondFactorSettings({ user, hasPassword, state: { on, recovery_codes_left } }: Props) {
  const { revalidate } = useRevalidator()
  const [step, setStep] = useState<Step>({ name: 'none' })
  const statusLine = useRef<HTMLParagraphElement>(null)
  const off = useRef<HTMLButtonElement>(null)
  const wasOn = useRef(on)
  // The button that had the focus disappeared with the old state.
  useEffect(() => {
    if (wasOn.current !== on) takeLostFocus(statusLine.current)
    wasOn.current = on
  }, [on])
  const calls = api.api['second-factor']
  const close = () => setStep({ name: 'none' })
  const asking = { user, hasPassword, hasSecondFactor: on, onClose: close }

  async function begin(confirmation: Confirmation) {
    const setUp = await read(calls.$post({ json: { confirmation } }), secondFactorBegunReply)
    setStep({ name: 'app', begun: setUp })
  }
  async function renew(confirmation: Confirmation) {
    const { recovery_codes: codes } = await read(
      calls['recovery-codes'].$post({ json: { confirmation } }),
      recoveryCodesReply,
    )
    setStep({ name: 'codes', codes })
  }
  async function remove(confirmation: Confirmation) {
    await read(calls.removal.$post({ json: { confirmation } }), endedReply)
    toast.success('Verificação em duas etapas desativada')
    // Reloads before the dialog closes: it would return the focus to a button that is about to disappear.
    await revalidate()
    close()
  }

  return (
    <div>
      <p ref={statusLine} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 outline-none">
        <Badge tone={on ? 'ok' : 'neutral'}>{on ? 'Ativada' : 'Desativada'}</Badge>
        {on && <span className="text-sm text-ink-2">{codesLeftSentence(recovery_codes_left)}</span>}
      </p>
      <p className="mt-2 max-w-measure text-sm text-ink-2">
        {on
          ? 'Para entrar, o Relato pede também o código do aplicativo autenticador. Vale para a senha e para o Google.'
          : 'Além da senha ou do Google, o Relato pede um código do seu celular. Quem descobrir sua senha não entra sem ele.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {on ? (
          <>
            <Button onClick={() => setStep({ name: 'renew' })}>Gerar novos códigos</Button>
            <Button ref={off} onClick={() => setStep({ name: 'remove' })}>
              Desativar
            </Button>
          </>
        ) : (
          // The key makes it another button, so that the focus does not move to it unnoticed.
          <Button key="off" variant="primary" onClick={() => setStep({ name: 'begin' })}>
            Ativar verificação em duas etapas
          </Button>
        )}
      </div>
      <ConfirmIdentity
        {...asking}
        open={step.name === 'begin'}
        title="Ativar verificação em duas etapas"
        confirmLabel="Continuar"
        onConfirm={begin}
      >
        <p>
          Você vai precisar de um aplicativo autenticador no celular, como Google Authenticator, Microsoft Authenticator
          ou o gerenciador de senhas que já usa. As sessões abertas em outros aparelhos terminam.
        </p>
      </ConfirmIdentity>
      <ConfirmIdentity
        {...asking}
        open={step.name === 'renew'}
        title="Gerar novos códigos de recuperação"
        confirmLabel="Gerar códigos"
        onConfirm={renew}
      >
        <p>Os códigos que você guardou antes deixam de valer.</p>
      </ConfirmIdentity>
      <ConfirmIdentity
        {...asking}
        open={step.name === 'remove'}
        title="Desativar verificação em duas etapas"
        confirmLabel="Desativar"
        tone="danger"
        onConfirm={remove}
        focusAfter={() => off.current ?? (statusLine.current && focusable(statusLine.current))}
      >
        <p>Sua conta volta a abrir só com a senha ou o Google. Os códigos de recuperação deixam de valer.</p>
      </ConfirmIdentity>
      {step.name === 'app' && (
        <SecondFactorSetUp
          begun={step.begun}
          onClose={close}
          onEnabled={(codes) => {
            toast.success('Verificação em duas etapas ativada')
            setStep({ name: 'codes', codes })
          }}
        />
      )}
      {step.name === 'codes' && (
        <RecoveryCodesDialog
          codes={step.codes}
          email={user.email}
          onClose={() => {
            close()
            void revalidate()
          }}
        />
      )}
    </div>
  )
}
