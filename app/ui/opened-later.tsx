import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Later } from './later.ts'
import { toast } from './toast.tsx'

/**
 * Returns the module once it is wanted and loaded, otherwise null. Shows a message if loading fails; retries when the
 * network is back.
 */
export function useLater<T>(part: Later<T>, wanted: boolean): T | null {
  const isHere = () => part.here
  const here = useSyncExternalStore(part.onHere, isHere, isHere)
  const waits = wanted && here === null
  useEffect(() => {
    if (!waits) return
    let isUnmounted = false
    let isReported = false
    let timer: ReturnType<typeof setTimeout> | undefined
    function ask(): void {
      clearTimeout(timer)
      part.come().catch(() => {
        if (isUnmounted) return
        if (!isReported) toast.error(NOT_HERE)
        isReported = true
        timer = setTimeout(ask, AGAIN_MS)
      })
    }
    ask()
    addEventListener('online', ask)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      removeEventListener('online', ask)
    }
  }, [part, waits])
  return here
}

const AGAIN_MS = 3_000
const NOT_HERE =
  'Esta parte da tela não pôde ser carregada. Verifique a conexão; se continuar assim, recarregue a página.'

type Opened = { open: boolean }

/** A part of the screen whose code loads when it first opens. `pick` selects the component of the module. */
export function openedLater<M, P extends Opened>(
  part: Later<M>,
  pick: (module: M) => ComponentType<P>,
): (props: P) => ReactNode {
  return (props) => <OpenedLater part={part} pick={pick} of={props} />
}

type OpenedLaterProps<M, P> = { part: Later<M>; pick: (module: M) => ComponentType<P>; of: P }

function OpenedLater<M, P extends Opened>({ part, pick, of }: OpenedLaterProps<M, P>) {
  const module = useLater(part, of.open)
  const Part = module && pick(module)
  return Part && <Part {...of} />
}
