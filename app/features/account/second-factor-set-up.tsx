import { useRef, useState } from 'react'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Form, SubmitButton } from '#app/ui/form.tsx'
import { Input } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { inFours, recoveryCodesReply, type SecondFactorBegun } from '#domain/account/second-factor.ts'

type Props = { begun: SecondFactorBegun; onClose: () => void; onEnabled: (codes: readonly string[]) => void }

/** Sets up the authenticator app: shows the secret as a QR code and as text, and asks for a first code. */
export function SecondFactorSetUp({ begun: { secret, uri, qr }, onClose, onEnabled }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit({ code }: { code: string }) {
    setBusy(true)
    try {
      const json = { code }
      const { recovery_codes } = await read(api.api['second-factor'].$put({ json }), recoveryCodesReply)
      onEnabled(recovery_codes)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      setError(failure.fields.code ?? failure.message)
      input.current?.focus()
      input.current?.select()
    } finally {
      setBusy(false)
    }
  }
  async function copy() {
    if (await copyText(secret)) toast.success('Chave copiada')
    else toast.error('Não foi possível copiar. Selecione a chave e copie.')
  }

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
            <Button size="sm" onClick={() => void copy()}>
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
        <Field label="Código que o aplicativo mostra" hint="São 6 dígitos, trocados a cada 30 segundos." error={error}>
          <Input
            ref={input}
            name="code"
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            className="text-md tabular-nums tracking-wide"
          />
        </Field>
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
