// Faults that only a browser goes through.
import { suspendBrowser } from '#tests/testkit/chromium.ts'
import { microphoneLost, type Scenario } from '../scenarios.ts'
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
