import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { median } from '../statistics.ts'

/** Until what something set off is over. */
const SETTLE_MS = 60

export type MainThread = {
  /** Processor time in milliseconds of some work and of what it sets off, less what the page takes anyway. */
  spent: (work: () => Promise<void>, settleMs?: number) => Promise<number>
  end: () => Promise<void>
}

/** The page's own thread, drawing included: its processor time, so that the rest of the machine does not count. */
export async function mainThread(page: Page): Promise<MainThread> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1_000
  }
  const taken = async (work: () => Promise<void>, settleMs: number) => {
    const before = await busy()
    await work()
    await pause(settleMs)
    return (await busy()) - before
  }
  const idle: number[] = []
  for (let times = 0; times < 20; times++) idle.push(await taken(async () => {}, SETTLE_MS))
  const own = median(idle)
  return {
    spent: async (work, settleMs = SETTLE_MS) => Math.max(0, (await taken(work, settleMs)) - own),
    end: () => cdp.detach(),
  }
}
