import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { shapes } from './shapes.ts'

/** An idle machine takes a third of it; here other tests use the same processors. */
const PAGE_MS = 120
/** V8 ends the process whose live objects need more. */
const HEAP_MB = 64
type Printed = { name: string; pages: number; ms: number }

test('prints every hostile record within bounded time and memory', async () => {
  const program = join(import.meta.dirname, 'print-shapes.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program])
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed)
  expect(printed.map(({ name }) => name)).toEqual(Object.keys(shapes))
  for (const { name, pages, ms } of printed) expect(ms / pages, name).toBeLessThan(PAGE_MS)
})
