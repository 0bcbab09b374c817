import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** Code that comes when it is first needed, and stays at hand. What did not come is asked for again. */
export type Later<T> = { come: () => Promise<T>; here: T | null }
const all = new Set<Later<unknown>>()

export function later<T>(load: () => Promise<T>): Later<T> {
  let coming: Promise<T> | undefined
  const part: Later<T> = {
    here: null,
    come: () => {
      coming ??= load().then(
        (it) => {
          part.here = it
          return it
        },
        (error) => {
          coming = undefined
          throw error
        },
      )
      return coming
    },
  }
  all.add(part)
  return part
}

/** All that the pages which are here may come to need: from then on none of it takes a network. */
export const comeAll = async (): Promise<void> => void (await Promise.allSettled([...all].map((part) => part.come())))

/** Null until it is wanted and has come; without a network it comes when there is one. */
export function useLater<T>(part: Later<T>, wanted: boolean): T | null {
  const [, setHere] = useState(false)
  useEffect(() => {
    if (!wanted || part.here) return
    let gone = false
    const ask = () =>
      void part.come().then(
        () => !gone && setHere(true),
        () => undefined,
      )
    ask()
    addEventListener('online', ask)
    return () => {
      gone = true
      removeEventListener('online', ask)
    }
  }, [part, wanted])
  return part.here
}

type Opened = { open: boolean }

/** A part of the screen whose code comes when it first opens. */
export function openedLater<P extends Opened>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const part = later(load)
  return (props) => <OpenedLater part={part} of={props} />
}

function OpenedLater<P extends Opened>({ part, of }: { part: Later<ComponentType<P>>; of: P }) {
  const Part = useLater(part, of.open)
  return Part && <Part {...of} />
}
