import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { type Later, later } from './later.ts'
import { toast } from './toast.tsx'

/** Null until it is wanted and has come. Where it does not come somebody waits for it and is told; it comes with the network. */
export function useLater<T>(part: Later<T>, wanted: boolean): T | null {
  const isHere = () => part.here
  const here = useSyncExternalStore(part.onHere, isHere, isHere)
  const waits = wanted && here === null
  useEffect(() => {
    if (!waits) return
    let gone = false
    let told = false
    let timer: ReturnType<typeof setTimeout> | undefined
    function ask(): void {
      clearTimeout(timer)
      part.come().catch(() => {
        if (gone) return
        if (!told) toast.error(NOT_HERE)
        told = true
        timer = setTimeout(ask, AGAIN_MS)
      })
    }
    ask()
    addEventListener('online', ask)
    return () => {
      gone = true
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

/** A part of the screen whose code comes when it first opens. */
export function openedLater<M, P extends Opened>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
): (props: P) => ReactNode {
  const part = later(load, pick)
  return (props) => <OpenedLater part={part} of={props} />
}

function OpenedLater<P extends Opened>({ part, of }: { part: Later<ComponentType<P>>; of: P }) {
  const Part = useLater(part, of.open)
  return Part && <Part {...of} />
}
