import { expect, test } from 'vitest'
import { FRAME, frameAt } from '#tests/testkit/recording/disk.ts'
import { discardUnsent, downloadUnsent, forgetDeviceQueue, openDeviceQueue, pendingAudio } from './pending-audio.ts'

const CONSULTATION = '00000000-0000-4000-8000-0000000000a1'

test('[DQ1] [DQ8] offers audio of a finished consultation as a file until the doctor discards it', async () => {
  // No key and no disk here.
  const recording = await openDeviceQueue(CONSULTATION)
  await recording.begin(1)
  for (const i of [0, 1, 4]) await recording.put(frameAt(i))
  await recording.put({ take: 2, at: 0, samples: new Int16Array(7).fill(9) })
  // The room had half of the first frame when the other screen finished.
  await recording.acknowledged(1, FRAME / 2)
  forgetDeviceQueue(CONSULTATION)
  const waiting = { samples: 5 * FRAME + 7, ms: 1_250, looseMs: 1_250 }
  expect((await pendingAudio()).get(CONSULTATION)).toEqual(waiting)

  const file = await downloadUnsent(CONSULTATION)
  const sound = new Int16Array((await file?.arrayBuffer()) ?? new ArrayBuffer(), 44)
  const firsts = [0, 1, 2, 3, 4].map((i) => sound[i * FRAME])
  expect([sound.length, firsts, sound.at(-1)]).toEqual([5 * FRAME + 7, [1, 2, 0, 0, 5], 9])
  expect((await pendingAudio()).get(CONSULTATION)).toEqual(waiting)

  expect(await discardUnsent(CONSULTATION)).toEqual([
    { take: 1, samples: 5 * FRAME },
    { take: 2, samples: 7 },
  ])
  expect((await pendingAudio()).has(CONSULTATION)).toBe(false)
})
