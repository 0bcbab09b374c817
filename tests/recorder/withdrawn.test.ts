import { expect, test } from 'vitest'
import { eventually, Stage } from './stage.ts'

/** The patient's revocation, on any screen and with any connection cut meanwhile. */
const stage = new Stage()

test('[R18] consent taken back offline: nothing more is heard, what waits is thrown away, and the server hears of it', async () => {
  await stage.start()
  await stage.offlineFor(/[2-9]/)
  const stored = stage.samples(1).length
  await stage.button('Paciente retirou').click()
  await stage.seen('Só digitação: o paciente retirou a autorização')
  await stage.expectAccessible()
  expect(await stage.button('Pausar gravação').count()).toBe(0)
  expect(await stage.page.getByRole('timer').count()).toBe(0)
  // The room is back, and does not know it; the call that tells it does not get through yet.
  stage.room.refusesRevocations = true
  stage.room.closed = false
  await eventually(() => expect(stage.room.connections).toBe(2))
  await stage.reopen()
  await stage.seen('Consentimento: revoked')
  await stage.seen('Só digitação: o paciente retirou a autorização')
  expect(stage.samples(1)).toHaveLength(stored)
  expect(stage.room.revocations).toEqual([])
  stage.room.refusesRevocations = false
  stage.room.cut()
  await eventually(() => expect(stage.room.revocations).toHaveLength(1))
  const [told] = stage.room.revocations
  expect(told?.discarded[0]?.take).toBe(1)
  expect(told?.discarded[0]?.samples).toBeGreaterThan(16_000)
  expect(told).toMatchObject({ ago_ms: expect.any(Number), report: false })
  expect(told?.ago_ms).toBeGreaterThan(0)
  stage.room.cut()
  await eventually(() => expect(stage.room.connections).toBeGreaterThan(3))
  await stage.seen('Só digitação: o paciente retirou a autorização')
  expect(stage.room.revocations).toHaveLength(1)
  expect(stage.samples(1)).toHaveLength(stored)
})

test('[R13] taken back on one page while offline: what another page of this browser records ends too', async () => {
  await stage.start()
  const recording = stage.page
  const other = await stage.context.newPage()
  await other.goto(recording.url())
  await other.getByRole('button', { name: 'Paciente retirou' }).waitFor()
  await stage.offlineFor(/[2-9]/)
  const stored = stage.samples(1).length
  await other.getByRole('button', { name: 'Paciente retirou' }).click()
  await stage.seen('Só digitação: o paciente retirou a autorização')
  expect(await stage.button('Pausar gravação').count()).toBe(0)
  expect(stage.room.revocations).toEqual([])
  stage.room.closed = false
  await eventually(() => expect(stage.room.revocations.length).toBeGreaterThan(0))
  await eventually(() => expect(stage.said('hello').length).toBeGreaterThan(3))
  expect(stage.samples(1)).toHaveLength(stored)
})

test('[R13] nothing records before the patient has answered; a no from another screen ends what this one records', async () => {
  stage.room.consent = 'unasked'
  await stage.enter()
  await stage.seen('Falta o aviso ao paciente')
  // Out of sight as long as there is nothing to press, and dead.
  const start = stage.page.getByRole('button', { name: 'Iniciar gravação', includeHidden: true })
  expect(await start.isVisible()).toBe(false)
  await start.dispatchEvent('click')
  await stage.page.keyboard.press('Space')
  expect(stage.said('toggle_transcription')).toEqual([])
  stage.room.consentTo('accepted')
  await stage.seen('Pronto para gravar')
  await stage.start()
  stage.room.deaf = true
  await stage.seen(/Enviando áudio guardado… \(\d s\)/)
  stage.room.consentTo('revoked')
  await stage.seen('Só digitação: o paciente retirou a autorização')
  await eventually(() => expect(stage.room.revocations[0]?.discarded[0]?.take).toBe(1))
  // Only what was thrown away: the room knew it, and a newer yes would not end with it.
  expect(stage.room.revocations.map(({ report }) => report)).toEqual([true])
  expect((await stage.page.evaluate(() => window.harness.readDisk())).sound).toBe(0)
})

test('[R13] [DQ8] a no that is heard before the disk has its key: what lies there goes nowhere, and goes when it has', async () => {
  await stage.start()
  await stage.offlineFor(/[2-9]/)
  const stored = stage.samples(1).length
  stage.room.consentTo('revoked')
  stage.room.keyless = true
  // The second key would open the disk too (decision 044).
  await stage.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase('relato.offline').onsuccess = () => resolve()
      }),
  )
  // The old page still holds the key: it must be gone before the network is back.
  await stage.page.close()
  stage.room.closed = false
  await stage.reopen()
  await stage.seen('Só digitação: o paciente retirou a autorização')
  expect(stage.room.revocations).toEqual([])
  stage.room.log.length = 0
  stage.room.keyless = false
  await stage.page.evaluate(() => window.harness.signInAgain())
  await eventually(() => expect(stage.room.revocations).toHaveLength(1))
  const [told] = stage.room.revocations
  expect(told).toMatchObject({ discarded: [{ take: 1 }], report: true })
  expect(told?.discarded[0]?.samples).toBeGreaterThan(16_000)
  const here = await stage.page.evaluate(() => window.harness.audioHere())
  expect(here.filter(({ ms }) => ms > 0)).toEqual([])
  expect(stage.room.log.filter((what) => what === 'frame')).toEqual([])
  expect(stage.samples(1)).toHaveLength(stored)
})

test('[LR5] taken back and accepted anew while this device was away: its copy of those takes goes', async () => {
  await stage.start(48_000)
  await stage.button('Pausar gravação').click()
  const segments = () => stage.page.evaluate(() => window.harness.segments())
  await eventually(async () => expect((await segments()).map(({ take }) => take)).toEqual([1]))
  stage.room.withdrawn.add(1)
  stage.room.cut()
  await eventually(async () => expect(await segments()).toEqual([]))
})
