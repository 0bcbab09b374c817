import { useEffect, useState } from 'react'
import { whyOf } from './api.ts'

/**
 * Work that a button starts: whether it runs, and why the last one failed. `run` resolves to true if it succeeded.
 * `failed` handles the failure in place of `failure`.
 */
export function useTask() {
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null })
  async function run(work: () => Promise<unknown>, failed?: (why: string, error: unknown) => void): Promise<boolean> {
    setState({ busy: true, failure: null })
    try {
      await work()
      setState({ busy: false, failure: null })
      return true
    } catch (error) {
      setState({ busy: false, failure: failed ? null : whyOf(error) })
      failed?.(whyOf(error), error)
      return false
    }
  }
  return { ...state, run, forgive: () => setState((now) => ({ ...now, failure: null })) }
}

/** Loads a value for `key`, none for null; drops answers for an earlier key. */
export function useLoaded<T>(load: (key: string) => Promise<T>, key: string | null) {
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<{ data: T | null; failure: string | null }>({ data: null, failure: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what is loaded, `turn` how often.
  useEffect(() => {
    if (key === null) return
    let isStale = false
    setState({ data: null, failure: null })
    load(key).then(
      (data) => isStale || setState({ data, failure: null }),
      (error: unknown) => isStale || setState({ data: null, failure: whyOf(error) }),
    )
    return () => {
      isStale = true
    }
  }, [key, turn])
  return { ...state, retry: () => setTurn(turn + 1) }
}
