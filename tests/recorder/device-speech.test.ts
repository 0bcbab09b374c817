import { expect, test } from 'vitest'
import { tryAgainHere, unheardWarning } from '#domain/recorder/device-speech-line.ts'
import { type SpeechControl, type SpeechMood, scriptedRecognition } from '../testkit/speech/scripted-recognition.ts'
import { eventually, Stage } from './stage.ts'

/** The browser's recogniser fails for good, and hears again. */
const stage = new Stage()
const refused: SpeechMood = { kind: 'dies', code: 'service-not-allowed', ms: 1_500 }
const STOPPED = 'O reconhecimento deste computador parou: o servidor reconhece.'

/** Enters with a recogniser whose first sessions have these moods. */
async function enter(moods: SpeechMood[], audio: object): Promise<void> {
  stage.room.deviceSpeech = 'first'
  const script = { lines: [{ text: 'estou com tosse e febre há quatro dias' }], moods }
  await stage.enter({ audio, before: `;(${scriptedRecognition})(${JSON.stringify(script)})` })
}
const control = <R>(read: (speech: SpeechControl) => R): Promise<R> =>
  stage.page.evaluate(`(${read})(window.__speech)`) as Promise<R>
const sessions = () => control((speech) => speech.sessions.length)
/** The page says that its recogniser hears on from somewhere. */
const isAnnounced = () =>
  stage
    .said('device_speech')
    .at(-1)
    ?.spans.some(({ to }) => to === undefined) ?? false

test('[DS17] where no sound leaves, the screen says that nobody hears, and the button changes that and nothing else', async () => {
  await enter([refused, refused], { storeInRoom: false })
  await stage.start()
  await stage.seen(unheardWarning)
  await stage.seen('Gravando sem transcrever')
  expect(await stage.alerts()).toContain(unheardWarning)
  expect(isAnnounced()).toBe(false)
  await stage.expectAccessible()
  await stage.button(tryAgainHere).click()
  await eventually(async () => expect(await sessions()).toBe(2))
  await stage.seen(unheardWarning)
  await stage.button(tryAgainHere).click()
  await stage.seen('Reconhecimento neste computador: o áudio não sai daqui.')
  await stage.seen('Gravando e protegido')
  expect(await stage.page.getByText(unheardWarning).count()).toBe(0)
  await eventually(() => expect(stage.said('device_partial').length).toBeGreaterThan(0))
  expect([await sessions(), isAnnounced()]).toEqual([3, true])
  await stage.recorded(1, stage.samples(1).length + 16_000)
  await stage.pause()
  expect(stage.samples(1).every((sample) => sample === 0)).toBe(true)
  expect(await control(({ violations }) => violations)).toEqual([])
})

test('[DS16] elsewhere the server engine goes on, and the button or the next start tries again', async () => {
  // A session that the browser ends is followed at once by the next, which finds no Portuguese any more.
  const ended: SpeechMood = { kind: 'dies', code: 'aborted', ms: 1_500 }
  await enter([refused, ended, { kind: 'dies', code: 'language-not-supported', ms: 1_500 }], {})
  await stage.start()
  await stage.seen(STOPPED)
  await stage.seen('Gravando e protegido')
  expect(isAnnounced()).toBe(false)
  await stage.expectAccessible()
  await stage.button(tryAgainHere).click()
  await eventually(async () => expect(await sessions()).toBe(3))
  await stage.seen(STOPPED)
  await stage.pause()
  await stage.button('Retomar gravação').click()
  await stage.seen(/^Reconhecimento neste computador;/)
  await eventually(() => expect(stage.said('device_partial').length).toBeGreaterThan(0))
  expect([await sessions(), isAnnounced(), await stage.button(tryAgainHere).count()]).toEqual([4, true, 0])
  await stage.pause()
  expect(stage.samples(1).some((sample) => sample !== 0)).toBe(true)
})
