import { expect, test } from 'vitest'
import { eventually, Stage } from './stage.ts'

const stage = new Stage()
const button = (name: string | RegExp) => stage.button(name)
const waitForText = (text: string | RegExp) => stage.seen(text)
const samples = (take: number) => stage.samples(take)
const recorded = (take: number, count: number) => stage.recorded(take, count)

test('records, pauses, resumes and finishes; every sample of the audio clock is in the room', async () => {
  await stage.start(20_000)
  await waitForText('Gravando e protegido')
  expect(await stage.page.getByRole('timer').innerText()).toMatch(/^00:0[1-3]$/)
  await button('Pausar gravação').click()
  await waitForText('Pausado')
  await eventually(() => expect(stage.room.said.at(-1)).toEqual({ type: 'toggle_transcription', action: 'pause' }))
  const paused = samples(1).length
  await stage.page.keyboard.press('Escape')
  await stage.page.getByRole('heading', { name: 'Transcrição' }).click()
  await stage.page.keyboard.press('Space')
  await recorded(1, paused + 12_000)
  await stage.page.keyboard.press('Control+Enter')
  await waitForText(/^Consulta finaliza em (10|9) s$/)
  // 'Finalizar' ends the recording before the consultation.
  await eventually(() => expect(stage.room.said.at(-1)).toEqual({ type: 'toggle_transcription', action: 'pause' }))
  await button('Finalizar agora').click()
  await waitForText('Finalizando…')
  await eventually(() =>
    expect(stage.room.said.at(-1)).toMatchObject({ type: 'finish', accept_gap: false, takes: [{ take: 1 }] }),
  )
  const finish = stage.room.said.findLast((message) => message.type === 'finish')
  await eventually(() => expect(samples(1).length).toBe(finish?.takes[0]?.samples))
  const actions = stage.room.said.flatMap((message) =>
    message.type === 'toggle_transcription' ? [message.action] : [],
  )
  expect(actions).toEqual(['start', 'pause', 'resume', 'pause'])
  stage.room.broadcast({
    type: 'consultation',
    status: 'finishing',
    missing: [{ take: 1, samples: 64_000 }],
    ask_gap: true,
  })
  await stage.page.getByRole('alertdialog', { name: 'Finalizar com lacuna?' }).getByText('4 s de áudio').waitFor()
  await button('Finalizar com lacuna').click()
  await eventually(() => expect(stage.room.said.at(-1)).toMatchObject({ type: 'finish', accept_gap: true }))
  await stage.completed()
})

test('starts and pauses by Space, also after a click on a button, and its round button stays in its place', async () => {
  // Without the browser's promise the microphone's menu has a note.
  await stage.enter({ before: 'navigator.storage.persist = async () => false' })
  await waitForText('Pronto para gravar')
  const top = async (name: string) => (await button(name).boundingBox())?.y
  const atRest = await top('Iniciar gravação')
  await stage.page.keyboard.press('Space')
  await waitForText('Gravando e protegido')
  await eventually(async () => expect(await top('Pausar gravação')).toBe(atRest))
  await button('Trocar microfone').click()
  await waitForText('O navegador não garantiu o espaço')
  // A closed menu that still fades out does not take Space from the recording.
  await stage.page.getByRole('menu').evaluate((menu) => {
    menu.style.transitionDuration = '3s'
  })
  await stage.page.keyboard.press('Escape')
  // A button that the pointer left focused does not take Space from the recording.
  const patient = button('Paciente')
  const isChosen = () => patient.getAttribute('aria-pressed')
  await patient.click()
  await button('Médico').click()
  await patient.focus()
  await stage.page.keyboard.press('Space')
  await waitForText('Pausado')
  expect(await isChosen()).toBe('false')
  await eventually(async () => expect(await top('Retomar gravação')).toBe(atRest))
  // Reached by Tab, the button keeps its own key.
  await button('Médico').focus()
  await stage.page.keyboard.press('Tab')
  await stage.page.keyboard.press('Space')
  expect(await isChosen()).toBe('true')
  expect(await button('Retomar gravação').count()).toBe(1)
})

test('cut off and gone deaf: recording goes on, and everything arrives once and in order', async () => {
  await stage.reopenTapped()
  await stage.start()
  stage.cutOff()
  await waitForText(/Offline: áudio guardado neste aparelho \(\d+ s\)/)
  expect(await stage.page.getByRole('alert').innerText()).toMatch(
    /^A conexão caiu\. A gravação continua, e o áudio fica guardado/,
  )
  const spoken = stage.page.getByRole('status').getByText('Offline: áudio guardado neste aparelho')
  expect(await spoken.innerText()).toBe('Offline: áudio guardado neste aparelho')
  await stage.offlineFor(/[3-9]/)
  stage.room.closed = false
  await eventually(() => expect(stage.room.connections).toBe(2))
  await recorded(1, 80_000)
  stage.room.deaf = true
  const connections = stage.room.connections
  // Five seconds without an answer: the page gives this socket up by itself.
  await eventually(() => expect(stage.room.connections).toBeGreaterThan(connections))
  stage.room.deaf = false
  await recorded(1, 180_000)
  await stage.pause()
  stage.expectExact(1, await stage.given())
  expect(stage.room.takes.size).toBe(1)
})

test('[C35] [C39] answers whether it reads, waits when too fast, pauses when taken over, and asks before it is left', async () => {
  await stage.start(8_000)
  stage.room.broadcast({ type: 'read_check', id: 'um' })
  await eventually(() => expect(stage.room.said.at(-1)).toEqual({ type: 'read_confirm', id: 'um' }))
  const { connections } = stage.room
  for (let n = 0; n < 3; n++) stage.room.broadcast({ type: 'refused', code: 'too_fast' })
  await eventually(() => expect(stage.room.connections).toBe(connections + 1))
  await recorded(1, samples(1).length + 20_000)
  expect([stage.room.connections, stage.room.takes.size]).toEqual([connections + 1, 1])

  // Taken over by another screen, it can take the recording back in a new take.
  stage.room.takeAway()
  await waitForText('A gravação continua em outra tela. Aqui ela foi pausada.')
  const until = samples(1).length
  await button('Gravar nesta tela').click()
  await recorded(3, 8_000)
  expect(samples(1).length - until).toBeLessThan(12_000)

  // Staying records on; leaving stops and lets the room know.
  await stage.leave()
  await stage.page.getByRole('alertdialog', { name: 'Sair da consulta?' }).waitFor()
  expect(await stage.heightsOf('Ficar')).toHaveLength(1)
  await button('Ficar').click()
  const before = samples(3).length
  await recorded(3, before + 8_000)
  await stage.leave()
  await button('Parar e sair').click()
  await stage.page.getByRole('heading', { name: 'Fora' }).waitFor()
  await eventually(() =>
    expect(stage.room.said.at(-1)).toEqual({ type: 'toggle_transcription', action: 'stop', takes: [1, 3] }),
  )
})

test('five failed attempts are said, and trying again works; the end from another screen stops the recording here', async () => {
  // 'Desconectado' holds the other word too.
  await waitForText('Pronto para gravar')
  stage.cutOff()
  await waitForText('A conexão com o servidor de transcrição caiu e ainda não voltou. Continuamos tentando.')
  await waitForText('Failed to reconnect to transcription server')
  stage.room.closed = false
  await button('Tentar novamente').click()
  await waitForText('Conectado')
  await eventually(async () => expect(await stage.alerts()).toBe(''))

  // Another screen finishes: this one stops, lets the last frame out and announces its take, once.
  await stage.start(12_000)
  stage.room.finishElsewhere()
  await waitForText('A consulta foi finalizada em outra tela. Aqui a gravação parou.')
  await waitForText('Finalizando…')
  const finishes = () => stage.room.said.filter((message) => message.type === 'finish')
  await eventually(() => expect(finishes()).toHaveLength(1))
  const announced = finishes()[0]?.takes[0]
  expect(announced?.take).toBe(1)
  await eventually(() => expect(samples(1).length).toBe(announced?.samples))
  // Gone when it happened: it hears of the end when it is back, and announces again what it has.
  stage.room.cut()
  await eventually(() => expect(finishes()).toHaveLength(2))
  expect(finishes()[1]?.takes).toEqual([announced])
  expect(samples(1).length).toBe(announced?.samples)
  await stage.completed()
})

test('finished before this audio was stored: the screen stays and says so until it is read', async () => {
  await stage.start(8_000)
  stage.room.deaf = true
  await waitForText(/Enviando áudio guardado… \(\d+ s\)/)
  stage.room.broadcast({ type: 'consultation', status: 'completed' })
  await stage.page
    .getByRole('alert')
    .getByText(/sem que \d+ s de áudio deste aparelho tivessem confirmação/)
    .waitFor()
  await stage.leave()
  await button('Ficar').click()
  expect(await stage.page.title()).not.toBe('Finalizada')
  await button('Ver consulta finalizada').click()
  await eventually(async () => expect(await stage.page.title()).toBe('Finalizada'))
})

test('lines: partial and final, search, speakers by button and key, copy, counts, follow the end', async () => {
  await waitForText('Aguardando transcrição')
  await eventually(() => expect(stage.room.said.some((message) => message.type === 'hello')).toBe(true))
  stage.room.say({ id: 'p', text: 'A senhora mede a' }, false)
  await stage.page.getByRole('list', { name: 'Fala em andamento' }).getByText('A senhora mede a').waitFor()
  stage.room.say({ id: 'a', text: 'A senhora mede a pressão em casa?' })
  const log = stage.page.getByRole('log')
  await log.getByText('A senhora mede a pressão em casa?').waitFor()
  expect(await stage.page.getByText('A senhora mede a', { exact: true }).count()).toBe(0)
  await waitForText('1 entrada de transcrição')
  for (let i = 0; i < 40; i++) stage.room.say({ id: `l${i}`, text: `Fala de número ${i}, com a pressao medida.` })
  await waitForText('41 entradas de transcrição')
  await eventually(async () => expect(await log.getByText('Fala de número 39,').isVisible()).toBe(true))
  await stage.page.keyboard.press('/')
  await stage.page.keyboard.type('pressao')
  await waitForText('41 falas')
  // The beginning of the word is in as many lines.
  await eventually(async () => expect(await stage.page.locator('mark').first().innerText()).toBe('pressão'))
  await stage.page.keyboard.press('Escape')
  const line = log.locator('[data-entry=l39]')
  await line.focus()
  await stage.page.keyboard.press('1')
  await waitForText('Speaker atualizado para: Médico')
  await eventually(async () => expect(await line.innerText()).toContain('Médico'))
  await line.getByRole('button', { name: 'Limpar' }).click()
  await waitForText('Speaker atualizado para: Desconhecido')
  // Toasts: two at most, and on a narrow screen at the bottom, above the recorder's bar.
  const toasts = stage.page.locator('[data-sonner-toast][data-visible=true]')
  for (const name of ['Médico', 'Paciente', 'Limpar']) await line.getByRole('button', { name }).click()
  await eventually(async () => expect(await toasts.count()).toBe(2))
  await stage.page.setViewportSize({ width: 390, height: 800 })
  const bar = stage.page.getByRole('region', { name: 'Gravação' })
  await eventually(async () => {
    const [toast, below] = await Promise.all([toasts.first().boundingBox(), bar.boundingBox()])
    expect(toast?.y).toBeGreaterThan(400)
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })
  // One that fades out is no longer what anybody reads.
  await eventually(async () => expect(await stage.page.locator('[data-sonner-toast]').count()).toBe(0))
  await stage.expectAccessible()
  // As wide as the panel is on a screen of 1440 px: the name gives way, and the header keeps to one row.
  await stage.page.setViewportSize({ width: 1200, height: 900 })
  const middleOf = (box: { y: number; height: number } | null) => box && Math.round(box.y + box.height / 2)
  const search = await stage.page.getByRole('searchbox').boundingBox()
  const badge = await stage.page.getByText('Conectado', { exact: true }).last().boundingBox()
  expect(Math.abs((middleOf(search) ?? 0) - (middleOf(badge) ?? 99))).toBeLessThan(6)
  await stage.page.setViewportSize({ width: 1440, height: 900 })
  await stage.page.mouse.move(900, 500)
  await stage.page.mouse.wheel(0, -4_000)
  await button('Ir para o fim').waitFor()
  stage.room.say({ id: 'last', text: 'A última.' })
  await log.getByText('A última.').waitFor()
  expect(
    await log.getByText('A última.').evaluate((element) => element.getBoundingClientRect().top > window.innerHeight),
  ).toBe(true)
  // It tells how many have come since.
  await button(/^Ir para o fim\s+1 fala nova$/).click()
  const download = stage.page.waitForEvent('download')
  await button('Exportar').click()
  expect((await download).suggestedFilename()).toMatch(/^consulta-Maria-.*-\d{4}-\d\d-\d\d\.txt$/)
})

test('a line is corrected in place: saved by key, button or leaving, given up, kept without a connection', async () => {
  await eventually(() => expect(stage.room.said.some((message) => message.type === 'hello')).toBe(true))
  stage.room.say({ id: 'a', text: 'Toma lozartana em jejum.' })
  stage.room.say({ id: 'b', text: 'E a febre?' })
  const { page } = stage
  const line = page.getByRole('log').locator('[data-entry=a]')
  const field = page.getByLabel('Texto da fala')
  const edits = () => stage.said('edit_entry').map(({ text }) => text)
  const open = async () => {
    await line.hover()
    await line.getByRole('button', { name: 'Corrigir esta fala' }).click()
    expect(
      await field.evaluate((box: HTMLTextAreaElement) => [box.selectionStart, document.activeElement === box]),
    ).toEqual([(await field.inputValue()).length, true])
  }
  await line.getByText('Toma lozartana').waitFor()
  await open()
  // Keys of the page are letters here, and Ctrl+Enter does not ask to finish.
  await page.keyboard.type(' f/ 1')
  expect(await field.inputValue()).toBe('Toma lozartana em jejum. f/ 1')
  await page.keyboard.press('Escape')
  expect(await line.innerText()).toContain('Toma lozartana em jejum.')
  expect(await line.evaluate((row) => row === document.activeElement)).toBe(true)
  await open()
  await field.fill('  ')
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox').focus()
  await eventually(async () => expect(await field.count()).toBe(0))
  expect(edits()).toEqual([])

  await open()
  await field.fill('Toma losartana em jejum.')
  // Another screen corrects the same line meanwhile.
  stage.room.edit('a', 'Toma outra coisa.')
  stage.room.say({ id: 'c', text: 'Não teve.' })
  await waitForText('Não teve.')
  expect(await field.inputValue()).toBe('Toma losartana em jejum.')
  await page.keyboard.press('Control+Enter')
  await line.getByText('Toma losartana em jejum.').waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await line.getByRole('button', { name: 'Original' }).click()
  await waitForText('Como foi reconhecido: Toma lozartana em jejum.')

  await open()
  await field.fill('Toma losartana à noite.')
  await page.getByRole('searchbox').click()
  await line.getByText('Toma losartana à noite.').waitFor()
  stage.cutOff()
  await waitForText('Desconectado')
  await open()
  await field.fill('Toma losartana cedo.')
  await page.keyboard.press('Enter')
  await waitForText('Sem resposta ainda: a correção está guardada neste aparelho e segue assim que houver conexão.')
  await page.getByRole('log').locator('[data-entry=b]').focus()
  expect(await field.inputValue()).toBe('Toma losartana cedo.')
  // It goes by itself, and the field closes once the room has it.
  stage.room.closed = false
  await waitForText('Conectado')
  await eventually(async () => expect(await field.count()).toBe(0))
  await line.getByText('Toma losartana cedo.').waitFor()
  expect(edits()).toEqual(['Toma losartana em jejum.', 'Toma losartana à noite.', 'Toma losartana cedo.'])

  // Refused, the field stays open with the text and the reason.
  stage.room.hasMostLines = true
  await open()
  await field.fill('Toma losartana sempre.')
  await page.keyboard.press('Enter')
  await waitForText('Esta consulta já tem o máximo de texto digitado ou corrigido. A correção não foi feita.')
  expect(await field.inputValue()).toBe('Toma losartana sempre.')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await line.getByText('Toma losartana cedo.').waitFor()
})
