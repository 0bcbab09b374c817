import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserServer, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chromiumArgs, ensureChromium } from '../testkit/chromium.ts'
import { FakeRoom } from './fake-room.ts'
import { serveHarness } from './harness/serve.ts'
import { toneWav } from './tone.ts'

const PORT = 4_442
let room = new FakeRoom()
let harness: Awaited<ReturnType<typeof serveHarness>>
let server: BrowserServer
let browser: Browser
let page: Page

beforeAll(async () => {
  const directory = join(import.meta.dirname, '../../.local/recorder-input')
  mkdirSync(directory, { recursive: true })
  const wav = join(directory, 'tone-microphone.wav')
  writeFileSync(wav, toneWav(437, 48_000, 10))
  harness = await serveHarness(PORT, () => room)
  const args = chromiumArgs().concat(`--use-file-for-fake-audio-capture=${wav}`)
  server = await chromium.launchServer({ executablePath: process.env.CHROMIUM ?? ensureChromium(), args })
  browser = await chromium.connect(server.wsEndpoint())
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await harness?.close()
})
afterEach(() => page?.context().close())

/** Replaces the page's microphones: the test sees requests, refuses, mutes and ends tracks. */
const WATCH = `
  localStorage.setItem('relato-recording-advice', 'read')
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
async function enter(settings = '{}'): Promise<void> {
  room = new FakeRoom()
  const context = await browser.newContext({
    permissions: ['microphone'],
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(`localStorage.setItem('relato-settings', '${settings}'); ${WATCH}`)
  page = await context.newPage()
  await page.goto(harness.url)
  await waitForText('Conectado')
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 15_000 })
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const stored = (take = 1) => room.takes.get(take)?.length ?? 0
const recorded = (count: number) => eventually(() => expect(stored()).toBeGreaterThan(count))
const refuse = (name: string) => page.evaluate(`window.refuse = ${JSON.stringify(name)}`)
/** As the browser says it: the state first, then the event. */
const mute = (muted: boolean) =>
  page.evaluate(
    `Object.defineProperty(window.track, 'muted', { value: ${muted}, configurable: true });
     window.track.dispatchEvent(new Event('${muted ? 'mute' : 'unmute'}'))`,
  )
type Asked = Record<string, unknown> & { deviceId?: { exact?: string; ideal?: string } }
const requests = () => page.evaluate<Asked[]>('window.asked')

test('[R2] every refusal in the words of the table, and asking again works', { timeout: 60_000 }, async () => {
  await enter()
  for (const [name, words] of [
    ['NotFoundError', 'Nenhum microfone foi detectado no seu dispositivo'],
    ['NotReadableError', 'O microfone está sendo usado por outro aplicativo'],
    ['OverconstrainedError', 'As configurações do microfone não são suportadas'],
    ['SecurityError', 'Acesso ao microfone negado por motivos de segurança'],
    ['AbortError', 'Erro desconhecido ao acessar o microfone'],
    ['NotAllowedError', 'Por favor, permita o acesso ao microfone para continuar'],
  ] as const) {
    await refuse(name)
    await page
      .getByRole('button', { name: /Iniciar gravação|Permitir|Tentar|microfone/i })
      .first()
      .click()
    await eventually(async () =>
      expect((await page.getByRole('alert').allInnerTexts()).join(' '), name).toContain(words),
    )
  }
})

test('[CP4] asleep: the gap is said with its place and length, and nothing is counted for it', {
  timeout: 60_000,
}, async () => {
  await enter()
  await button('Iniciar gravação').click()
  await recorded(16_000)
  const group = -(server.process().pid as number)
  process.kill(group, 'SIGSTOP')
  // The length of the sleep is what is measured.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  process.kill(group, 'SIGCONT')
  await eventually(() => expect(room.said.find((one) => one.type === 'gap')).toBeDefined())
  const gap = room.said.find((one) => one.type === 'gap')
  expect(gap).toMatchObject({ take: 1, reason: 'asleep' })
  expect(gap?.ms).toBeGreaterThan(4_000)
  expect(gap?.ms).toBeLessThan(8_000)
  await recorded((gap?.at ?? 0) + 16_000)
  // No time that was slept is in the audio, and the place lies in what was recorded.
  expect(gap?.at).toBeGreaterThan(15_000)
  expect(room.takes.size).toBe(1)
  expect(await page.getByRole('alert').allInnerTexts()).not.toContain('Microfone parou')
})

test('[CP5] muted by the system: told at once; it goes on by itself when it is back, unless the doctor stopped', {
  timeout: 60_000,
}, async () => {
  await enter()
  await button('Iniciar gravação').click()
  await recorded(12_000)
  await mute(true)
  await waitForText('Microfone parou: o aparelho silenciou o microfone ou outro aplicativo o está usando.')
  const until = stored()
  await mute(false)
  await waitForText('O microfone voltou: a gravação continua.')
  await recorded(until + 12_000)
  expect(room.takes.size).toBe(1)
  await eventually(() => expect(room.said.some((one) => one.type === 'gap' && one.reason === 'microphone')).toBe(true))
  // Pulled out: told, and it stays with the doctor.
  await page.evaluate(`window.track.stop(); window.track.dispatchEvent(new Event('ended'))`)
  await waitForText('Microfone parou. Escolha um microfone e continue: a consulta está aberta.')
  // Finished without another one: the missing rest is reported too, and before the end.
  const gaps = () => room.said.flatMap((one) => (one.type === 'gap' && one.reason === 'microphone' ? [one] : []))
  const before = gaps().length
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click()
  await eventually(() => expect(room.said.at(-1)?.type).toBe('finish'))
  expect(gaps()).toHaveLength(before + 1)
  expect(gaps().at(-1)?.ms).toBeGreaterThan(0)
})

test('asked for as ruled; the chosen microphone is remembered on this device, and wanted, not demanded', {
  timeout: 60_000,
}, async () => {
  await enter('{"audio":{"noiseReduction":false}}')
  await button('Iniciar gravação').click()
  await recorded(8_000)
  await button('Trocar microfone').click()
  await page.getByRole('menuitem').nth(2).click()
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
  const until = stored()
  await recorded(until + 8_000)
  await page.evaluate(`localStorage.setItem('relato-settings', '{}')`)
  await page.reload()
  await page
    .getByRole('button', { name: /Iniciar gravação|Gravar/ })
    .first()
    .click()
  await eventually(async () => expect((await requests())[0]).toMatchObject({ deviceId: { ideal: chosen } }))
})
