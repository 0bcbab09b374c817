import { expect, test } from 'vitest'
import { HANDED_OVER } from './fault.ts'
import { recogniserFaults } from './recogniser.ts'
import { played } from './simulation/faults.ts'

// A share of `npm run test:faults -- --rung 1`.

test('whatever network, pages, server, engine and D1 do: nothing acknowledged is lost, no word lost or doubled', async () => {
  // Always the same schedules here; `test:faults` draws others each time.
  const measure = await played('everything', 300, 3)
  expect(measure, 'seed 3').toMatchObject({ runs: 300, la: 0, lu: 0, dv: 0, rt: null, sil: 0, faults: [] })
}, 120_000)

test('whatever the recogniser of the page does, no word is lost or doubled', async () => {
  const measure = await played('device-speech', 60, 3)
  expect(measure, 'seed 3').toMatchObject({ runs: 60, la: 0, lu: 0, dv: 0, rt: null, sil: 0, faults: [] })
  // Each fault happened, and the engine of the room took over and gave back.
  const struck = Object.fromEntries([...recogniserFaults, HANDED_OVER].map((name) => [name, expect.any(Number)]))
  expect(measure.struck).toEqual(struck)
}, 120_000)

test('known bad: a server that acknowledges before storing, a client that forgets or drops, are caught', async () => {
  const [early, forgetful, dropping] = await Promise.all([
    played('server-killed', 60, 1, 'acknowledges-before-storing'),
    played('cut', 60, 1, 'forgets-on-send'),
    played('cut', 60, 1, 'drops-while-disconnected'),
  ])
  expect(early.la).toBeGreaterThan(0)
  expect(forgetful.lu).toBeGreaterThan(0)
  expect(dropping.lu).toBeGreaterThan(0)
}, 120_000)
