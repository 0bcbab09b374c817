import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#app/features/account/auth-calls.ts'
import { tellOtherPages } from '#app/lib/account-channel.ts'
import { lockDevice } from '#app/lib/device/vault.ts'
import { isRecordingHere, useRecordingHere } from '#app/lib/recording-here.ts'
import { expectSessionEnd } from '#app/lib/session-events.ts'
import { totalOf, unsentNow } from '#app/lib/use-unsent-audio.ts'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { lengthLabel } from '#domain/recorder/elapsed.ts'

const LOOK_MS = 500
/** A recorder that was just stopped still hands over its last frame: twice empty is empty. */
const LOOKS_EMPTY = 2

type Asking = { waitingMs: number; sending: boolean; online: boolean; empty: number }

/** Signing out with audio that is not sent, or over a running recording, asks first, before the session ends. */
export function useSignOut(): { leave: () => Promise<void>; question: ReactNode } {
  const navigate = useNavigate()
  const recording = useRecordingHere()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [busy, setBusy] = useState(false)

  async function end() {
    setBusy(true)
    // From here on the end of the session is no news, and leaving the consultation asks nothing more.
    const cancel = expectSessionEnd()
    const result = await signOut()
    setBusy(false)
    if (!result.ok) {
      cancel()
      setAsking((now) => now && { ...now, sending: false })
      toast.error('Erro ao fazer logout')
      return
    }
    setAsking(null)
    lockDevice()
    tellOtherPages(null)
    toast.success('Logout realizado com sucesso!')
    await navigate('/landing')
    cancel()
  }

  async function leave() {
    const waitingMs = totalOf(await unsentNow())
    if (waitingMs === 0 && !isRecordingHere()) return end()
    setAsking({ waitingMs, sending: false, online: navigator.onLine, empty: 0 })
  }

  async function send() {
    setAsking((now) => now && { ...now, sending: true, empty: 0 })
    if (!isRecordingHere()) return
    // Leaving the consultation stops its recorder; what it kept goes up from any page.
    const cancel = expectSessionEnd()
    await navigate('/app/dashboard')
    cancel()
  }

  const open = asking !== null
  const sending = asking?.sending ?? false
  useEffect(() => {
    if (!open) return
    const timer = setInterval(async () => {
      const waitingMs = totalOf(await unsentNow())
      const none = waitingMs === 0 && !isRecordingHere()
      setAsking((now) => now && { ...now, waitingMs, online: navigator.onLine, empty: none ? now.empty + 1 : 0 })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [open])

  const sent = sending && (asking?.empty ?? 0) >= LOOKS_EMPTY
  const endNow = useEffectEvent(end)
  useEffect(() => {
    if (sent) void endNow()
  }, [sent])

  const waitingMs = asking?.waitingMs ?? 0
  const question = (
    <Confirm
      open={open}
      onClose={() => setAsking(null)}
      onConfirm={send}
      busy={busy || (sending && 'waiting')}
      title="Sair da conta?"
      cancelLabel="Ficar"
      alternative={{ label: 'Sair assim mesmo', onClick: end }}
      confirmLabel={sending ? `Enviando… ${waitingMs > 0 ? lengthLabel(waitingMs) : ''}` : 'Enviar e sair'}
    >
      {recording && <p>A gravação em andamento para. A consulta continua aberta e pode ser retomada.</p>}
      {waitingMs > 0 && (
        <p>
          Há {lengthLabel(waitingMs)} de áudio não enviado neste aparelho. Se você sair assim mesmo, ele fica lacrado e
          sobe quando você entrar de novo.
        </p>
      )}
      {asking && !asking.online && (
        <p role="status" className="font-medium text-warn">
          Sem conexão agora: o envio começa quando ela voltar.
        </p>
      )}
    </Confirm>
  )
  return { leave, question }
}
