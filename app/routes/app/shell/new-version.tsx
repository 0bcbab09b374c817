import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLooseHere, useRecordingHere, useUnsavedHere } from '#app/lib/recording-here.ts'
import { hasTakes, removeServiceWorker, watchTakes, watchVersions } from '#app/offline/register.ts'
import { Button } from '#app/ui/button.tsx'

/** Offers a new version of the app once nothing is recorded, unsent or unsaved on this page. */
export function NewVersion({ unsent }: { unsent: boolean }) {
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null)
  const isBusy = [useRecordingHere(), useLooseHere(), useUnsavedHere(), unsent].includes(true)
  useEffect(() => {
    if (import.meta.env.DEV) return void removeServiceWorker()
    return watchVersions((next) => setTakeOver(() => next))
  }, [])
  const [isFree, setFree] = useState(false)
  const isWaiting = takeOver !== null
  useEffect(() => (isWaiting ? watchTakes(setFree) : undefined), [isWaiting])
  if (!takeOver || isBusy || !isFree) return null
  const update = async () => {
    // Another tab may have begun to record since the last look.
    if (await hasTakes()) setFree(false)
    else takeOver()
  }
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-m border border-line bg-sunken px-4 py-2"
    >
      <p className="flex items-center gap-2">
        <RefreshCw aria-hidden className="size-4 shrink-0 text-ink-3" />
        Nova versão disponível
      </p>
      <Button size="sm" onClick={() => void update()}>
        Atualizar
      </Button>
    </div>
  )
}
