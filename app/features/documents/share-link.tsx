import { Copy, Mail, MessageCircle } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { copyAndTell } from '#app/ui/copy-text.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/form.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { emailAddress } from '#domain/contract.ts'
import type { Shared } from '#domain/patient-page/contract.ts'
import { tokenIn, whatsAppLink } from '#domain/patient-page/link.ts'
import { mailPage } from './use-patient-pages.ts'

type Props = { shared: Shared; onClose: () => void; onSent: () => void }

/** The link, shown once: by QR code on the screen, by WhatsApp, by e-mail, or copied. */
export function ShareLink({ shared, onClose, onSent }: Props) {
  const format = useFormat()
  const { link, qr, doctor_name: doctorName, page } = shared
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      dismissible={false}
      title="Link do paciente"
      description={`Vale até ${format.dateTime(page.expires_at)}. O link aparece só agora: depois de fechar, crie outro se precisar.`}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
          <svg
            role="img"
            aria-label="QR code do link do paciente"
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            shapeRendering="crispEdges"
            className="size-52 shrink-0 rounded-s border border-line"
          >
            {/* Cameras need dark on light in every theme. */}
            <rect width={qr.size} height={qr.size} fill="#fff" />
            <path d={qr.path} fill="#000" />
          </svg>
          <div className="flex w-full min-w-0 flex-col gap-3">
            <p>O paciente aponta a câmera do celular e informa a data de nascimento.</p>
            <div className="flex flex-wrap gap-2">
              <a
                href={whatsAppLink({ link, doctorName })}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass('secondary')}
              >
                <MessageCircle aria-hidden className="size-4.5" />
                Enviar por WhatsApp
              </a>
              <Button
                icon={Copy}
                onClick={() => copyAndTell(link, 'Link copiado', 'Não foi possível copiar. Selecione o link e copie.')}
              >
                Copiar link
              </Button>
            </div>
            <p className="rounded-s bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere select-all">{link}</p>
          </div>
        </div>
        <MailForm shared={shared} onSent={onSent} />
      </div>
    </Dialog>
  )
}

function MailForm({ shared: { page, link }, onSent }: Pick<Props, 'shared' | 'onSent'>) {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, failure, run, forgive } = useTask()

  async function send(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    const parsed = emailAddress.safeParse(address)
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message ?? null)
    if (!(await run(() => mailPage(page.id, tokenIn(link), address)))) return
    setSentTo(address)
    setEmail('')
    onSent()
  }

  return (
    <form onSubmit={send} noValidate className="border-t border-line pt-4">
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label="Email do paciente"
          fieldClassName="min-w-0 flex-1 basis-60"
          type="email"
          inputMode="email"
          error={problem}
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={({ target }) => {
            forgive()
            setProblem(null)
            setEmail(target.value)
          }}
        />
        <Button type="submit" icon={Mail} busy={busy} className="mt-6.5">
          Enviar
        </Button>
      </div>
      <p className="mt-1.5 text-xs text-ink-3">O email diz quem você é e traz o link. Não traz nenhum dado de saúde.</p>
      <div role="status" className="mt-2">
        {failure && <FailureLine>{failure}</FailureLine>}
        {sentTo && !failure && <p className="text-sm text-ok wrap-anywhere">O email está a caminho de {sentTo}.</p>}
      </div>
    </form>
  )
}
