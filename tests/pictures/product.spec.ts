import { startSpeechServer } from '#local/speech/speech-server.ts'
import { startRecording } from '../e2e/doctor.ts'
import { SPEECH_PORT } from '../e2e/stack.ts'
import { expect, test } from '../e2e/test.ts'
import { adviceRead } from '../screens/devices.ts'
import { enterStage } from '../screens/stage.ts'
import { dashboardOf } from '../screens/talk.ts'
import { desk, type Shot, shots } from './catalogue.ts'
import { PREPARED, preparedRecogniser } from './prepared-talk.ts'
import { take } from './shot.ts'
import { liveThroughWeek, UNSIGNED } from './visits.ts'

const shot = (name: string) => shots.find((one) => one.name === name) as Shot

test.use({ viewport: desk, reducedMotion: 'reduce' })

test('record and history', async ({ page }) => {
  const stage = await enterStage(page, 'helena')
  await liveThroughWeek(stage)
  await page.goto(dashboardOf(UNSIGNED))
  await page.getByRole('button', { name: 'Ver registro' }).click()
  await page
    .getByRole('button', { pressed: false, name: /occipital/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'O que comprova esta frase' }).last()).toBeVisible()
  await take(page, shot('record'))
  await page.goto('/app/history')
  await expect(page.getByText('5 de 5 consultas')).toBeVisible()
  await take(page, shot('history'))
})

test('consultation', async ({ page }) => {
  const speech = await startSpeechServer({ recogniser: preparedRecogniser, port: SPEECH_PORT })
  try {
    const stage = await enterStage(page, 'helena')
    await page.addInitScript(asOnAnyDevice)
    await adviceRead(page)
    const context = 'Retorno de hipertensão. Losartana 50 mg e metformina 850 mg. Alergia a dipirona.'
    await page.goto(dashboardOf(await stage.openVisit({ patient: 'Marina Albuquerque Teixeira', context })))
    await startRecording(page)
    const log = page.getByRole('region', { name: 'Transcrição ao vivo' })
    await expect(log.getByText(PREPARED.at(-1)?.[2] ?? '')).toBeVisible({ timeout: 90_000 })
    await take(page, shot('consultation'))
    await take(page, shot('consultation-phone'))
    await expect(page.getByText('Gravando e protegido').first()).toBeVisible()
  } finally {
    await speech.close()
  }
})

/** Adds features that a headless browser lacks: a named microphone and persistent storage. */
function asOnAnyDevice(): void {
  navigator.storage.persist = async () => true
  navigator.storage.persisted = async () => true
  for (const { prototype } of [MediaStreamTrack, MediaDeviceInfo])
    Object.defineProperty(prototype, 'label', { get: () => 'Microfone interno' })
}
