/** Longer than any of our answers takes: slower work answers with a job to poll. In ms. */
const ANSWER_WITHIN_MS = 30_000

/**
 * A fetch that fails unless the complete answer arrives within `ms`. Written by hand because Safari 17.0 has no
 * AbortSignal.any.
 */
export const fetchWithin =
  (ms = ANSWER_WITHIN_MS): typeof fetch =>
  (input, init) => {
    const late = AbortSignal.timeout(ms)
    return fetch(input, { ...init, signal: init?.signal ? either(init.signal, late) : late })
  }

function either(...signals: AbortSignal[]): AbortSignal {
  const both = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) both.abort(signal.reason)
    else signal.addEventListener('abort', () => both.abort(signal.reason), { once: true })
  }
  return both.signal
}
