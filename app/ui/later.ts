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
const anew = <M>(address: string): Promise<M> => import(/* @vite-ignore */ address)

/** Loads all registered modules. Resolves to true once none of them needs the network. */
export async function comeAll(): Promise<boolean> {
  const come = await Promise.allSettled([...all].map((part) => part.come()))
  return come.every(({ status }) => status === 'fulfilled')
}
