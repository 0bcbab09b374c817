import { adviceRead } from '../screens/devices.ts'
import { enterStage } from '../screens/stage.ts'
import { startRecording } from './doctor.ts'
import { cuttable } from './room-way.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Zoraide Pimentel'
const SAID = 'Estou com dor no joelho direito.'

test('names unsent audio and refused commands in the console, without patient text', async ({ page, expectNoise }) => {
  expectNoise(/status of (401|502)/)
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') lines.push(message.text())
  })
  const stage = await enterStage(page, 'new')
  await adviceRead(page)
  // Microphones cannot be listed.
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  const way = await cuttable(page)
  const id = await stage.openVisit({ patient: PATIENT, lines: [['patient', SAID]] })
  await page.goto(`/app/dashboard?consulta=${id}`)
  await startRecording(page)
  await expect.poll(() => lines).toContainEqual('{"event":"recorder_failed","message":"Failed to get audio devices"}')

  way.say({ type: 'refused', code: 'entry_not_found' })
  await expect.poll(() => lines).toContainEqual('{"event":"command_refused","code":"entry_not_found"}')

  await way.cut()
  await expect
    .poll(() => lines.filter((line) => /^\{"event":"audio_unsent","waitingMs":\d+\}$/.test(line)))
    .toHaveLength(1)
  await page.getByRole('log').getByRole('listitem').filter({ hasText: SAID }).focus()
  await page.keyboard.press('1')
  await expect.poll(() => lines).toContainEqual('{"event":"command_unsent","command":"set_speaker"}')
  const fault = page.getByRole('region', { name: 'Gravação' }).getByRole('alert')
  await expect(fault.getByText('A conexão com o servidor de transcrição caiu')).toBeVisible({ timeout: 30_000 })
  const message = 'Failed to reconnect to transcription server'
  await expect(fault.getByText(message)).toHaveAttribute('lang', 'en')
  expect(lines.filter((line) => line === `{"event":"connection_failed","message":"${message}"}`)).toHaveLength(1)

  // An answer that is not the API's, and a profile saved without a session.
  await page.goto('/app/settings')
  await page.getByLabel('Nome completo').fill('Dr. Caio Nóbrega Filho')
  const save = page.getByRole('region', { name: 'Perfil profissional' }).getByRole('button', { name: /^Salvar/ })
  const mend = await stage.fail(/^\/api\/profile$/, 502, { message: null })
  await save.click()
  await expect.poll(() => lines).toContainEqual('{"event":"request_failed","message":"HTTP error! status: 502"}')
  await mend()
  await stage.fail(/^\/api\/profile$/, 401, { code: 'not_signed_in', message: 'Entre na sua conta para continuar.' })
  await save.click()
  await expect.poll(() => lines).toContainEqual('{"event":"profile_refused","message":"User not authenticated"}')
  const toast = page.getByRole('region', { name: /^Avisos / })
  await expect(toast.getByText('Entre na sua conta para continuar.')).toBeVisible()
  await expect(toast.getByText('User not authenticated')).toHaveAttribute('lang', 'en')

  const written = lines.join('\n')
  for (const secret of [PATIENT, SAID, id, stage.doctor.email]) expect(written).not.toContain(secret)
})
