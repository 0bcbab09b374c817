/**
 * Polls until `done`, quicker at first. Retries a failed request a few times: a lost connection does not stop the job.
 */
export async function poll<T>(
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
  onAnswer: (answer: T) => void,
  signal: AbortSignal,
): Promise<T | null> {
  let failures = 0
  for (let turn = 0; ; turn++) {
    await pause(turn < 4 ? 500 : 1_500, signal)
    if (signal.aborted) return null
    try {
      const answer = await ask()
      if (signal.aborted) return null
      failures = 0
      onAnswer(answer)
      if (done(answer)) return answer
    } catch (error) {
      if (++failures >= 5) throw error
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
