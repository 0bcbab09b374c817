import { useLocation } from 'react-router'
import { ResumeBar } from '#app/features/consultation/resume-bar.tsx'
import { useUnsentAudio } from '#app/lib/use-unsent-audio.ts'
import { Card } from '#app/ui/card.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { lengthLabel } from '#domain/recorder/elapsed.ts'

/** What was interrupted, on every page but the consultation's own: the consultation to resume and the audio still here. */
export function Reopening({ open }: { open: readonly Consultation[] }) {
  const { pathname, search } = useLocation()
  const { unsent } = useUnsentAudio()
  const here = pathname === '/app/dashboard' ? new URLSearchParams(search).get('consulta') : null
  const others = open.filter(({ id }) => id !== here)
  const [newest] = others
  if (!newest) return null
  const waitingMs = unsent.get(newest.id)
  return (
    <Card role="region" aria-label="Consulta interrompida" className="mb-4 border-warn/40 bg-warn-soft">
      <ResumeBar
        consultation={newest}
        more={others.length - 1}
        audio={waitingMs && `${lengthLabel(waitingMs)} de áudio ainda neste aparelho`}
      />
    </Card>
  )
}
