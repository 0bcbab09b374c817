import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { SPOKEN_CONSULTATION } from '../testkit/speech/spoken-consultation.ts'
import { finish, lines, signIn, startConsultation, startRecording, words } from './doctor.ts'
import { framesWaiting, keepLedger, onDevice, sameLedger, storedFrames } from './ledger.ts'
import { expect, test } from './test.ts'

const SECOND = 16_000

test('a session ended from another device while recording: cut at once, kept on the device, gone on with in place', async ({
  page,
  browser,
  engine: _,
  expectNoise,
}) => {
  expectNoise(/status of 401/)
  const ledger = keepLedger(page)
  const cuts: number[] = []
  page.on('websocket', (socket) => socket.on('close', () => cuts.push(Date.now())))
  await signIn(page)
  const id = await startConsultation(page, 'Eulália Tibiriçá Moscoso')
  await startRecording(page)
  await expect.poll(() => ledger.sent.size).toBeGreaterThan(4)

  const phone = await browser.newContext({ extraHTTPHeaders: { 'cf-connecting-ip': '198.18.251.1' } })
  const { origin } = new URL(page.url())
  const headers = { origin }
  const data = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
  expect((await phone.request.post(`${origin}/api/auth/sign-in/email`, { data, headers })).status()).toBe(200)
  expect(cuts).toEqual([])
  const ended = await phone.request.delete(`${origin}/api/sessions`, { headers })
  const endedAt = Date.now()
  expect(ended.status()).toBe(200)
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await expect(dialog).toContainText('A gravação continua e fica guardada neste aparelho.')
  expect((cuts[0] ?? Number.POSITIVE_INFINITY) - endedAt).toBeLessThan(1_000)
  // Without a session no request succeeds, and a whole spoken sentence waits on the device.
  const refused = await page.request.get(`/api/consultations/${id}`)
  expect(refused.status()).toBe(401)
  const sentCount = ledger.sent.size
  await expect.poll(async () => (await onDevice(page, id)).recorded / SECOND).toBeGreaterThan(12)
  expect(await framesWaiting(page, id)).toBeGreaterThan(20)
  expect(ledger.sent.size).toBe(sentCount)

  await expect(dialog.getByLabel('Email')).toHaveValue(DEMO_EMAIL)
  await expect(dialog.getByLabel('Email')).toHaveAttribute('readonly')
  await dialog.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pausar gravação' })).toBeVisible()
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await expect
    .poll(async () => {
      const { recorded, waiting } = await onDevice(page, id)
      const acknowledged = [...ledger.acknowledged.values()].reduce((sum, end) => sum + end, 0)
      return { waiting, missing: recorded - acknowledged }
    })
    .toEqual({ waiting: 0, missing: 0 })
  expect(sameLedger(storedFrames(id), ledger.sent)).toBe(true)
  // The first sentence was spoken before or beside the cut, the second into the device alone: both are written, once.
  const spoken = SPOKEN_CONSULTATION.map(({ text }) => text)
  await expect.poll(() => lines(page)).toEqual(expect.arrayContaining(spoken.slice(0, 2)))
  await finish(page)
  type Detail = { gaps: unknown[]; transcriptions: { text: string }[] }
  const detail = (await (await page.request.get(`/api/consultations/${id}`)).json()) as Detail
  const written = detail.transcriptions.map(({ text }) => words(text))
  expect(written.filter((text) => spoken.slice(0, 2).some((one) => words(one) === text))).toHaveLength(2)
  expect(detail.gaps).toEqual([])
  await phone.close()
})
