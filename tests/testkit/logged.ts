import { vi } from 'vitest'

/** What the Worker has logged in this test: console.ts listens. */
export const logged = (): Record<string, unknown>[] =>
  vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(String(line)))
