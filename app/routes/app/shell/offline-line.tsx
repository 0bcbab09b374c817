import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { useRecordingHere } from '#app/lib/recording-here.ts'
import { useOnline } from '#app/ui/online.ts'

const BACK_MS = 4_000

/** Shown on every page without a network: says so and what still works. `copyAt`: the page is a copy (epoch ms). */
export function OfflineLine({ copyAt }: { copyAt: number | null }) {
  const format = useFormat()
  const online = useOnline()
  const recording = useRecordingHere()
  // The device may have a network that does not reach the server.
  const isOffline = !online || copyAt !== null
  const back = useIsBack(!isOffline)
  return (
    // On a phone the sentence takes two lines: the layout's `--strip` keeps what sticks below it out of them.
    <div role="status" data-strip={isOffline || back || undefined} className="sticky top-header z-20 col-span-full">
      {isOffline && (
        <p className="flex min-h-9 max-sm:min-h-13 items-center gap-2.5 border-b border-warn/30 bg-warn-soft px-4 py-1.5 text-sm leading-snug lg:px-6">
          <WifiOff aria-hidden className="size-4 shrink-0 text-warn" />
          <span>
            <b className="font-semibold text-warn">
              {copyAt === null || recording ? 'Sem conexão.' : `Sem conexão: cópia de ${format.time(copyAt)}`}
            </b>{' '}
            {recording
              ? 'A gravação continua e fica guardada neste aparelho.'
              : copyAt === null && 'O que já está aberto continua na tela; o resto volta com a internet.'}
          </span>
        </p>
      )}
      {back && (
        <p className="flex min-h-9 max-sm:min-h-13 items-center gap-2.5 border-b border-ok/30 bg-ok-soft px-4 py-1.5 text-sm lg:px-6">
          <Wifi aria-hidden className="size-4 shrink-0 text-ok" />
          Conexão restabelecida.
        </p>
      )}
    </div>
  )
}

/** True for a moment after the network has returned. */
function useIsBack(online: boolean): boolean {
  const [was, setWas] = useState(online)
  const [back, setBack] = useState(false)
  if (was !== online) {
    setWas(online)
    setBack(online)
  }
  useEffect(() => {
    if (!back) return
    const timer = setTimeout(() => setBack(false), BACK_MS)
    return () => clearTimeout(timer)
  }, [back])
  return back
}
