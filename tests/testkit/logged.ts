import { vi } from 'vitest'

/** Returns the log events of the Worker in this test; console.ts collects them. */
export const logged = (): Record<string, unknown>[] =>
  vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(String(line)))
