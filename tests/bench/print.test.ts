import { expect, test } from 'vitest'
import { shapes } from './print/shapes.ts'
import { printShapes } from './print.ts'

/** The target of `npm run bench -- --only print` is 40 ms a page; here other tests use the same processors. */
const PAGE_MS = 120
/** V8 ends the process whose live objects need more. The target above an empty record is the same. */
const HEAP_MB = 64

test('prints every hostile record within bounded time and memory', async () => {
  const printed = await printShapes(Object.keys(shapes), [`--max-old-space-size=${HEAP_MB}`])
  expect(printed.map(({ name }) => name)).toEqual(Object.keys(shapes))
  for (const { name, pages, ms } of printed) expect(ms / pages, name).toBeLessThan(PAGE_MS)
})
