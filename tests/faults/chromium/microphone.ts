import { pause } from '../workerd/device.ts'
import { atDesk, type Scenario } from './scenario.ts'
import type { Screen } from './screen.ts'

const STOPPED = /^Microfone parou$/

/** As the browser says it: the state first, then the event. */
const mute = (screen: Screen, muted: boolean): Promise<void> =>
  screen.page.evaluate((muted) => {
    const { track } = window.faults
    if (!track) throw new Error('no microphone is open')
    Object.defineProperty(track, 'muted', { value: muted, configurable: true })
    track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
  }, muted)
const unplug = (screen: Screen): Promise<void> =>
  screen.page.evaluate(() => {
    window.faults.track?.stop()
    window.faults.track?.dispatchEvent(new Event('ended'))
  })

/** The page says so at once, the timer stops, and it continues as `again` says. */
const lost = (strike: (screen: Screen) => Promise<void>, again: (screen: Screen) => Promise<void>): Scenario =>
  atDesk(async (desk) => {
    const screen = await desk.recorder()
    await screen.hears(8)
    const silent = screen.mustSay('the microphone is silent', STOPPED, 1_000)
    await strike(screen)
    await screen.page.getByRole('alert').filter({ hasText: 'Microfone parou' }).waitFor()
    await pause(600)
    const timer = screen.page.getByRole('timer')
    const shownTime = await timer.innerText()
    await pause(2_500)
    const still = (await timer.innerText()) === shownTime
    silent()
    await again(screen)
    await screen.hears(8)
    const measure = await screen.finished()
    if (!still) measure.faults.push(`the timer went on from ${shownTime}`)
    return measure
  })

export const unplugged = lost(unplug, async (screen) => {
  await screen.button('Trocar microfone').click()
  await screen.page.getByRole('menuitem').nth(2).click()
})
/** By a switch, by the system or by a call: it goes on by itself. */
export const muted = lost(
  (screen) => mute(screen, true),
  (screen) => mute(screen, false),
)
