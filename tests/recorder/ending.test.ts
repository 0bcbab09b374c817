import { expect, test } from 'vitest'
import { eventually, Stage } from './stage.ts'

const stage = new Stage()
const button = (name: string) => stage.button(name)
const COUNTDOWN = /^Consulta finaliza em \d+ s$/
const finishes = () => stage.said('finish')
const stored = () => stage.page.evaluate(() => localStorage.getItem('relato-endings') ?? '{}')
const expectNoRequest = () => eventually(async () => expect(await stored()).toBe('{}'))

test("[R20] 'Finalizar' ends the recording at once, can be undone, and else finishes by itself, once", async () => {
  await stage.start(12_000)
  await button('Finalizar').click()
  await stage.seen(COUNTDOWN)
  await eventually(() => expect(stage.said('toggle_transcription').at(-1)?.action).toBe('pause'))
  expect(await button('Finalizar').count()).toBe(0)
  // Neither Space nor anything else records now.
  await stage.page.keyboard.press('Space')
  const atEnd = stage.samples().length
  expect(stage.samples().length).toBe(atEnd)
  // It was recording: it goes on in the same take, without a press.
  await button('Desfazer').click()
  await expectNoRequest()
  await stage.recorded(1, atEnd + 12_000)
  expect(stage.said('toggle_transcription').at(-1)?.action).toBe('resume')
  expect([...stage.room.takes.keys(), finishes().length]).toEqual([1, 0])

  // A recording that the doctor had paused stays paused.
  await stage.pause()
  await button('Finalizar').click()
  await button('Desfazer').click()
  await stage.seen('Pausado')
  expect(await button('Retomar gravação').isVisible()).toBe(true)
  expect(stage.said('toggle_transcription').at(-1)?.action).toBe('pause')

  await button('Finalizar').click()
  await stage.seen(COUNTDOWN)
  const from = Date.now()
  await eventually(() => expect(finishes()).toHaveLength(1))
  expect(Date.now() - from).toBeGreaterThan(8_000)
  const [announced] = finishes()[0]?.takes ?? []
  await eventually(() => expect(stage.samples().length).toBe(announced?.samples))
  await stage.completed()
  await expectNoRequest()
  expect(finishes()).toHaveLength(1)
})

test('[R21] leaving the screen finishes at once, without a question', async () => {
  await stage.start(8_000)
  await button('Finalizar').click()
  await stage.seen(COUNTDOWN)
  await stage.leave()
  await stage.page.getByRole('heading', { name: 'Fora' }).waitFor()
  await eventually(() => expect(finishes()).toHaveLength(1))
})

test('[R21] a page that died without a connection finishes when the consultation opens again', async () => {
  await stage.seen('Pronto para gravar')
  stage.cutOff()
  await button('Finalizar').click()
  await stage.seen(COUNTDOWN)
  await stage.page.close({ runBeforeUnload: false })
  stage.room.closed = false
  await stage.reopen()
  await eventually(() => expect(finishes()).toHaveLength(1))
  await stage.completed()
  await expectNoRequest()
})

test('[R21] an end undone on one page of the device is undone on the others', async () => {
  await stage.start(8_000)
  const beside = await stage.context.newPage()
  await beside.goto(stage.page.url())
  await beside.getByText('Conectado').first().waitFor()
  await button('Finalizar').click()
  await beside.getByText(COUNTDOWN).waitFor()
  const atEnd = stage.samples().length
  await beside.getByRole('button', { name: 'Desfazer' }).click()
  // The page that was recording goes on, and only that one.
  await stage.recorded(1, atEnd + 8_000)
  await expectNoRequest()
  expect([...stage.room.takes.keys(), finishes().length]).toEqual([1, 0])
  expect(await beside.getByRole('button', { name: 'Gravar nesta tela' }).isVisible()).toBe(true)
})

test('[C16] a finishing room that waits for another device says so, and the next patient can come', async () => {
  await stage.start(8_000)
  await button('Finalizar').click()
  await button('Finalizar agora').click()
  await eventually(() => expect(finishes()).toHaveLength(1))
  const tell = (ask_gap: boolean) =>
    stage.room.broadcast({
      ...{ type: 'consultation', status: 'finishing', ask_gap },
      missing: [{ take: 2, samples: 160_000 }],
    })
  tell(false)
  await stage.seen('Faltam 10 s de áudio que não estão neste aparelho.')
  expect(await stage.page.getByRole('link', { name: 'Atender outro paciente' }).isVisible()).toBe(true)
  // The room's own question takes its place.
  tell(true)
  await stage.page.getByRole('alertdialog', { name: 'Finalizar com lacuna?' }).waitFor()
  expect(await stage.page.getByText('que não estão neste aparelho').count()).toBe(0)
})
