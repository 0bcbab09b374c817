import { useEffect } from 'react'
import { loadOffline } from './vault.ts'

/** Served data, or a copy of it from the device: then `copyAt` says when it was made (epoch ms). */
export type Copied<T> = T & { copyAt?: number }

/** When the copy was made that this data comes from; null: it comes from the server. */
export const copyAtOf = (data: unknown): number | null =>
  typeof data === 'object' && data !== null && 'copyAt' in data ? (data as { copyAt: number }).copyAt : null

/** Loads a page's data from the server; without a network, takes the copy on this device. Rejects if there is none. */
export async function orCopy<T extends object>(name: string | null, load: () => Promise<T>): Promise<Copied<T>> {
  try {
    return await load()
  } catch (error) {
    // Any answer of the server, also a refusal, counts more than a copy.
    if (name === null || !(error instanceof TypeError)) throw error
    const copy = await loadOffline().then(
      ({ copyOf }) => copyOf(name),
      () => null,
    )
    if (!copy) throw error
    return { ...(copy.value as T), copyAt: copy.at }
  }
}

/** Keeps the page's data on the device for `orCopy`. `name` null keeps nothing; `value` null deletes the copy. */
export function useCopy(name: string | null, value: object | null): void {
  useEffect(() => {
    if (name === null || copyAtOf(value) !== null) return
    // Without a place to store it, the page opens with a network alone.
    void loadOffline()
      .then(({ keepCopy }) => keepCopy(name, value))
      .catch(() => undefined)
  }, [name, value])
}

/** Deletes the second key and all copies: the session is over. */
export async function forgetCopies(): Promise<void> {
  await loadOffline()
    .then(({ forgetOffline }) => forgetOffline())
    .catch(() => undefined)
}
