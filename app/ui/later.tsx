import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { toast } from './toast.tsx'

/** A lazily loaded module, cached after the first use. A failed load is retried. */
export type Later<T> = { come: () => Promise<T>; here: T | null; onHere: (tell: () => void) => () => void }
const all = new Set<Later<unknown>>()

/** Import the module nowhere else, or the bundler gives it other names. */
export function later<M>(load: () => Promise<M>): Later<M> {
  let coming: Promise<M> | undefined
  let failed = 0
  let address: string | undefined
  const waiting = new Set<() => void>()
  async function come(): Promise<M> {
    try {
      const it = await (address ? anew<M>(`${address}?again=${failed}`) : load())
      part.here = it
      for (const tell of waiting) tell()
      return it
    } catch (error) {
      coming = undefined
      failed++
      address = ADDRESS.exec(String(error))?.[0]
      throw error
    }
  }
  const part: Later<M> = {
    here: null,
    onHere: (tell) => {
      waiting.add(tell)
      return () => waiting.delete(tell)
    },
    come: () => {
      coming ??= come()
      return coming
    },
  }
  all.add(part)
  return part
}

/** A browser may cache a failed module; Chromium names its address. A changed address loads it again. */
const ADDRESS = /https?:\/\/\S+\.js/
function anew<M>(address: string): Promise<M> {
  return import(/* @vite-ignore */ address)
}

/** Loads all registered modules. Resolves to true once none of them needs the network. */
export async function comeAll(): Promise<boolean> {
  const come = await Promise.allSettled([...all].map((part) => part.come()))
  return come.every(({ status }) => status === 'fulfilled')
}

/** The module once it is wanted and loaded, else null. Says if loading fails, and retries when the network is back. */
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
type PropsOf<Component> = Component extends (props: infer P extends Opened) => ReactNode ? P : never

/** A part of the screen whose code loads when it first opens: the component of the module with this name. */
export function openedLater<M, K extends keyof M>(part: Later<M>, name: K): (props: PropsOf<M[K]>) => ReactNode {
  return (props) => <OpenedLater part={part as Later<never>} name={name} of={props} />
}

type OpenedProps = { part: Later<Record<PropertyKey, ComponentType<Opened>>>; name: PropertyKey; of: Opened }

function OpenedLater({ part, name, of }: OpenedProps) {
  const Part = useLater(part, of.open)?.[name]
  return Part && <Part {...of} />
}
