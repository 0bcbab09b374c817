import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#app/features/account/auth-calls.ts'
import { careIfKept } from '#app/features/recording/device/anything-kept.ts'
import type { PendingAudio } from '#app/features/recording/device/pending-audio.ts'
import { forgetCopies } from '#app/lib/device/copies.ts'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { lockDevice } from '#app/lib/device/vault.ts'
import {
  isRecordingElsewhere,
  isRecordingHere,
  isUnsavedHere,
  useRecordingHere,
  useUnsavedHere,
} from '#app/lib/recording-here.ts'
import { expectSessionEnd, tellOtherPages } from '#app/lib/session-events.ts'
import { Confirm } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import type { LeftAudio } from './reopening.tsx'

const LOOK_MS = 500
const LAST_FRAME_MS = 2_000
/** A recorder that has just stopped may store one more frame: only two empty readings count as empty. */
const LOOKS_EMPTY = 2

/** `audio`: null if this device's audio cannot be read now. `elsewhere`: another page of this browser records. */
type AudioHere = Pick<PendingAudio, 'ms' | 'looseMs'>
type Asking = { audio: AudioHere | null; elsewhere: boolean; sending: boolean; online: boolean; empty: number }
const none: AudioHere = { ms: 0, looseMs: 0 }

/** Signing out asks first, before the session ends, if audio is unsent or a recording runs. */
export function useSignOut(refused: readonly LeftAudio[]): { leave: () => Promise<void>; question: ReactNode } {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [busy, setBusy] = useState(false)

  async function end() {
    setBusy(true)
    // From here on the end of the session is expected, and leaving the consultation asks no question.
    const cancel = expectSessionEnd()
    await stopRecorder()
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
    await forgetCopies()
    tellOtherPages(null)
    toast.success('Logout realizado com sucesso!')
    await navigate('/landing')
    setDeviceDoctor(null)
    cancel()
  }

  async function leave() {
    const [audio, elsewhere] = await Promise.all([totalOf(refused).catch(() => null), isRecordingElsewhere()])
    const isQuiet = refused.length === 0 && !elsewhere && !isRecordingHere() && !isUnsavedHere()
    if (audio?.ms === 0 && isQuiet) return end()
    setAsking({ audio, elsewhere, sending: false, online: navigator.onLine, empty: 0 })
  }

  async function send() {
    setAsking((now) => now && { ...now, sending: true, empty: 0 })
    const cancel = expectSessionEnd()
    await stopRecorder()
    cancel()
  }

  /** Leaving the consultation stops its recorder, which still stores its last frame. */
  async function stopRecorder() {
    if (!isRecordingHere()) return
    await navigate('/app/dashboard')
    const until = performance.now() + LAST_FRAME_MS
    // If the audio cannot be read, wait the full time, then sign out anyway.
    const isUnderWay = () =>
      totalOf(refused).then(
        ({ looseMs }) => looseMs > 0,
        () => true,
      )
    do await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    while ((await isUnderWay()) && performance.now() < until)
  }

  const count = useEffectEvent(() => totalOf(refused))
  const open = asking !== null
  const sending = asking?.sending ?? false
  useEffect(() => {
    if (!open) return
    const timer = setInterval(async () => {
      const audio = await count().catch(() => null)
      if (audio === null) return
      const done = audio.ms === 0 && !isRecordingHere()
      setAsking((now) => now && { ...now, audio, online: navigator.onLine, empty: done ? now.empty + 1 : 0 })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [open])

  const sent = sending && (asking?.empty ?? 0) >= LOOKS_EMPTY
  const endNow = useEffectEvent(end)
  useEffect(() => {
    if (sent) void endNow()
  }, [sent])

  const question = (
    <SignOutQuestion
      asking={asking}
      refused={refused}
      busy={busy}
      onClose={() => setAsking(null)}
      onSend={send}
      onEnd={end}
    />
  )
  return { leave, question }
}

async function totalOf(refused: readonly LeftAudio[]): Promise<AudioHere> {
  const pending = (await (await careIfKept())?.pendingAudio()) ?? []
  const sendable = [...pending].filter(([id]) => !refused.some(({ consultationId }) => consultationId === id))
  return sendable.reduce<AudioHere>(
    (sum, [, one]) => ({ ms: sum.ms + one.ms, looseMs: sum.looseMs + one.looseMs }),
    none,
  )
}

type QuestionProps = {
  asking: Asking | null
  refused: readonly LeftAudio[]
  busy: boolean
  onClose: () => void
  onSend: () => void
  onEnd: () => void
}

function SignOutQuestion({ asking, refused, busy, onClose, onSend, onEnd }: QuestionProps) {
  const { ms, looseMs } = asking?.audio ?? none
  const isUnreadable = asking !== null && asking.audio === null
  const recording = useRecordingHere()
  const unsaved = useUnsavedHere()
  const sending = asking?.sending ?? false
  const refusedMs = refused.reduce((sum, one) => sum + one.ms, 0)
  const elsewhere = asking?.elsewhere ?? false
  // The other page goes on recording: its audio is never all sent.
  const nothingToSend = elsewhere || (ms === 0 && !recording && !sending)
  return (
    <Confirm
      open={asking !== null}
      onClose={onClose}
      onConfirm={nothingToSend ? onEnd : onSend}
      busy={busy || (sending && 'waiting')}
      title="Sair da conta?"
      cancelLabel="Ficar"
      alternative={nothingToSend ? undefined : { label: 'Sair assim mesmo', onClick: onEnd }}
      confirmLabel={sending ? `Enviando… ${ms > 0 ? lengthLabel(ms) : ''}` : nothingToSend ? 'Sair' : 'Enviar e sair'}
    >
      {recording && <p>A gravação em andamento para. A consulta continua aberta e pode ser retomada.</p>}
      {elsewhere && (
        <p>
          Outra aba está gravando uma consulta. Se você sair, a gravação para, e o áudio guardado fica lacrado neste
          aparelho até você entrar de novo.
        </p>
      )}
      {unsaved && <p>O que foi escrito e não foi salvo será perdido.</p>}
      {isUnreadable && (
        <p>
          Não foi possível verificar se há áudio não enviado neste aparelho. O que houver guardado fica lacrado e sobe
          quando você entrar de novo.
        </p>
      )}
      {ms > looseMs && (
        <p>
          Há {lengthLabel(ms - looseMs)} de áudio não enviado neste aparelho. Se você sair assim mesmo, ele fica lacrado
          e sobe quando você entrar de novo.
        </p>
      )}
      {looseMs > 0 && !recording && (
        <p className="font-medium text-rec">
          {lengthLabel(looseMs)} de áudio não puderam ser guardados no aparelho: se você sair sem enviar, esse trecho se
          perde.
        </p>
      )}
      {refusedMs > 0 && (
        <p>
          {lengthLabel(refusedMs)} de áudio de uma consulta já finalizada ficam lacrados neste aparelho até você baixar
          ou descartar.
        </p>
      )}
      {asking && !asking.online && (
        <p role="status" className="font-medium text-warn">
          Sem conexão agora: o envio começa quando ela voltar.
        </p>
      )}
    </Confirm>
  )
}
