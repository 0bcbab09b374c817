import { beforeEach, expect, test } from 'vitest'
import { suspendBrowser } from '../testkit/chromium.ts'
import { eventually, Stage } from './stage.ts'

/** Replaces the page's microphones: the test sees requests, refuses, mutes and ends tracks. */
const WATCH = `
  window.asked = []
  const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    window.asked.push(constraints.audio)
    if (window.refuse) throw new DOMException('', window.refuse)
    const stream = await own(constraints)
    window.track = stream.getAudioTracks()[0]
    return stream
  }
`
const stage = new Stage({ before: WATCH, audio: { noiseReduction: false } })
beforeEach(() => stage.seen('Conectado'))
/** As the browser says it: the state first, then the event. */
const mute = (muted: boolean) =>
  stage.page.evaluate(
    `Object.defineProperty(window.track, 'muted', { value: ${muted}, configurable: true });
     window.track.dispatchEvent(new Event('${muted ? 'mute' : 'unmute'}'))`,
  )
type Asked = Record<string, unknown> & { deviceId?: { exact?: string; ideal?: string } }
const requests = () => stage.page.evaluate<Asked[]>('window.asked')

test('[R2] every refusal in the words of the table, and asking again works', async () => {
  for (const [name, words] of [
    ['NotFoundError', 'Nenhum microfone foi detectado no seu dispositivo'],
    ['NotReadableError', 'O microfone está sendo usado por outro aplicativo'],
    ['OverconstrainedError', 'As configurações do microfone não são suportadas'],
    ['SecurityError', 'Acesso ao microfone negado por motivos de segurança'],
    ['AbortError', 'Erro desconhecido ao acessar o microfone'],
    ['NotAllowedError', 'Por favor, permita o acesso ao microfone para continuar'],
  ] as const) {
    await stage.page.evaluate(`window.refuse = ${JSON.stringify(name)}`)
    await stage.page
      .getByRole('button', { name: /Iniciar gravação|Permitir|Tentar|microfone/i })
      .first()
      .click()
    await eventually(async () => expect(await stage.alerts(), name).toContain(words))
  }
})

test('[CP4] [CP5] asleep and muted: told at once, the gap with its place and length, and it goes on by itself', async () => {
  await stage.start()
  await suspendBrowser(stage.browser, 5_000)
  await eventually(() => expect(stage.room.said.find((one) => one.type === 'gap')).toBeDefined())
  const gap = stage.room.said.find((one) => one.type === 'gap')
  expect(gap).toMatchObject({ take: 1, reason: 'asleep' })
  expect(gap?.ms).toBeGreaterThan(4_000)
  expect(gap?.ms).toBeLessThan(8_000)
  await stage.recorded(1, (gap?.at ?? 0) + 16_000)
  // No time that was slept is in the audio, and the place lies in what was recorded.
  expect(gap?.at).toBeGreaterThan(15_000)
  expect(stage.room.takes.size).toBe(1)
  expect(await stage.alerts()).not.toContain('Microfone parou')

  // Muted by the system: told at once; it goes on by itself when it is back, unless the doctor stopped.
  await mute(true)
  await stage.seen('Microfone parou: o aparelho silenciou o microfone ou outro aplicativo o está usando.')
  const until = stage.samples().length
  await mute(false)
  await stage.seen('O microfone voltou: a gravação continua.')
  await stage.recorded(1, until + 12_000)
  expect(stage.room.takes.size).toBe(1)
  await eventually(() =>
    expect(stage.room.said.some((one) => one.type === 'gap' && one.reason === 'microphone')).toBe(true),
  )
  // Pulled out: told, and it stays with the doctor.
  await stage.page.evaluate(`window.track.stop(); window.track.dispatchEvent(new Event('ended'))`)
  await stage.seen('Microfone parou. Escolha um microfone e continue: a consulta está aberta.')
  // Finished without another one: the missing rest is reported too, and before the end.
  const gaps = () => stage.room.said.flatMap((one) => (one.type === 'gap' && one.reason === 'microphone' ? [one] : []))
  const before = gaps().length
  await stage.finishHere()
  await eventually(() => expect(stage.room.said.at(-1)?.type).toBe('finish'))
  expect(gaps()).toHaveLength(before + 1)
  expect(gaps().at(-1)?.ms).toBeGreaterThan(0)
})

test('[CP2] [CP5] a paused recording stays paused when a silenced microphone comes back', async () => {
  await stage.start(8_000)
  await stage.pause()
  const atPause = stage.samples().length
  await mute(true)
  await stage.seen(/^Microfone parou/)
  await mute(false)
  // The doctor's press opens it again; a recording by itself would have asked before.
  expect((await requests()).length).toBe(1)
  expect(stage.samples().length).toBe(atPause)
  await stage.button('Continuar gravação').click()
  await stage.recorded(1, atPause + 8_000)
  expect((await requests()).length).toBe(2)
})

test("[R20] 'Desfazer' opens a microphone that was lost meanwhile, or says why it cannot", async () => {
  await stage.start(8_000)
  await stage.button('Finalizar').click()
  await eventually(() => expect(stage.said('toggle_transcription').at(-1)?.action).toBe('pause'))
  const atEnd = stage.samples().length
  await stage.page.evaluate(`window.refuse = 'NotFoundError'
    window.track.stop(); window.track.dispatchEvent(new Event('ended'))`)
  await stage.button('Desfazer').click()
  await stage.seen('Nenhum microfone foi detectado no seu dispositivo')
  expect(stage.samples().length).toBe(atEnd)
  await stage.page.evaluate(`window.refuse = ''`)
  await stage.button('Finalizar').click()
  await stage.button('Desfazer').click()
  await stage.recorded(1, atEnd + 8_000)
  expect(stage.said('finish')).toHaveLength(0)
})

test('asked for as ruled; the chosen microphone is remembered on this device, and wanted, not demanded', async () => {
  await stage.start(8_000)
  await stage.button('Trocar microfone').click()
  await stage.page.getByRole('menuitem').nth(2).click()
  await eventually(async () => expect((await requests()).length).toBe(2))
  const [first, second] = await requests()
  expect(first).toEqual({
    echoCancellation: true,
    noiseSuppression: false,
    autoGainControl: true,
    sampleRate: { ideal: 48_000 },
    channelCount: 1,
  })
  const chosen = second?.deviceId?.exact
  expect(chosen).toMatch(/^\w{16,}$/)
  const until = stage.samples().length
  await stage.recorded(1, until + 8_000)
  await stage.page.evaluate(`localStorage.setItem('relato-settings', '{}')`)
  await stage.page.reload()
  await stage.page
    .getByRole('button', { name: /Iniciar gravação|Gravar/ })
    .first()
    .click()
  await eventually(async () => expect((await requests())[0]).toMatchObject({ deviceId: { ideal: chosen } }))
})
