import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { FRAME_SAMPLES as FRAME } from '#domain/consultation/frame.ts'
import { killRenderer } from '../testkit/chromium.ts'
import { pcmOf } from './pcm.ts'
import { CONSULTATION, eventually, queueOf, rawRows, record, Stage, send } from './stage.ts'

const OTHER = '00000000-0000-4000-8000-000000000002'
const stage = new Stage()
const { openPage, stored } = stage

test('[DQ1] [DQ3] frames outlive the page, the killed renderer and the browser; each leaves when the room has it', async () => {
  const page = await openPage()
  await record(page, 1, 0, 100)
  // Killed in the middle: what the queue had said is kept is kept, and at most the frame in hand is not.
  let spokenCount = 0
  await page.exposeFunction('kept', (frames: number) => {
    spokenCount = frames
  })
  await page.evaluate((c) => void window.device.recordOn(c, 1, 100), CONSULTATION)
  await eventually(() => expect(spokenCount).toBeGreaterThan(140))
  await killRenderer(page)
  await stage.context.close()
  await stage.launch()
  const again = await openPage()
  const remaining = await queueOf(again)
  const frames = remaining.size.frames
  expect(frames).toBeGreaterThanOrEqual(spokenCount)
  expect(frames).toBeLessThan(spokenCount + 50)
  expect(remaining).toMatchObject({
    persistent: true,
    size: { samples: frames * FRAME },
    takes: [{ take: 1, from: 0, end: frames * FRAME }],
    held: [{ take: 1, samples: frames * FRAME }],
  })
  await send(again)
  await eventually(() => expect(stored(1)).toBe(frames * FRAME))
  expect(stage.room).toMatchObject({ wrong: 0, silent: [], frames })
  await eventually(async () => expect((await queueOf(again)).size).toEqual({ frames: 0, samples: 0 }))
  // How long the take is stays known: this device speaks for it until the consultation is over.
  expect((await queueOf(again)).held).toEqual([{ take: 1, samples: frames * FRAME }])
  expect(await rawRows(again, 'frame')).toEqual([])
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
  const frames = await rawRows(page, 'frame')
  expect(frames).toHaveLength(3)
  const plain = Buffer.from(pcmOf(1, 0, 64).buffer)
  for (const row of [...frames, ...(await rawRows(page, 'note'))]) {
    const bytes = Buffer.from(row.data)
    expect(bytes.includes(plain)).toBe(false)
    expect(bytes.includes('dor no peito')).toBe(false)
    expect(row.iv).toHaveLength(12)
  }
  expect(new Set(frames.map(({ iv }) => String(iv))).size).toBe(3)
  const storedId = await page.evaluate(() => localStorage.getItem('pendingConsultation'))
  expect(storedId).not.toContain('Maria')
  expect(await page.evaluate(() => window.device.drafts.load())).toEqual(draft)
  await page.close()

  // Another doctor at this browser: a database of their own, and no way into the first one's.
  stage.room.doctorId = 'doctor-2'
  const second = await openPage()
  expect(await queueOf(second)).toMatchObject({ persistent: true, size: { frames: 0 }, held: [] })
  expect(await second.evaluate((c) => window.device.readNote(c, 'line'), CONSULTATION)).toBe(null)
  expect(await second.evaluate(() => window.device.drafts.load())).toBe(null)
  // Nor do they spoil it: each has a draft of their own.
  const theirs = { ...draft, patientName: 'Outra', consultationType: 'telemedicina' as const }
  await second.evaluate((value) => window.device.drafts.save(value), theirs)
  expect(await second.evaluate(() => window.device.drafts.load())).toEqual(theirs)
  await second.evaluate(() => window.device.drafts.clear())
  expect(await second.evaluate(() => window.device.drafts.load())).toBe(null)
  expect(await second.evaluate(() => localStorage.getItem('pendingConsultation'))).toBe(storedId)
  await second.close()

  // The right doctor with a key that is not the one: nothing is taken for damaged, nothing is overwritten.
  Object.assign(stage.room, { doctorId: 'doctor-1', secret: 'changed' })
  const third = await openPage()
  expect(await queueOf(third)).toMatchObject({ persistent: false, health: 'unprotected', size: { frames: 0 } })
  await record(third, 2, 0, 2)
  await third.evaluate((c) => window.device.writeNote(c, 'line', { text: 'outra' }), CONSULTATION)
  await send(third)
  await eventually(() => expect(stored(2)).toBe(2 * FRAME))
  await third.close()
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })

  stage.room.secret = 'one'
  const fourth = await openPage()
  expect(await fourth.evaluate((c) => window.device.readNote(c, 'line'), CONSULTATION)).toEqual({ text: words })
  // It changes while the page lives: what lies on the disk waits, and nothing new is mixed with it.
  const changeTo = async (secret: string) => {
    stage.room.secret = secret
    await fourth.evaluate(async () => {
      window.device.lockDevice()
      await window.device.unlockDevice()
    })
  }
  await queueOf(fourth)
  await changeTo('changed')
  await record(fourth, 3, 0, 2)
  const answer = await fourth.evaluate(async (c) => {
    const queue = await window.device.openDeviceQueue(c)
    return [await queue.pending(1, 0), await queue.hole(1, 0)]
  }, CONSULTATION)
  expect([answer, (await queueOf(fourth)).health]).toEqual([[null, null], 'failed'])
  await changeTo('one')
  await eventually(async () => expect(await queueOf(fourth)).toMatchObject({ persistent: true, size: { frames: 5 } }))
  await send(fourth)
  await eventually(() => expect([stored(1), stored(3)]).toEqual([3 * FRAME, 2 * FRAME]))
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })
})

test('[DQ2] after a rotation the old key opens what is not sent; it is sealed again before that key ends', async () => {
  const page = await openPage()
  await record(page, 1, 0, 150)
  const words = { text: 'Paciente refere dor no peito' }
  await page.evaluate(([c, note]) => window.device.writeNote(c, 'line', note), [CONSULTATION, words] as const)
  // The numbers alone: the sound of all rows would take seconds to leave the page.
  const ivs = (of: Page) =>
    of.evaluate(async () => {
      const rows = await (await window.device.openDeviceDatabase('doctor-1')).getAll('frame')
      return rows.map(({ iv }) => String(iv))
    })
  const before = await ivs(page)
  expect(before).toHaveLength(150)

  // A page from before records on while another one, with both keys, seals all rows again.
  Object.assign(stage.room, { secret: 'two', previous: 'one' })
  const newer = await openPage()
  expect((await queueOf(newer)).size.frames).toBe(150)
  await record(page, 1, 150, 50)
  await eventually(async () => {
    const now = new Set(await ivs(newer))
    expect(before.some((iv) => now.has(iv))).toBe(false)
  })
  await record(page, 1, 200, 10)
  expect(await queueOf(page)).toMatchObject({ persistent: true, size: { frames: 210 } })
  await page.close()
  await newer.close()
  const again = await openPage()
  await queueOf(again)
  await again.close()

  // Its time is over: the new key alone opens everything.
  stage.room.previous = null
  const last = await openPage()
  expect(await last.evaluate((c) => window.device.readNote(c, 'line'), CONSULTATION)).toEqual(words)
  await send(last)
  await eventually(() => expect(stored(1)).toBe(210 * FRAME))
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })
})

test('[DQ4] an ended session drops the key that opens at once, and the one that seals with the recording', async () => {
  const page = await openPage()
  await record(page, 1, 0, 60)
  await page.evaluate(() => {
    window.release = window.device.keepSealing('recording')
  })
  await page.evaluate(() => window.device.lockDevice())
  stage.room.doctorId = null
  await record(page, 1, 60, 60)
  expect(await queueOf(page)).toMatchObject({ persistent: true, size: { frames: 120 } })
  await page.evaluate(() => window.release())
  await record(page, 1, 120, 50)
  expect(await queueOf(page)).toMatchObject({ health: 'unprotected', size: { samples: 170 * FRAME } })
  await send(page)
  // The oldest frames are no longer at hand, and nothing opens them.
  await eventually(() => expect(stage.room.connections).toBe(1))
  const answer = await page.evaluate(async (c) => {
    const queue = await window.device.openDeviceQueue(c)
    return [await queue.pending(1, 0), await queue.hole(1, 0)]
  }, CONSULTATION)
  expect([answer, stage.room.frames]).toEqual([[null, null], 0])
  stage.room.doctorId = 'doctor-1'
  expect(await page.evaluate(() => window.device.unlockDevice())).toBe(true)
  await eventually(() => expect(stored(1)).toBe(170 * FRAME))
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })
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
  stage.room.doctorId = null
  await recording.evaluate(() => window.device.lockDevice())
  await write(recording, 'durante')
  await recording.close()
  // No key at all: this page alone has it until there is one.
  const keyless = await open()
  await write(keyless, 'sem chave')
  stage.room.doctorId = 'doctor-1'
  await keyless.evaluate(() => window.device.unlockDevice())
  expect(await words(keyless)).toEqual([lines, { acceptGap: false }])
  await keyless.close()
  const last = await open()
  expect(await words(last)).toEqual([lines, { acceptGap: false }])
  const names = await last.evaluate(async () => {
    const database = await window.device.openDeviceDatabase('doctor-1')
    return (await database.getAllKeys('note')).map(([, name]) => name)
  })
  expect(names.sort()).toEqual(['check', 'statements'])
})

test('[DQ5] a full disk says so and streams on; what fits later is kept', { timeout: 120_000 }, async () => {
  const page = await openPage()
  const cdp = await stage.context.newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: stage.url, quotaSize: 1_000 })
  await record(page, 1, 0, 44)
  expect((await queueOf(page)).health).toBe('full')
  expect(await queueOf(page)).toMatchObject({ persistent: false, takes: [{ take: 1, from: 0, end: 44 * FRAME }] })
  // Even if the server never accepts it, all audio can still be saved as a file.
  await page.evaluate((c) => window.device.forgetDeviceQueue(c), CONSULTATION)
  const playedSound = await page.evaluate(async (c) => {
    const bytes = await (await window.device.downloadUnsent(c))?.arrayBuffer()
    return bytes && [...new Int16Array(bytes, 44)]
  }, CONSULTATION)
  expect(playedSound).toHaveLength(44 * FRAME)
  expect([0, 20, 43].map((i) => playedSound?.slice(i * FRAME, i * FRAME + 8))).toEqual(
    [0, 20, 43].map((i) => [...pcmOf(1, i * FRAME, 8)]),
  )
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: stage.url })
  await record(page, 1, 44, 10)
  await send(page)
  await eventually(() => expect(stored(1)).toBe(54 * FRAME))
  expect(stage.room).toMatchObject({ wrong: 0, silent: [] })
  await eventually(async () => {
    await record(page, 1, 54, 1)
    expect((await queueOf(page)).persistent).toBe(true)
  })
})
