import { pause, until } from '../workerd/device.ts'
import type { Desk } from './desk.ts'
import { vanishingWrites } from './page-script.ts'
import { atDesk } from './scenario.ts'
import type { Screen } from './screen.ts'

/** Online and offline, the tab and the whole browser die; the consultation is offered, and what lay here goes up first. */
const crashes = (times: number) => async (desk: Desk) => {
  let screen: Screen = await desk.recorder()
  const spokenLines: string[] = []
  for (let crash = 0; crash < times; crash++) {
    await screen.hears(10)
    desk.clinic.network.cut()
    screen.mustSay('offline', /^Offline: áudio guardado neste aparelho/)
    await screen.hears(10)
    const last = Math.max(...screen.ledger.spoken().keys())
    if (crash === 2) await desk.killBrowser()
    else await desk.killRenderer(screen)
    desk.clinic.network.heal()
    if (crash === 2) await desk.launch()
    screen = await desk.screen('/app/history')
    await screen.page.getByRole('link', { name: 'Retomar a consulta de Rita Moura' }).click()
    await screen.record()
    await screen.hears(4)
    const [first] = screen.ledger.sent.keys()
    if (first?.split(':')[0] !== String(last)) spokenLines.push(`new audio went up before what lay here: ${first}`)
    await screen.caughtUp()
  }
  const measure = await screen.finished()
  measure.faults.push(...spokenLines)
  return { ...measure, runs: times }
}

export const crashed = atDesk(crashes(4))
/** Known bad: the queue says that it has kept what it has not. */
export const forgetful = atDesk(crashes(1), vanishingWrites)

/** The lid is closed while it records: there are no samples of that time, and the transcript says so. */
export const asleep = atDesk(async (desk) => {
  const screen = await desk.recorder()
  await screen.hears(8)
  await desk.sleep(6_000)
  await screen.hears(12)
  await screen.caughtUp()
  const gaps = screen.said.filter((one) => one.type === 'gap')
  await screen.seen(/com o aparelho suspenso/)
  const measure = await screen.finished()
  const [gap] = gaps
  if (gaps.length !== 1) measure.faults.push(`${gaps.length} gaps were told`)
  else if (gap?.type === 'gap' && (gap.reason !== 'asleep' || gap.ms < 5_000 || gap.ms > 9_000))
    measure.faults.push(`the sleep of 6 s was told as ${gap.ms} ms, ${gap.reason}`)
  return measure
})

/** No space on the device: it says so, the stream goes on, and what the space comes back for is protected again. */
export const storageFull = atDesk(async (desk) => {
  const screen = await desk.recorder()
  await screen.hears(8)
  const cdp = await desk.context.newCDPSession(screen.page)
  const { origin } = new URL(desk.clinic.url)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await screen.says(/^Sem proteção: o aparelho está sem espaço$/)
  const full = screen.mustSay(
    'the device is full',
    /^Sem proteção: o aparelho está sem espaço$|^Offline e sem proteção/,
  )
  const before = screen.acknowledged
  await until('the stream goes on', () => screen.acknowledged > before + 8 * 4_000, 20_000)
  desk.clinic.network.cut()
  await pause(2_500)
  desk.clinic.network.heal()
  await screen.recovered()
  full()
  await cdp.send('Storage.overrideQuotaForOrigin', { origin })
  await screen.says(/^Gravando e protegido$/)
  return screen.finished()
})
