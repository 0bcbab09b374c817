import { expect, test } from 'vitest'
import { eventually, Stage } from './stage.ts'

/** Data that outlives the page, the connection and the session: audio and statements. */
const stage = new Stage()
const readDisk = () => stage.page.evaluate(() => window.harness.readDisk())
const audioHere = () => stage.page.evaluate(() => window.harness.audioHere())
const signInAgain = () => stage.page.evaluate(() => window.harness.signInAgain())

test('[R14] a page that died while offline: opened again, its audio goes up before anything else, whole', async () => {
  await stage.reopenTapped()
  await stage.start()
  await stage.offlineFor(/[3-9]/)
  const inputSoFar = await stage.given({ isOver: false })
  // All but the frame in hand.
  await eventually(async () => expect((await readDisk()).recorded[1]).toBeGreaterThan(inputSoFar.length - 4_000))
  const until = stage.samples(1).length
  stage.room.closed = false
  stage.room.log.length = stage.room.said.length = 0
  await stage.reopen()
  await stage.recorded(1, until + 32_000)
  const firstHold = stage.said('hello')[0]?.holds?.[0]
  expect(firstHold?.take).toBe(1)
  await eventually(() => expect(stage.samples(1)).toHaveLength(firstHold?.samples ?? 0))
  // The statement that the recording has ended may overtake the first frame, whose reading takes time.
  const sent = stage.room.log.filter((what) => what !== 'toggle_transcription')
  expect(sent.slice(0, 2)).toEqual(['hello', 'frame'])
  expect(sent.filter((what) => what !== 'hello' && what !== 'frame')).toEqual([])
  expect(stage.samples(1).length).toBeGreaterThan(inputSoFar.length - 4_000)
  stage.expectBegins(1, inputSoFar)
  // The true state: the recording has ended, and the time is that of the audio.
  await stage.button('Iniciar gravação').waitFor()
  const seconds = Math.floor((firstHold?.samples ?? 0) / 16_000)
  await eventually(async () =>
    expect(await stage.page.getByRole('timer').innerText()).toBe(`00:${String(seconds).padStart(2, '0')}`),
  )
})

test('[R16] finished offline: finalizando until the last frame, also through a page that dies meanwhile', async () => {
  await stage.reopenTapped()
  await stage.start()
  await stage.offlineFor(/[2-9]/)
  await stage.finishHere()
  await stage.seen(/Finalizando… aguardando conexão, áudio guardado neste aparelho \(\d s\)/)
  expect(stage.said('finish')).toEqual([])
  await eventually(async () => expect((await readDisk()).notes).toContain('statements'))
  const input = await stage.given()
  stage.room.closed = false
  await stage.reopen()
  await stage.seen('Finalizando…')
  await eventually(() => expect(stage.said('finish').at(-1)?.takes[0]?.take).toBe(1))
  const length = stage.said('finish').at(-1)?.takes[0]?.samples ?? 0
  expect(length).toBeGreaterThan(16_000)
  await eventually(() => expect(stage.samples(1)).toHaveLength(length))
  stage.expectExact(1, input)
  await stage.completed()
})

test('[R17] [C38] typed offline: on the screen at once, in the room once, also from the next page; one too many is refused', async () => {
  const write = async (text: string) => {
    await stage.page.getByRole('textbox', { name: 'Escrever fala' }).fill(text)
    await stage.page.keyboard.press('Enter')
  }
  await stage.seen('Pronto para gravar')
  stage.cutOff()
  await write('Nega alergia a medicamentos.')
  const waiting = () => stage.page.getByRole('list', { name: 'Falas aguardando envio' })
  await waiting().getByText('Nega alergia a medicamentos.').waitFor()
  await eventually(async () => expect((await readDisk()).notes).toContain('statements'))
  stage.room.closed = false
  await stage.reopen()
  await stage.page.getByRole('log').getByText('Nega alergia a medicamentos.').waitFor()
  await eventually(async () => expect(await waiting().count()).toBe(0))
  const ids = stage.said('write_entry').map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  stage.room.cut()
  await eventually(() => expect(stage.room.connections).toBeGreaterThan(2))
  await stage.seen('Pronto para gravar')
  expect(stage.said('write_entry')).toHaveLength(ids.length)

  // A line beyond the most is marked as refused, and does not stop a start of the recording.
  stage.room.hasMostLines = true
  const pending = waiting().getByRole('listitem')
  await write('Nega febre.')
  await pending.filter({ hasText: 'Nega febre.' }).getByText('não entrou').waitFor()
  const sentence = stage.page
    .getByRole('alert')
    .filter({ hasText: 'Esta consulta já tem 1.000 falas digitadas, o máximo.' })
  await sentence.waitFor()
  // A new connection sends the line again, and the room refuses it again while the recorder asks for the lease.
  stage.room.cut()
  await eventually(() => expect(stage.said('write_entry')).toHaveLength(ids.length + 2))
  await stage.start()
  expect(await pending.count()).toBe(1)
  await sentence.waitFor()
})

test('[R19] the session ends in the middle: recording goes on, and after signing in again everything goes up at once', async () => {
  await stage.reopenTapped()
  await stage.start()
  stage.room.endSession()
  await stage.seen(/Entre novamente: áudio guardado neste aparelho \([2-9] s\)/)
  expect(await stage.alerts()).toContain(
    'Sua sessão terminou. A gravação continua, e o áudio fica guardado neste aparelho até você entrar novamente.',
  )
  await stage.expectAccessible()
  const connections = stage.room.connections
  stage.room.signedOut = false
  // The page sends nothing before the doctor has signed in.
  await stage.seen(/áudio guardado neste aparelho \(([5-9]|[1-9]\d) s\)/)
  expect(stage.room.connections).toBe(connections)
  const before = stage.samples(1).length
  await signInAgain()
  await stage.recorded(1, before + 60_000)
  await stage.seen('Gravando e protegido')
  expect(stage.room.takes.size).toBe(1)
  await stage.pause()
  stage.expectExact(1, await stage.given())
})

test('[R19] left after the session ended: the last frame is sealed like the others', async () => {
  await stage.start()
  stage.room.endSession()
  await stage.seen(/Entre novamente: áudio guardado neste aparelho \([3-9] s\)/)
  await stage.leave()
  await stage.button('Parar e sair').click()
  await stage.page.getByRole('heading', { name: 'Fora' }).waitFor()
  const waiting = await audioHere()
  expect(waiting[0]?.ms).toBeGreaterThan(2_000)
  await eventually(async () => expect((await audioHere())[0]?.looseMs).toBe(0))
  expect((await audioHere())[0]?.ms).toBeGreaterThanOrEqual(waiting[0]?.ms ?? 0)
})

test('[R19] a socket that is refused for the session: the page asks the server at once and says so', async () => {
  await stage.seen('Pronto para gravar')
  stage.room.signedOut = true
  stage.room.cut()
  await stage.seen('Sua sessão terminou. Entre novamente para continuar.')
  await stage.seen('Entre novamente para continuar')
})

test('[S3] without a key nothing is called protected; leaving says what would be lost', async () => {
  stage.room.keyless = true
  await stage.enter()
  await stage.button('Iniciar gravação').click()
  await stage.recorded(1, 8_000)
  await stage.seen('Sem proteção: este navegador não guarda o áudio')
  stage.cutOff()
  await stage.seen(/Offline e sem proteção: áudio só nesta página \(\d s\)/)
  await stage.leave()
  await stage.page.getByRole('alertdialog').getByText('podem se perder se a página for fechada').waitFor()
})

test('[S1] late words, the question about wordless voice, and putting it off', async () => {
  // Twelve seconds of an earlier take wait for the engine.
  stage.room.behind = 200_000
  stage.room.takes.set(1, Array(200_000).fill(0))
  await stage.reopen()
  await stage.button('Iniciar gravação').click()
  await stage.recorded(2, 8_000)
  await stage.seen(/Transcrição atrasada \d+ s/)
  await stage.finishHere()
  await eventually(() => expect(stage.said('finish').length).toBeGreaterThan(0))
  stage.room.broadcast({ type: 'consultation', status: 'finishing', missing: [], ask_gap: true, wordless_ms: 7_000 })
  await stage.page.getByRole('alertdialog', { name: '7 s de fala sem texto' }).waitFor()
  await stage.expectAccessible()
  await stage.button('Transcrever de novo').click()
  await eventually(() => expect(stage.said('retranscribe')).toHaveLength(1))
  await stage.button('Finalizar com lacuna').click()
  await stage.button('Finalizar assim').click()
  await eventually(() => expect(stage.said('finish').at(-1)?.accept_gap).toBe(true))
})

test('[R15] before the first recording on a device its word is read, once', async () => {
  const before = `
    navigator.wakeLock.request = async () => {
      document.documentElement.dataset.awake = 'yes'
      return { released: false, release: async () => { document.documentElement.dataset.awake = 'no' } }
    }`
  await stage.enter({ fresh: true, before })
  await stage.seen('Pronto para gravar')
  await stage.button('Iniciar gravação').click()
  const notice = stage.page.getByRole('alertdialog', { name: 'Antes da primeira gravação neste aparelho' })
  await notice.getByText('recarregar sem internet não abre a página').waitFor()
  expect(stage.said('toggle_transcription')).toEqual([])
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
