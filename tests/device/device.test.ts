import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CountingRoom } from './counting-room.ts'
import { type Session, serveDevice } from './harness/serve.ts'
import { CONSULTATION, eventually, killRenderer, launch, queueOf, rawRows, record, send } from './page.ts'

const PORT = 4410
const FRAME = 4_000
const OTHER = '00000000-0000-4000-8000-000000000002'
const directory = join(import.meta.dirname, '../../.local/device-profiles')

const session: Session = { doctorId: 'doctor-1', secret: 'one' }
let room = new CountingRoom()
let served: Awaited<ReturnType<typeof serveDevice>>
let profile = ''
let context: BrowserContext

async function openPage(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(served.url)
  await page.waitForFunction(() => 'device' in window)
  return page
}

const stored = (take: number) => room.stored.get(take) ?? 0

beforeAll(async () => {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  served = await serveDevice(PORT, session, () => room)
}, 120_000)
afterAll(() => served?.close())
beforeEach(async () => {
  room = new CountingRoom()
  Object.assign(session, { doctorId: 'doctor-1', secret: 'one' })
  profile = mkdtempSync(join(directory, 'profile-'))
  context = await launch(profile)
})
afterEach(async () => {
  await context.close()
  rmSync(profile, { recursive: true, force: true })
})

test('[DQ1] [DQ3] frames outlive the page, the killed renderer and the browser; each leaves when the room has it', async () => {
  const page = await openPage()
  await record(page, 1, 0, 100)
  // Killed in the middle: what the queue had said is kept is kept, and at most the frame in hand is not.
  let said = 0
  await page.exposeFunction('kept', (frames: number) => {
    said = frames
  })
  await page.evaluate((c) => void window.device.recordOn(c, 1, 100), CONSULTATION)
  await eventually(() => expect(said).toBeGreaterThan(140))
  await killRenderer(page)
  await context.close()
  context = await launch(profile)
  const again = await openPage()
  const left = await queueOf(again)
  const frames = left.size.frames
  expect(frames).toBeGreaterThanOrEqual(said)
  expect(frames).toBeLessThan(said + 50)
  expect(left).toMatchObject({
    persistent: true,
    size: { samples: frames * FRAME },
    takes: [{ take: 1, from: 0, end: frames * FRAME }],
    held: [{ take: 1, samples: frames * FRAME }],
  })
  await send(again)
  await eventually(() => expect(stored(1)).toBe(frames * FRAME))
  expect(room).toMatchObject({ wrong: 0, silent: [], frames })
  await eventually(async () => expect((await queueOf(again)).size).toEqual({ frames: 0, samples: 0 }))
  // How long the take is stays known: this device speaks for it until the consultation is over.
  expect((await queueOf(again)).held).toEqual([{ take: 1, samples: frames * FRAME }])
  expect((await rawRows(again, 'doctor-1')).frame).toEqual([])
})

test('[DQ2] nothing can be read in the rows; another doctor or another secret opens none of them, and spoils none', async () => {
  const page = await openPage()
  await record(page, 1, 0, 3)
  const words = 'Paciente refere dor no peito'
  await page.evaluate(([c, text]) => window.device.writeNote(c, 'line', { text }), [CONSULTATION, words] as const)
  const draft = {
    patientId: OTHER,
    patientName: 'Maria Aparecida',
    consultationType: 'presencial' as const,
    clinicalContext: words,
  }
  await page.evaluate((value) => window.device.drafts.save(value), draft)
  const rows = await rawRows(page, 'doctor-1')
  expect(rows.frame).toHaveLength(3)
  const { pcmOf } = await import('./pcm.ts')
  const plain = Buffer.from(pcmOf(1, 0, 64).buffer)
  for (const row of [...(rows.frame ?? []), ...(rows.note ?? [])]) {
    const bytes = Buffer.from(row.data as number[])
    expect(bytes.includes(plain)).toBe(false)
    expect(bytes.includes('dor no peito')).toBe(false)
    expect(row.iv).toHaveLength(12)
  }
  const ivs = (rows.frame ?? []).map((row) => String(row.iv))
  expect(new Set(ivs).size).toBe(3)
  const kept = await page.evaluate(() => localStorage.getItem('pendingConsultation'))
  expect(kept).not.toContain('Maria')
  expect(await page.evaluate(() => window.device.drafts.load())).toEqual(draft)
  await page.close()

  // Another doctor at this browser: a database of their own, and no way into the first one's.
  session.doctorId = 'doctor-2'
  const second = await openPage()
  expect(await queueOf(second)).toMatchObject({ persistent: true, size: { frames: 0 }, held: [] })
  expect(await second.evaluate((c) => window.device.readNote(c, 'line'), CONSULTATION)).toBe(null)
  expect(await second.evaluate(() => window.device.drafts.load())).toBe(null)
  await second.close()

  // The right doctor with a key that is not the one: nothing is taken for damaged, nothing is overwritten.
  Object.assign(session, { doctorId: 'doctor-1', secret: 'changed' })
  const third = await openPage()
  expect(await queueOf(third)).toMatchObject({ persistent: false, health: 'unprotected', size: { frames: 0 } })
  await record(third, 2, 0, 2)
  await third.evaluate((c) => window.device.writeNote(c, 'line', { text: 'outra' }), CONSULTATION)
  await send(third)
  await eventually(() => expect(stored(2)).toBe(2 * FRAME))
  await third.close()
  expect(room).toMatchObject({ wrong: 0, silent: [] })

  session.secret = 'one'
  const fourth = await openPage()
  expect(await fourth.evaluate((c) => window.device.readNote(c, 'line'), CONSULTATION)).toEqual({ text: words })
  // It changes while the page lives: what lies on the disk waits, and nothing new is mixed with it.
  const changeTo = async (secret: string) => {
    session.secret = secret
    await fourth.evaluate(async () => {
      window.device.lockDevice()
      await window.device.unlockDevice()
    })
  }
  await queueOf(fourth)
  await changeTo('changed')
  await record(fourth, 3, 0, 2)
  const asked = await fourth.evaluate(async (c) => {
    const queue = await window.device.openDeviceQueue(c)
    return [await queue.pending(1, 0), await queue.hole(1, 0)]
  }, CONSULTATION)
  expect([asked, (await queueOf(fourth)).health]).toEqual([[null, null], 'failed'])
  await changeTo('one')
  await eventually(async () => expect(await queueOf(fourth)).toMatchObject({ persistent: true, size: { frames: 5 } }))
  await send(fourth)
  await eventually(() => expect([stored(1), stored(3)]).toEqual([3 * FRAME, 2 * FRAME]))
  expect(room).toMatchObject({ wrong: 0, silent: [] })
})

test('[DQ4] an ended session drops the key that opens at once, and the one that seals with the recording', async () => {
  const page = await openPage()
  await record(page, 1, 0, 60)
  await page.evaluate(() => Object.assign(window, { release: window.device.keepSealing('recording') }))
  await page.evaluate(() => window.device.lockDevice())
  session.doctorId = null
  await record(page, 1, 60, 60)
  expect(await queueOf(page)).toMatchObject({ persistent: true, size: { frames: 120 } })
  await page.evaluate(() => (window as unknown as { release: () => void }).release())
  await record(page, 1, 120, 50)
  expect(await queueOf(page)).toMatchObject({ health: 'unprotected', size: { samples: 170 * FRAME } })
  await send(page)
  // The oldest frames are no longer at hand, and nothing opens them.
  await eventually(() => expect(room.connections).toBe(1))
  const asked = await page.evaluate(async (c) => {
    const queue = await window.device.openDeviceQueue(c)
    return [await queue.pending(1, 0), await queue.hole(1, 0)]
  }, CONSULTATION)
  expect([asked, room.frames]).toEqual([[null, null], 0])
  session.doctorId = 'doctor-1'
  expect(await page.evaluate(() => window.device.unlockDevice())).toBe(true)
  await eventually(() => expect(stored(1)).toBe(170 * FRAME))
  expect(room).toMatchObject({ wrong: 0, silent: [] })
  await eventually(async () => expect(await queueOf(page)).toMatchObject({ persistent: true, size: { frames: 0 } }))
})

test('[R17] what is kept while the list cannot be opened lies beside it, and is joined when it can', async () => {
  const words = (page: Page) =>
    page.evaluate(async (c) => {
      const statements = window.device.statements(c)
      await statements.restore()
      return [statements.now.lines.map(({ text }) => text).sort(), statements.now.finish]
    }, CONSULTATION)
  const open = async () => {
    const page = await openPage()
    await page.evaluate(() => window.device.setDeviceDoctor('doctor-1'))
    return page
  }
  const write = (page: Page, text: string, finish = false) =>
    page.evaluate(
      async ([c, text, finish]) => {
        const statements = window.device.statements(c)
        await statements.change({
          lines: [{ id: `typed-${text}`, text, speaker: null, at: 0 }],
          ...(finish ? { finish: { acceptGap: false } } : {}),
        })
        const { lines } = statements.now
        await statements.change({
          lines: [...lines, { id: `typed-${text}-2`, text: `${text} 2`, speaker: null, at: 0 }],
        })
      },
      [CONSULTATION, text, finish] as const,
    )
  const lines = ['antes', 'antes 2', 'durante', 'durante 2', 'sem chave', 'sem chave 2']
  const first = await open()
  await write(first, 'antes', true)
  await first.close()
  const recording = await open()
  await queueOf(recording)
  await recording.evaluate(() => window.device.keepSealing('recording'))
  session.doctorId = null
  await recording.evaluate(() => window.device.lockDevice())
  await write(recording, 'durante')
  await recording.close()
  // No key at all: this page alone has it until there is one.
  const keyless = await open()
  await write(keyless, 'sem chave')
  session.doctorId = 'doctor-1'
  await keyless.evaluate(() => window.device.unlockDevice())
  expect(await words(keyless)).toEqual([lines, { acceptGap: false }])
  await keyless.close()
  const last = await open()
  expect(await words(last)).toEqual([lines, { acceptGap: false }])
  const names = await last.evaluate(async () => {
    const request = indexedDB.open('relato-doctor-1')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const keys = request.result.transaction('note').objectStore('note').getAllKeys()
    await new Promise((resolve) => keys.addEventListener('success', resolve))
    return keys.result.map((key) => (key as string[])[1])
  })
  expect(names.sort()).toEqual(['check', 'statements'])
})

test('[DQ5] a full disk says so and streams on; what fits later is kept', { timeout: 120_000 }, async () => {
  const page = await openPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: served.url, quotaSize: 1_000 })
  await record(page, 1, 0, 44)
  expect((await queueOf(page)).health).toBe('full')
  expect(await queueOf(page)).toMatchObject({ persistent: false, takes: [{ take: 1, from: 0, end: 44 * FRAME }] })
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: served.url })
  await record(page, 1, 44, 10)
  await send(page)
  await eventually(() => expect(stored(1)).toBe(54 * FRAME))
  expect(room).toMatchObject({ wrong: 0, silent: [] })
  await eventually(async () => {
    await record(page, 1, 54, 1)
    expect((await queueOf(page)).persistent).toBe(true)
  })
})

test('[DQ6] a frame that cannot be read becomes silence and a gap that is told; nothing stalls', async () => {
  const page = await openPage()
  await record(page, 1, 0, 60)
  await page.close()
  const again = await openPage()
  const spoil = (keys: [number, 'damage' | 'delete'][]) =>
    again.evaluate(
      async ([c, wanted]) => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open('relato-doctor-1')
          request.onsuccess = () => resolve(request.result)
        })
        const transaction = database.transaction('frame', 'readwrite')
        const store = transaction.objectStore('frame')
        for (const [at, how] of wanted) {
          if (how === 'delete') store.delete([c, 1, at])
          else {
            const request = store.get([c, 1, at])
            request.onsuccess = () => {
              new Uint8Array(request.result.data).fill(1, 0, 1)
              store.put(request.result, [c, 1, at])
            }
          }
        }
        await new Promise((resolve) => {
          transaction.oncomplete = resolve
        })
        database.close()
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
  expect(room.wrong).toBe(0)
  expect(room.silent).toEqual([
    { take: 1, from: 0, to: FRAME },
    { take: 1, from: 20 * FRAME, to: 22 * FRAME },
    { take: 1, from: 59 * FRAME, to: 60 * FRAME },
  ])
  expect(await again.evaluate(() => window.sending.lost)).toEqual([
    { take: 1, at: 0, ms: 250 },
    { take: 1, at: 20 * FRAME, ms: 500 },
    { take: 1, at: 59 * FRAME, ms: 250 },
  ])
})

test('[DQ7] one page sends a take; when it dies another goes on with it, and nothing is taken for lost', async () => {
  const first = await openPage()
  room.deaf = true
  await record(first, 1, 0, 200)
  await send(first)
  const second = await openPage()
  await send(second)
  room.deaf = false
  room.cut()
  await eventually(() => expect(stored(1)).toBe(200 * FRAME))
  room.closed = true
  room.cut()
  await record(first, 1, 200, 100)
  room.closed = false
  await first.close()
  await eventually(() => expect(stored(1)).toBe(300 * FRAME))
  expect(room).toMatchObject({ wrong: 0, silent: [] })
  expect(await second.evaluate(() => window.sending.lost)).toEqual([])
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
      const told: unknown[] = []
      Object.assign(window, { told, stopDrain: window.device.drainElsewhere(id, (left) => told.push(left)) })
    }, except)
  const told = () => dashboard.evaluate(() => (window as unknown as { told: unknown[][] }).told)
  const stop = () => dashboard.evaluate(() => (window as unknown as { stopDrain: () => void }).stopDrain())
  await drain(CONSULTATION)
  await eventually(async () => expect([stored(5), (await told()).at(-1)]).toEqual([3 * FRAME, []]))
  expect(stored(1)).toBe(0)
  await stop()
  room.status = 'completed'
  await drain(null)
  await eventually(async () =>
    expect((await told()).at(-1)).toEqual([{ consultationId: CONSULTATION, samples: 50 * FRAME, state: 'refused' }]),
  )
  await stop()
  const wav = await dashboard.evaluate(async (c) => {
    const bytes = await (await window.device.downloadUnsent(c))?.arrayBuffer()
    return bytes && { size: bytes.byteLength, first: [...new Int16Array(bytes, 44, 4)] }
  }, CONSULTATION)
  expect(wav).toEqual({ size: 44 + 50 * FRAME * 2, first: [7_920, 7_951, 7_982, 8_013] })
  room.status = 'active'
  await drain(null)
  await eventually(() => expect(stored(1)).toBe(50 * FRAME))
  await eventually(async () => expect((await told()).at(-1)).toEqual([]))
  await stop()
  await record(dashboard, 2, 0, 4)
  const discarded = await dashboard.evaluate((c) => window.device.discardUnsent(c), CONSULTATION)
  expect(discarded).toEqual([{ take: 2, samples: 4 * FRAME }])
  expect(await dashboard.evaluate(() => window.device.unsentAudio())).toEqual([])
  expect(room).toMatchObject({ wrong: 0, silent: [] })
})

test('[DQ8] what lies in memory only is sent after its screen was left', async () => {
  session.doctorId = null
  const page = await openPage()
  await page.evaluate(() => window.device.setDeviceDoctor('doctor-1'))
  await record(page, 1, 0, 12)
  expect(await page.evaluate(() => window.device.unsentAudio())).toEqual([])
  await page.evaluate(() => {
    const told: unknown[] = []
    Object.assign(window, { told, stopDrain: window.device.drainElsewhere(null, (left) => told.push(left)) })
  })
  await eventually(() => expect(stored(1)).toBe(12 * FRAME))
  const told = () => page.evaluate(() => (window as unknown as { told: unknown[][] }).told)
  await eventually(async () => expect((await told()).at(-1)).toEqual([]))
  expect((await told())[0]).toMatchObject([{ consultationId: CONSULTATION, samples: 12 * FRAME }])
  expect(room).toMatchObject({ wrong: 0, silent: [] })
})

test('[DQ9] a long backlog goes up in order, faster than real time, while the page answers', {
  timeout: 600_000,
}, async () => {
  const FRAMES = Number(process.env.BACKLOG_FRAMES ?? 4_000)
  const page = await openPage()
  const keptMs = await record(page, 1, 0, FRAMES)
  await page.close()
  const again = await openPage()
  await again.evaluate(() => Object.assign(window, { lag: window.device.watchResponsiveness() }))
  const cdp = await context.newCDPSession(again)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const busyBefore = await busy()
  const began = Date.now()
  await send(again)
  await eventually(() => expect(stored(1)).toBe(FRAMES * FRAME), 300_000)
  const seconds = (Date.now() - began) / 1_000
  const lag = await again.evaluate(() =>
    (window as unknown as { lag: () => { longestGapMs: number; longestTaskMs: number } }).lag(),
  )
  const told = await again.evaluate(() => window.sending.told())
  const pageMsPerFrame = ((await busy()) - busyBefore) / FRAMES
  const figures = {
    keptMsPerFrame: keptMs / FRAMES,
    pageMsPerFrame,
    seconds,
    realTimes: FRAMES / 4 / seconds,
    told,
    ...lag,
  }
  process.stdout.write(`backlog of ${FRAMES} frames: ${JSON.stringify(figures)}\n`)
  expect(room).toMatchObject({ wrong: 0, silent: [], repeated: 0, frames: FRAMES })
  expect(figures.realTimes).toBeGreaterThan(20)
  // By the wall clock: on a machine that does much else, a task waits for its turn too.
  expect(lag.longestTaskMs).toBeLessThan(1_000)
  await eventually(async () => expect((await queueOf(again)).size.frames).toBe(0), 60_000)
})
