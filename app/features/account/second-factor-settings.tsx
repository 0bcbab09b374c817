import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { useTask } from '#app/lib/use-task.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { copyAndTell } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { focusable, takeLostFocus } from '#app/ui/focus.ts'
import { Form, SubmitButton, TextField } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Confirmation } from '#domain/account/confirmation.ts'
import { endedReply } from '#domain/account/contract.ts'
import {
  inFours,
  recoveryCodesReply,
  type SecondFactorBegun,
  type SecondFactorState,
  secondFactorBegunReply,
} from '#domain/account/second-factor.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { codesLeftSentence } from './sign-in-form.tsx'

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

  const begin = async (confirmation: Confirmation) =>
    setStep({ name: 'app', begun: await read(calls.$post({ json: { confirmation } }), secondFactorBegunReply) })
  async function renew(confirmation: Confirmation) {
    const call = calls['recovery-codes'].$post({ json: { confirmation } })
    setStep({ name: 'codes', codes: (await read(call, recoveryCodesReply)).recovery_codes })
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

type SecondFactorSetUpProps = {
  begun: SecondFactorBegun
  onClose: () => void
  onEnabled: (codes: readonly string[]) => void
}

/** Sets up the authenticator app: shows the secret as a QR code and as text, and asks for a first code. */
function SecondFactorSetUp({ begun: { secret, uri, qr }, onClose, onEnabled }: SecondFactorSetUpProps) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useTask()
  const [error, setError] = useState<string | null>(null)

  function submit(json: { code: string }) {
    const enable = async () =>
      onEnabled((await read(api.api['second-factor'].$put({ json }), recoveryCodesReply)).recovery_codes)
    void run(enable, (why, failure) => {
      setError((failure instanceof ApiFailure && failure.fields.code) || why)
      input.current?.focus()
      input.current?.select()
    })
  }
  const copy = () => copyAndTell(secret, 'Chave copiada', 'Não foi possível copiar. Selecione a chave e copie.')

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissible={false}
      initialFocus={input}
      title="Ligue o aplicativo autenticador"
    >
      <div className="flex flex-col gap-4 sm:flex-row sm:gap-5">
        <svg
          role="img"
          aria-label="QR code para o aplicativo autenticador"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          className="size-44 shrink-0 self-center rounded-s border border-line"
        >
          {/* Cameras need dark on light in every theme. */}
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" />
        </svg>
        <div className="flex min-w-0 flex-col gap-3">
          <p className="text-ink-2">
            No aplicativo, escolha adicionar uma conta e leia o QR code com a câmera. Sem câmera, digite esta chave:
          </p>
          <p className="rounded-s bg-sunken px-3 py-2 font-mono text-sm leading-relaxed wrap-anywhere select-all">
            {inFours(secret)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={copy}>
              Copiar chave
            </Button>
            <a href={uri} className={cx(buttonClass('secondary', 'sm'), 'hidden pointer-coarse:inline-flex')}>
              Abrir no aplicativo
            </a>
          </div>
        </div>
      </div>
      <Form
        names={['code']}
        onSubmit={submit}
        onInput={() => setError(null)}
        noValidate
        className="mt-5 flex flex-col gap-4 border-t border-line pt-4"
      >
        <TextField
          label="Código que o aplicativo mostra"
          hint="São 6 dígitos, trocados a cada 30 segundos."
          error={error}
          ref={input}
          name="code"
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          className="text-md tabular-nums tracking-wide"
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <SubmitButton variant="primary" busy={busy}>
            Ativar
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

type RecoveryCodesDialogProps = { codes: readonly string[]; email: string; onClose: () => void }

/** These codes are shown only once: closing without saving them needs a confirmation. */
function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const list = useRef<HTMLUListElement>(null)
  const [taken, setTaken] = useState(false)
  const [warned, setWarned] = useState(false)
  const text = ['Códigos de recuperação do Relato', email, 'Cada código vale uma vez.', '', ...codes, ''].join('\n')

  async function copy() {
    const failed = 'Não foi possível copiar. Selecione os códigos e copie.'
    if (await copyAndTell(text, 'Códigos copiados', failed)) setTaken(true)
  }
  function download() {
    saveFile('relato-codigos-de-recuperacao.txt', text)
    setTaken(true)
  }
  function closing() {
    if (taken || warned) onClose()
    else setWarned(true)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closing()}
      dismissible={false}
      initialFocus={list}
      title="Guarde os códigos de recuperação"
      description="Se você perder o celular, é com um deles que você entra. Cada um vale uma vez, e eles não aparecem de novo."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Códigos de recuperação"
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-s bg-sunken px-4 py-3 text-center font-mono text-base outline-none select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {warned && !taken && (
        <p role="alert" className="mt-3 font-medium text-warn">
          Guarde os códigos antes de fechar: copie, baixe ou anote em um lugar seguro.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={copy}>Copiar</Button>
        <Button onClick={download}>Baixar</Button>
        <Button variant="primary" className="ml-auto" onClick={onClose}>
          Guardei os códigos
        </Button>
      </div>
    </Dialog>
  )
}
