import { expect, test } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { readDisk } from './disk.ts'
import { eventually, Stage } from './stage.ts'

/** What outlives the page, the connection and the session: audio, statements, and the patient's no. */
const stage = new Stage(4450)
const said = <T extends ClientMessage['type']>(type: T) =>
  stage.room.said.filter((message): message is Extract<ClientMessage, { type: T }> => message.type === type)
const start = async (samples = 16_000) => {
  await stage.button('Iniciar gravação').click()
  await stage.recorded(1, samples)
}
const cutOff = () => {
  stage.room.closed = true
  stage.room.cut()
}
const finishHere = async () => {
  await stage.page.keyboard.press('Control+Enter')
  await stage.page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click()
}
const offlineFor = (seconds: RegExp) => stage.seen(new RegExp(`guardado neste aparelho \\(${seconds.source} s\\)`))

test('[R14] a page that died while offline: opened again, its audio goes up before anything else, whole', {
  timeout: 120_000,
}, async () => {
  await stage.reopenTapped()
  await start()
  cutOff()
  await offlineFor(/[3-9]/)
  const given = await stage.givenSoFar()
  // All but the frame in hand.
  await eventually(async () => expect((await readDisk(stage.page)).recorded[1]).toBeGreaterThan(given.length - 4_000))
  const until = stage.samples(1).length
  stage.room.closed = false
  stage.room.log.length = stage.room.said.length = 0
  await stage.reopen()
  await stage.recorded(1, until + 32_000)
  const held = said('hello')[0]?.holds?.[0]
  expect(held?.take).toBe(1)
  await eventually(() => expect(stage.samples(1)).toHaveLength(held?.samples ?? 0))
  const others = stage.room.log.filter((what) => what !== 'hello' && what !== 'frame')
  expect(stage.room.log.slice(0, 2)).toEqual(['hello', 'frame'])
  expect(others.filter((what) => what !== 'toggle_transcription')).toEqual([])
  expect(stage.samples(1).length).toBeGreaterThan(given.length - 4_000)
  stage.expectBegins(1, given)
  // What is so: nobody records any more, and the time is that of the audio.
  await stage.button('Iniciar gravação').waitFor()
  const seconds = Math.floor((held?.samples ?? 0) / 16_000)
  await eventually(async () =>
    expect(await stage.page.getByRole('timer').innerText()).toBe(`00:${String(seconds).padStart(2, '0')}`),
  )
})

test('[R16] finished offline: finalizando until the last frame, also through a page that dies meanwhile', {
  timeout: 120_000,
}, async () => {
  await stage.reopenTapped()
  await start()
  cutOff()
  await offlineFor(/[2-9]/)
  await finishHere()
  await stage.seen(/Finalizando… aguardando conexão, áudio guardado neste aparelho \(\d s\)/)
  expect(said('finish')).toEqual([])
  await eventually(async () => expect((await readDisk(stage.page)).notes).toContain('statements'))
  const given = await stage.given()
  stage.room.closed = false
  await stage.reopen()
  await stage.seen('Finalizando…')
  await eventually(() => expect(said('finish').at(-1)?.takes[0]?.take).toBe(1))
  const length = said('finish').at(-1)?.takes[0]?.samples ?? 0
  expect(length).toBeGreaterThan(16_000)
  await eventually(() => expect(stage.samples(1)).toHaveLength(length))
  stage.expectExact(1, given)
  stage.room.broadcast({ type: 'consultation', status: 'completed' })
  await eventually(async () => expect(await stage.page.title()).toBe('Finalizada'))
})

test('[R17] typed offline: on the screen at once, in the room once, also from the next page', {
  timeout: 120_000,
}, async () => {
  await stage.seen('Pronto para gravar')
  cutOff()
  await stage.page.getByRole('textbox', { name: 'Escrever fala' }).fill('Nega alergia a medicamentos.')
  await stage.page.keyboard.press('Enter')
  const waiting = () => stage.page.getByRole('list', { name: 'Falas aguardando envio' })
  await waiting().getByText('Nega alergia a medicamentos.').waitFor()
  await eventually(async () => expect((await readDisk(stage.page)).notes).toContain('statements'))
  stage.room.closed = false
  await stage.reopen()
  await stage.page.getByRole('log').getByText('Nega alergia a medicamentos.').waitFor()
  await eventually(async () => expect(await waiting().count()).toBe(0))
  const ids = said('write_entry').map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  stage.room.cut()
  await eventually(() => expect(stage.room.connections).toBeGreaterThan(2))
  await stage.seen('Pronto para gravar')
  expect(said('write_entry')).toHaveLength(ids.length)
})

test('[R18] consent taken back offline: nothing more is heard, what waits is thrown away, and the server hears of it', {
  timeout: 120_000,
}, async () => {
  await start()
  cutOff()
  await offlineFor(/[2-9]/)
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

test('[R13] taken back on one page while offline: what another page of this browser records ends too', {
  timeout: 120_000,
}, async () => {
  await start()
  const recording = stage.page
  const other = await stage.context.newPage()
  await other.goto(recording.url())
  await other.getByRole('button', { name: 'Paciente retirou' }).waitFor()
  cutOff()
  await offlineFor(/[2-9]/)
  const stored = stage.samples(1).length
  await other.getByRole('button', { name: 'Paciente retirou' }).click()
  await stage.seen('Só digitação: o paciente retirou a autorização')
  expect(await stage.button('Pausar gravação').count()).toBe(0)
  expect(stage.room.revocations).toEqual([])
  stage.room.closed = false
  await eventually(() => expect(stage.room.revocations.length).toBeGreaterThan(0))
  await eventually(() => expect(said('hello').length).toBeGreaterThan(3))
  expect(stage.samples(1)).toHaveLength(stored)
})

test('[R13] nothing records before the patient has answered; a no from another screen ends what this one records', {
  timeout: 120_000,
}, async () => {
  stage.room.consent = 'unasked'
  await stage.enter()
  await stage.seen('Falta o aviso ao paciente')
  await stage.button('Iniciar gravação').click({ force: true })
  expect(said('toggle_transcription')).toEqual([])
  stage.room.consentTo('accepted')
  await stage.seen('Pronto para gravar')
  await start()
  stage.room.deaf = true
  await stage.seen(/Enviando áudio guardado… \(\d s\)/)
  stage.room.consentTo('revoked')
  await stage.seen('Só digitação: o paciente retirou a autorização')
  await eventually(() => expect(stage.room.revocations[0]?.discarded[0]?.take).toBe(1))
  // Only what was thrown away: the room knew it, and a newer yes would not end with it.
  expect(stage.room.revocations.map(({ report }) => report)).toEqual([true])
  expect((await readDisk(stage.page)).sound).toBe(0)
})

test('[R13] [DQ8] a no that is heard before the disk has its key: what lies there goes nowhere, and goes when it has', {
  timeout: 120_000,
}, async () => {
  await start()
  cutOff()
  await offlineFor(/[2-9]/)
  const stored = stage.samples(1).length
  stage.room.consentTo('revoked')
  stage.room.keyless = true
  stage.room.closed = false
  await stage.reopen()
  await stage.seen('Só digitação: o paciente retirou a autorização')
  expect(stage.room.revocations).toEqual([])
  stage.room.log.length = 0
  stage.room.keyless = false
  await stage.page.evaluate(() => (window as unknown as { signInAgain: () => Promise<void> }).signInAgain())
  await eventually(() => expect(stage.room.revocations).toHaveLength(1))
  const [told] = stage.room.revocations
  expect(told).toMatchObject({ discarded: [{ take: 1 }], report: true })
  expect(told?.discarded[0]?.samples).toBeGreaterThan(16_000)
  type Here = { ms: number }[]
  const here = () => stage.page.evaluate(() => (window as unknown as { audioHere: () => Promise<Here> }).audioHere())
  expect((await here()).filter(({ ms }) => ms > 0)).toEqual([])
  expect(stage.room.log.filter((what) => what === 'frame')).toEqual([])
  expect(stage.samples(1)).toHaveLength(stored)
})

test('[R19] the session ends in the middle: recording goes on, and after signing in again everything goes up at once', {
  timeout: 120_000,
}, async () => {
  await stage.reopenTapped()
  await start()
  stage.room.endSession()
  await stage.seen(/Entre novamente: áudio guardado neste aparelho \([2-9] s\)/)
  expect((await stage.page.getByRole('alert').allInnerTexts()).join(' ')).toContain(
    'Sua sessão terminou. A gravação continua, e o áudio fica guardado neste aparelho até você entrar novamente.',
  )
  await stage.expectAccessible()
  const connections = stage.room.connections
  stage.room.signedOut = false
  // Nothing is tried before the doctor has signed in.
  await stage.seen(/áudio guardado neste aparelho \(([5-9]|[1-9]\d) s\)/)
  expect(stage.room.connections).toBe(connections)
  const before = stage.samples(1).length
  await stage.page.evaluate(() => (window as unknown as { signInAgain: () => Promise<void> }).signInAgain())
  await stage.recorded(1, before + 60_000)
  await stage.seen('Gravando e protegido')
  expect(stage.room.takes.size).toBe(1)
  await stage.button('Pausar gravação').click()
  await eventually(() => expect(said('toggle_transcription').at(-1)).toMatchObject({ action: 'pause' }))
  stage.expectExact(1, await stage.given())
})

test('[R19] left after the session ended: the last frame is sealed like the others', { timeout: 120_000 }, async () => {
  await start()
  stage.room.endSession()
  await stage.seen(/Entre novamente: áudio guardado neste aparelho \([2-9] s\)/)
  await stage.page.getByRole('link', { name: 'Sair' }).click()
  await stage.button('Parar e sair').click()
  await stage.page.getByRole('heading', { name: 'Fora' }).waitFor()
  type Here = { ms: number; looseMs: number }[]
  const here = () => stage.page.evaluate(() => (window as unknown as { audioHere: () => Promise<Here> }).audioHere())
  const waiting = await here()
  expect(waiting[0]?.ms).toBeGreaterThan(2_000)
  await eventually(async () => expect((await here())[0]?.looseMs).toBe(0))
  expect((await here())[0]?.ms).toBeGreaterThanOrEqual(waiting[0]?.ms ?? 0)
})

test('[LR5] taken back and accepted anew while this device was away: its copy of those takes goes', {
  timeout: 120_000,
}, async () => {
  await start(48_000)
  await stage.button('Pausar gravação').click()
  const segments = () =>
    stage.page.evaluate(() =>
      (window as unknown as { localSound: { segments(): Promise<{ take: number }[]> } }).localSound.segments(),
    )
  await eventually(async () => expect((await segments()).map(({ take }) => take)).toEqual([1]))
  stage.room.withdrawn.add(1)
  stage.room.cut()
  await eventually(async () => expect(await segments()).toEqual([]))
})

test('[R19] a socket that is refused for the session: the page asks the server at once and says so', {
  timeout: 120_000,
}, async () => {
  await stage.seen('Pronto para gravar')
  stage.room.signedOut = true
  stage.room.cut()
  await stage.seen('Sua sessão terminou. Entre novamente para continuar.')
  await stage.seen('Entre novamente para continuar')
})

test('[S3] without a key nothing is called protected; leaving says what would be lost', {
  timeout: 120_000,
}, async () => {
  stage.room.keyless = true
  await stage.enter()
  await stage.button('Iniciar gravação').click()
  await stage.recorded(1, 8_000)
  await stage.seen('Sem proteção: este navegador não guarda o áudio')
  cutOff()
  await stage.seen(/Offline e sem proteção: áudio só nesta página \(\d s\)/)
  await stage.page.getByRole('link', { name: 'Sair' }).click()
  await stage.page.getByRole('alertdialog').getByText('podem se perder se a página for fechada').waitFor()
})

test('[S1] late words, the question about wordless voice, and putting it off', { timeout: 120_000 }, async () => {
  stage.room.behind = 200_000
  await start(180_000)
  await stage.seen(/Transcrição atrasada \d+ s/)
  await finishHere()
  await eventually(() => expect(said('finish').length).toBeGreaterThan(0))
  stage.room.broadcast({ type: 'consultation', status: 'finishing', missing: [], ask_gap: true, wordless_ms: 7_000 })
  await stage.page.getByRole('alertdialog', { name: '7 s de fala sem texto' }).waitFor()
  await stage.expectAccessible()
  await stage.button('Transcrever de novo').click()
  await eventually(() => expect(said('retranscribe')).toHaveLength(1))
  await stage.button('Finalizar com lacuna').click()
  await stage.button('Finalizar assim').click()
  await eventually(() => expect(said('finish').at(-1)?.accept_gap).toBe(true))
})

test('[R15] before the first recording on a device its word is read, once; the shortcuts are on one sheet', {
  timeout: 120_000,
}, async () => {
  const before = `
    navigator.wakeLock.request = async () => {
      document.documentElement.dataset.awake = 'yes'
      return { released: false, release: async () => { document.documentElement.dataset.awake = 'no' } }
    }`
  await stage.enter({ fresh: true, before })
  await stage.seen('Pronto para gravar')
  await stage.page.keyboard.press('?')
  await stage.page.getByRole('dialog', { name: 'Atalhos do teclado' }).getByText('Buscar na transcrição').waitFor()
  await stage.page.keyboard.press('Escape')
  await stage.button('Iniciar gravação').click()
  const notice = stage.page.getByRole('alertdialog', { name: 'Antes da primeira gravação neste aparelho' })
  await notice.getByText('recarregar sem internet não abre a página').waitFor()
  expect(said('toggle_transcription')).toEqual([])
  await notice.getByRole('button', { name: 'Iniciar gravação' }).click()
  await stage.recorded(1, 4_000)
  // The screen stays awake while samples are taken, and no longer.
  const awake = () => stage.page.evaluate(() => document.documentElement.dataset.awake)
  await eventually(async () => expect(await awake()).toBe('yes'))
  await stage.button('Pausar gravação').click()
  await eventually(async () => expect(await awake()).toBe('no'))
  await stage.reopen()
  await stage.button('Iniciar gravação').click()
  await stage.recorded(2, 4_000)
})
