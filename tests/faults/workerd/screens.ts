import { announceSessionRenewed } from '#app/lib/session-events.ts'
import { FRAME_SECONDS, pause, until } from './device.ts'
import { signIn } from './doctor.ts'
import { inConsultation, repeated, type Scenario, worstOf } from './scenario.ts'

/** The renderer dies in mid-sentence; another page of the same device sends what lay there, and records on. */
export const pageCrash = worstOf(
  5,
  inConsultation(async (consultation) => {
    const device = await consultation.recorder()
    await device.speak(20, 10)
    device.proxy.cut()
    await device.speak(40, 10)
    device.crash()
    device.proxy.heal()
    device.open()
    await device.drained()
    await device.record()
    await device.speak(20, 10)
    await device.drained()
    await consultation.compareStored()
    return consultation.measure(await consultation.finish())
  }),
)

/** One screen records and the other reads; it may take over, and the two audio streams never mix. */
export const twoTabs = repeated(
  3,
  inConsultation(async (consultation) => {
    const first = await consultation.recorder()
    const second = await consultation.device()
    await first.speak(12, 10)
    await until('the second reads', () => second.page.view.known, 10_000)
    second.page.press()
    await first.speak(8, 10)
    const refused = !second.page.capturing && first.page.capturing
    second.page.takeOver()
    await until('the second records', () => second.page.capturing, 10_000)
    await until('the first knows', () => !first.page.capturing, 10_000)
    await Promise.all([first.speak(8, 10), second.speak(20, 10)])
    await first.drained()
    await second.drained()
    await consultation.compareStored()
    const measure = consultation.measure(await consultation.finish())
    if (!refused) measure.faults.push('two screens recorded at once')
    return measure
  }),
)

/** A records without a network, B takes over, A comes back: both are kept. */
export const offlineTakeOver = repeated(
  3,
  inConsultation(async (consultation) => {
    const first = await consultation.recorder()
    const second = await consultation.device()
    await first.speak(12, 10)
    first.proxy.cut()
    await first.speak(20, 10)
    await until('the room misses the first', () => second.page.view.recorder === 'none', 15_000)
    second.page.press()
    await until('the second records', () => second.page.capturing, 10_000)
    await Promise.all([first.speak(20, 10), second.speak(20, 10)])
    first.proxy.heal()
    await first.drained()
    await second.drained()
    await consultation.compareStored()
    second.page.finish()
    return consultation.measure(await consultation.completed())
  }),
)

/** 'Finalizar' without a network: it ends when the last frame is there, and not before. */
export const finishOffline = repeated(
  3,
  inConsultation(async (consultation) => {
    const { doctor } = consultation.clinic
    const device = await consultation.recorder()
    await device.speak(20, 10)
    device.proxy.cut()
    await device.speak(60, 20)
    device.page.finish()
    await pause(2_000)
    const early = await consultation.isCompleted()
    const body = { consultation_id: consultation.id, specialty: 'general' }
    const structured = await doctor.call('POST', '/api/v1/transcription/structure', body)
    device.proxy.heal()
    const measure = consultation.measure(await consultation.completed())
    if (early) measure.faults.push('it was complete before its audio came')
    if (structured.status !== 409) measure.faults.push(`partial text was taken for structuring: ${structured.status}`)
    return measure
  }),
)

/** The session ends in the middle; the doctor signs in again in place. */
export const sessionEnds = repeated(
  2,
  inConsultation(async (consultation) => {
    const session = await signIn(consultation.clinic.workerd.url)
    const device = await consultation.device(session.cookie)
    await device.record()
    await device.speak(20, 10)
    await session.call('POST', '/api/auth/sign-out', {})
    await until('the page knows', () => device.page.view.connection !== 'connected', 10_000)
    await device.speak(40, 10)
    device.cookie = consultation.clinic.doctor.cookie
    announceSessionRenewed()
    await consultation.recovered(device)
    await device.speak(20, 10)
    await device.drained()
    await consultation.compareStored()
    return consultation.measure(await consultation.finish())
  }),
)

/** Unplugged while recording: the screen says so, nothing is claimed, and the next press goes on. */
export const microphone = repeated(
  3,
  inConsultation(async (consultation) => {
    const device = await consultation.recorder()
    await device.speak(20, 10)
    device.page.fail()
    const statusText = device.page.status.text
    await device.speak(8, 10)
    device.page.press()
    await until('it records again', () => device.page.capturing, 10_000)
    await device.speak(20, 10)
    await device.drained()
    await consultation.compareStored()
    const measure = consultation.measure(await consultation.finish())
    if (!/microfone parou/i.test(statusText)) measure.faults.push(`'${statusText}' while the microphone is dead`)
    return measure
  }),
)

/** No space on the device: the stream goes on, and nothing is called protected. */
export const storageFull = inConsultation(async (consultation) => {
  const device = await consultation.recorder()
  await device.speak(20, 10)
  device.disk.full = true
  await device.speak(40, 10)
  device.proxy.cut()
  await device.speak(20, 10)
  device.proxy.heal()
  await consultation.recovered(device)
  device.disk.full = false
  await device.drained()
  await consultation.compareStored()
  return consultation.measure(await consultation.finish())
})

/** A device whose clock is ten minutes off, either way, and jumps in the middle. */
export const clockSkew: Scenario = inConsultation(async (consultation) => {
  const real = Date.now
  const device = await consultation.recorder()
  try {
    for (const minutes of [10, -10, 0]) {
      Date.now = () => real() + minutes * 60_000
      const enough = device.keepSpeaking(10)
      await pause(1_000)
      device.proxy.reset()
      await consultation.recovered(device)
      await enough()
    }
  } finally {
    Date.now = real
  }
  await device.drained()
  await consultation.compareStored()
  return consultation.measure(await consultation.finish())
})

/** The same short sentence twice is two lines. */
export const sameSentence: Scenario = inConsultation(async (consultation) => {
  const device = await consultation.recorder()
  for (let times = 0; times < 3; times++) {
    device.sayAgain(0)
    await device.speak(8, 1.2)
  }
  await device.drained()
  await consultation.compareStored()
  const words = await consultation.finish()
  const measure = consultation.measure(words)
  // Here repeating is right.
  const missing = device.recorded.length - words.length
  const orderly = measure.faults.filter((one) => one !== 'words are out of order')
  return { ...measure, dv: Math.max(0, -missing), lu: Math.max(0, missing) * FRAME_SECONDS, faults: orderly }
})
