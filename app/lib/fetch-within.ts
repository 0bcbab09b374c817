/** Longer than any answer of ours takes: what would take longer answers with a job to ask for. */
const ANSWER_WITHIN_MS = 30_000

/**
 * A fetch that gives up on a line that hangs: the whole answer is there after `ms`, or there is none. By hand, for Safari
 * 17.0 knows no AbortSignal.any.
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
