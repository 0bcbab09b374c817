import { expect, test } from 'vitest'
import { finishingHere, KeptStatements } from './kept-statements.ts'

const RUNNING = '00000000-0000-4000-8000-0000000000f1'
const ENDING = '00000000-0000-4000-8000-0000000000f2'

test('lists a consultation as finishing from the confirmed end until the server has it', async () => {
  const line = { id: 'a', text: 'Sem febre.', speaker: null, at: 0 }
  await new KeptStatements(RUNNING).change({ lines: [line] })
  const page = new KeptStatements(ENDING)
  await page.change({ lines: [line], finish: { acceptGap: false } })
  expect([...(await finishingHere([RUNNING, ENDING]))]).toEqual([ENDING])
  await page.change({ finish: null })
  expect([...(await finishingHere([RUNNING, ENDING]))]).toEqual([])
  expect([...(await finishingHere([]))]).toEqual([])
})
