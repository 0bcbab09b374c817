import type { Clock } from '#local/speech/clock.ts'

/** Time that passes only when a test says so. */
export function manualClock(): Clock & { advance(ms: number): void } {
  let now = 0
  const timers = new Set<{ at: number; callback: () => void }>()
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      now += ms
      for (const timer of [...timers]) {
        if (timer.at > now || !timers.delete(timer)) continue
        timer.callback()
      }
    },
  }
}
