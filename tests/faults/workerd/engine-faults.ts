import type { Mood } from '#tests/testkit/engine/engine.ts'
import { pause } from './device.ts'
import { inConsultation, repeated, type Scenario } from './scenario.ts'

/** From recovery on the text must be complete in a minute. */
const COMPLETE_WITHIN_S = 60

const engineIs = (mood: Mood, seconds: number, dies: boolean): Scenario =>
  inConsultation(async (consultation) => {
    const { engine } = consultation.clinic
    const device = await consultation.recorder()
    await device.speak(16, 1.2)
    engine.mood = mood
    if (dies) engine.die()
    await device.speak(seconds * 4, 1)
    const { state } = device.page.view.engine
    const statusText = device.page.status.text
    engine.mood = 'well'
    const since = performance.now()
    await device.speak(16, 1.2)
    await device.drained()
    await consultation.compareStored()
    // An engine keeps its last words until more comes, or a pause.
    device.page.press()
    await consultation.transcribed()
    const elapsedSeconds = (performance.now() - since) / 1_000
    const measure = consultation.measure(await consultation.finish())
    if (elapsedSeconds > COMPLETE_WITHIN_S)
      measure.faults.push(`the text was complete after ${elapsedSeconds.toFixed(0)} s`)
    // [SIL] The banner: audio is stored without an engine.
    if (mood !== 'empty' && state !== 'lost' && state !== 'connecting' && !/atrasada/i.test(statusText)) measure.sil++
    return measure
  })

export const engineDies = repeated(2, engineIs('away', 10, true))
export const engineStalls = engineIs('stalled', 30, false)
export const engineGarbage = engineIs('garbage', 20, false)

/** Finals without words: the audio is kept, and heard again before the end. */
export const engineEmpty: Scenario = inConsultation(async (consultation) => {
  const { engine } = consultation.clinic
  const device = await consultation.recorder()
  await device.speak(16, 1.2)
  engine.mood = 'empty'
  await device.speak(40, 1.2)
  await pause(2_000)
  engine.mood = 'well'
  await device.speak(16, 1.2)
  await device.drained()
  await consultation.compareStored()
  return consultation.measure(await consultation.finish())
})
