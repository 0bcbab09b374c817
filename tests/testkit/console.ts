import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Unexpected console output fails the test. The Worker's own log lines (closed union, JSON) pass silently. */
const noise: string[] = []
const isEvent = (args: unknown[]) => args.length === 1 && typeof args[0] === 'string' && args[0].startsWith('{"event":')

beforeEach(() => {
  noise.length = 0
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      if (!isEvent(args)) noise.push(`${method}: ${args.map(String).join(' ')}`)
    })
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(noise, 'the console was not silent').toEqual([])
})
