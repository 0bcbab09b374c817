import { setTimeout } from 'node:timers/promises'

const ATTEMPTS = 5

/**
 * Repeats a call whose connection broke: a night makes thousands, and a server closes idle connections. Only for calls
 * that may run twice: they read, write whole files, or insert rows that may be there. Errors: those of the call.
 */
export async function connected<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await call()
    } catch (error) {
      // So say both Node's fetch and that of miniflare.
      const isBroken = error instanceof TypeError && error.message === 'fetch failed'
      if (!isBroken || attempt === ATTEMPTS) throw error
      await setTimeout(250 * 2 ** attempt)
    }
}
