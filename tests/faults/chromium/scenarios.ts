// Faults that only a browser goes through.
import { suspendBrowser } from '#tests/testkit/chromium.ts'
import { microphoneLost, OFFLINE, type Scenario } from '../scenarios.ts'
import type { BrowserConsultation } from './clinic.ts'
import type { BrowserScreen } from './screen.ts'

/** By a switch, by the system or by a call: recording goes on by itself. */
export const muted = microphoneLost(
  (screen) => (screen as BrowserScreen).mute(true),
  (screen) => (screen as BrowserScreen).mute(false),
)

/** The lid is closed while it records: there are no samples of that time, and the transcript says so. */
export const asleep: Scenario<BrowserConsultation> = async (consultation) => {
  const screen = await consultation.recorder(8)
  await suspendBrowser(consultation.context.browser(), 6_000)
  await screen.hears(12)
  await screen.caughtUp()
  const gaps = screen.said.filter((one) => one.type === 'gap')
  await screen.page
    .getByText(/com o aparelho suspenso/)
    .first()
    .waitFor()
  const measure = await screen.finished()
  const [gap] = gaps
  if (gaps.length !== 1) measure.faults.push(`${gaps.length} gaps were reported`)
  else if (gap?.type === 'gap' && (gap.reason !== 'asleep' || gap.ms < 5_000 || gap.ms > 9_000))
    measure.faults.push(`the sleep of 6 s was reported as ${gap.ms} ms, ${gap.reason}`)
  return measure
}

/**
 * Reloaded without a network while it records, twice: the page opens from the device and goes on by itself in the same
 * take. All that it captured goes up, once, and the transcript says how long it did not hear.
 */
export const reloadedOffline: Scenario<BrowserConsultation> = async (consultation) => {
  const screen = await consultation.recorder(8)
  await screen.opensOffline()
  consultation.network.cut()
  await screen.says(OFFLINE)
  for (const _ of [1, 2]) {
    await screen.hears(12)
    await screen.reload()
    await screen.button('Pausar gravação').waitFor()
    await screen.hears(12)
    await screen.says(OFFLINE)
  }
  consultation.network.heal()
  await screen.recovered()
  await screen.caughtUp()
  const measure = await screen.finished()
  const gaps = screen.said.filter((one) => one.type === 'gap')
  if (gaps.length !== 2 || gaps.some(({ reason, ms }) => reason !== 'microphone' || ms < 100 || ms > 30_000))
    measure.faults.push(`two reloads were reported as ${JSON.stringify(gaps)}`)
  const takes = new Set([...screen.ledger.sent.keys()].map((place) => place.split(':')[0]))
  if (takes.size !== 1) measure.faults.push(`a reload began another take: ${[...takes]}`)
  return measure
}
