import { vi } from 'vitest'

/** Waits until `check` does not throw, and returns what it returns. A busy machine takes many times what a quiet one takes. */
export const eventually = <T>(check: () => T | Promise<T>, withinMs = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout: withinMs, interval: 20 })
