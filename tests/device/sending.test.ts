import { expect, test } from 'vitest'
import { FRAME_SAMPLES as FRAME } from '#domain/consultation/frame.ts'
import { FULL } from '../testkit/full.ts'
import { CONSULTATION, eventually, queueOf, record, Stage, send } from './stage.ts'

const OTHER = '00000000-0000-4000-8000-000000000002'
const stage = new Stage()
const { openPage, stored } = stage
/** The gap messages to the room: take, place, length and reason. */
const gapsTold = () =>
  stage.room.said.flatMap((one) => (one.type === 'gap' ? [[one.take, one.at, one.ms, one.reason]] : []))

test('[DQ6] a frame that cannot be read becomes silence and a gap that is told; nothing stalls', async () => {
  const page = await openPage()
  await record(page, 1, 0, 60)
  await page.close()
  const again = await openPage()
  const spoil = (keys: [number, 'damage' | 'delete'][]) =>
    again.evaluate(
      async ([c, wanted]) => {
        const database = await window.device.openDeviceDatabase('doctor-1')
        for (const [at, how] of wanted) {
          const row = await database.get('frame', [c, 1, at])
          await database.delete('frame', [c, 1, at])
          if (!row || how === 'delete') continue
          const bytes = new Uint8Array(row.data)
          // Changes one byte.
          bytes.set([255 - (bytes[0] as number)])
          await database.put('frame', row, [c, 1, at])
        }
      },
      [CONSULTATION, keys] as const,
    )
  await spoil([
    [0, 'delete'],
    [20 * FRAME, 'damage'],
    [21 * FRAME, 'damage'],
    [59 * FRAME, 'delete'],
  ])
  await send(again)
  await eventually(() => expect(stored(1)).toBe(60 * FRAME))
  expect(stage.room.wrong).toBe(0)
  expect(stage.room.silent).toEqual([
    { take: 1, from: 0, to: FRAME },
    { take: 1, from: 20 * FRAME, to: 22 * FRAME },
    { take: 1, from: 59 * FRAME, to: 60 * FRAME },
  ])
  await eventually(() =>
    expect(gapsTold()).toEqual([
      [1, 0, 250, 'not_kept'],
      [1, 20 * FRAME, 500, 'not_kept'],
      [1, 59 * FRAME, 250, 'not_kept'],
    ]),
  )
})

test('[DQ7] one page sends a take; when it dies another goes on with it, and nothing is taken for lost', async () => {
  const first = await openPage()
  stage.room.deaf = true
  await record(first, 1, 0, 200)
  await send(first)
  const second = await openPage()
  await send(second)
  stage.room.deaf = false
  stage.room.cut()
  await eventually(() => expect(stored(1)).toBe(200 * FRAME))
  stage.room.closed = true
  stage.room.cut()
  await record(first, 1, 200, 100)
  stage.room.closed = false
  await first.close()
  await eventually(() => expect(stored(1)).toBe(300 * FRAME))
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })
  expect(gapsTold()).toEqual([])
  await eventually(async () => expect((await queueOf(second)).size.frames).toBe(0))
})

test('[DQ8] any page sends what waits of other consultations, and says what nobody takes any more', async () => {
  const page = await openPage()
  await record(page, 1, 0, 50)
  await record(page, 5, 0, 3, OTHER)
  await page.close()
  const dashboard = await openPage()
  await dashboard.evaluate(() => window.device.setDeviceDoctor('doctor-1'))
  const drain = (except: string | null) =>
    dashboard.evaluate((id) => {
      window.draining = window.device.drain(id)
    }, except)
  const readCalls = () => dashboard.evaluate(() => window.draining.calls)
  const stop = () => dashboard.evaluate(() => window.draining.stop())
  await drain(CONSULTATION)
  await eventually(async () => expect([stored(5), (await readCalls()).at(-1)]).toEqual([3 * FRAME, []]))
  expect(stored(1)).toBe(0)
  await stop()
  stage.room.status = 'completed'
  await drain(null)
  await eventually(async () =>
    expect((await readCalls()).at(-1)).toEqual([
      { consultationId: CONSULTATION, samples: 50 * FRAME, state: 'refused' },
    ]),
  )
  await stop()
  const wav = await dashboard.evaluate(async (c) => {
    const bytes = await (await window.device.downloadUnsent(c))?.arrayBuffer()
    return bytes && { size: bytes.byteLength, first: [...new Int16Array(bytes, 44, 4)] }
  }, CONSULTATION)
  expect(wav).toEqual({ size: 44 + 50 * FRAME * 2, first: [7_920, 7_951, 7_982, 8_013] })
  stage.room.status = 'active'
  await drain(null)
  await eventually(() => expect(stored(1)).toBe(50 * FRAME))
  await eventually(async () => expect((await readCalls()).at(-1)).toEqual([]))
  await stop()
  await record(dashboard, 2, 0, 4)
  const discarded = await dashboard.evaluate((c) => window.device.discardUnsent(c), CONSULTATION)
  expect(discarded).toEqual([{ take: 2, samples: 4 * FRAME }])
  expect(await dashboard.evaluate(() => window.device.unsentAudio())).toEqual([])
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })
})

test('[DQ8] what lies in memory only is sent after its screen was left', async () => {
  stage.room.doctorId = null
  const page = await openPage()
  await page.evaluate(() => window.device.setDeviceDoctor('doctor-1'))
  await record(page, 1, 0, 12)
  expect(await page.evaluate(() => window.device.unsentAudio())).toEqual([])
  await page.evaluate(() => {
    window.draining = window.device.drain(null)
  })
  await eventually(() => expect(stored(1)).toBe(12 * FRAME))
  const readCalls = () => page.evaluate(() => window.draining.calls)
  await eventually(async () => expect((await readCalls()).at(-1)).toEqual([]))
  expect((await readCalls())[0]).toMatchObject([{ consultationId: CONSULTATION, samples: 12 * FRAME }])
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })
})

test('[DQ9] a long backlog goes up in order, faster than real time, while the page answers', {
  timeout: 600_000,
}, async () => {
  const FRAMES = FULL ? 4_000 : 1_000
  const page = await openPage()
  await record(page, 1, 0, FRAMES)
  await page.close()
  const again = await openPage()
  await again.evaluate(() => {
    window.longestTaskMs = window.device.watchTasks()
  })
  const startedAt = Date.now()
  await send(again)
  await eventually(() => expect(stored(1)).toBe(FRAMES * FRAME), 300_000)
  const seconds = (Date.now() - startedAt) / 1_000
  expect(stage.room).toMatchObject({ wrong: 0, silent: [], repeated: 0, frames: FRAMES })
  expect(FRAMES / 4 / seconds).toBeGreaterThan(20)
  // By the wall clock: on a machine that does much else, a task waits for its turn too.
  expect(await again.evaluate(() => window.longestTaskMs())).toBeLessThan(1_000)
  await eventually(async () => expect((await queueOf(again)).size.frames).toBe(0), 60_000)
})
