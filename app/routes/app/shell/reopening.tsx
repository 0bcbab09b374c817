import { CloudUpload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ResumeBar } from '#app/features/consultation/resume-bar.tsx'
import { careIfKept } from '#app/features/recording/device/anything-kept.ts'
import { useFinishingHere } from '#app/features/recording/screen/use-finishing-here.ts'
import type { LeftAudio } from '#app/features/recording/uplink/background.ts'
import { Card } from '#app/ui/card.tsx'
import { later, useLater } from '#app/ui/later.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { lengthLabel } from '#domain/recorder/elapsed.ts'

const refusedPart = later(() => import('./refused-audio.tsx'))

type Props = { open: readonly Consultation[]; here: string | null; leftovers: readonly LeftAudio[] }

/** Interrupted work, on other pages: the consultation to resume, audio being uploaded, audio the server refuses. */
export function Reopening({ open, here, leftovers }: Props) {
  const [gone, setGone] = useState<readonly string[]>([])
  const others = open.filter(({ id }) => id !== here)
  const [newest] = others
  const finishing = useFinishingHere(others.map(({ id }) => id))
  const refused = leftovers.filter(({ consultationId, state }) => state === 'refused' && !gone.includes(consultationId))
  const part = useLater(refusedPart, refused.length > 0)
  const underWay = leftovers.filter(({ state }) => state !== 'refused')
  // The newest consultation's audio has its own line.
  const rest = underWay.filter(({ consultationId }) => consultationId !== newest?.id)
  if (!newest && refused.length === 0 && rest.length === 0) return null
  return (
    <Card
      // Full-height screens leave room for it.
      data-reopening
      role="region"
      aria-label="Consulta interrompida"
      className="mb-4 divide-y divide-warn/25 border-warn/40 bg-warn-soft"
    >
      {newest && (
        <ResumeBar
          consultation={newest}
          finishing={finishing}
          more={others.length - 1}
          audio={progressOf(underWay.filter(({ consultationId }) => consultationId === newest.id))}
        />
      )}
      {rest.length > 0 && (
        <p className="flex items-center gap-2 px-4 py-2 text-sm text-ink-2">
          <CloudUpload aria-hidden className="size-4 shrink-0" />
          {progressOf(rest)}
          {newest && ' de outra consulta'}
        </p>
      )}
      {part &&
        refused.map(({ consultationId, ms }) => (
          <part.RefusedAudio
            key={consultationId}
            consultationId={consultationId}
            ms={ms}
            onGone={() => setGone([...gone, consultationId])}
          />
        ))}
    </Card>
  )
}

function progressOf(audio: readonly LeftAudio[]): string | null {
  const ms = audio.reduce((sum, one) => sum + one.ms, 0)
  if (ms === 0) return null
  if (audio.some(({ state }) => state === 'sending')) return `Enviando áudio guardado… ${lengthLabel(ms)}`
  return `${lengthLabel(ms)} de áudio guardado neste aparelho`
}

export type { LeftAudio }

const LOOK_MS = 5_000

/** Sends audio left on this device, from any page, and returns its progress: for all consultations but the open one. */
export function useLeftovers(here: string | null): readonly LeftAudio[] {
  const [leftovers, setLeftovers] = useState<readonly LeftAudio[]>([])
  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = () => {}
    async function look() {
      const care = await careIfKept().catch(() => null)
      if (isUnmounted) return
      if (care) {
        void care.sweep().catch(() => undefined)
        stop = care.watchLeftovers(here, setLeftovers)
      } else timer = setTimeout(look, LOOK_MS)
    }
    void look()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      stop()
      setLeftovers([])
    }
  }, [here])
  return leftovers
}
