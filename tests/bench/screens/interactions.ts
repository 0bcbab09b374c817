import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type MainThread, mainThread } from './main-thread.ts'

/** The browser tells of every interaction that takes this long until its next paint; of no shorter one. */
const TOLD_FROM_MS = 16
/** An interaction that is known to be slow: if the browser did not tell of it, nothing it tells would count. */
const KNOWN_MS = 60

export type Interaction = {
  kind: string
  /** Until its next paint, by the browser's own word; the shortest that it tells where it did not tell. */
  paint: number
  told: boolean
  /** Of the page's main thread, with what it set off for later. */
  cpu: number
  /** The longest that the main thread was held at a stretch meanwhile; 0: never for 50 ms. */
  held: number
}
type Span = { from: number; to: number }
type Noted = Pick<Interaction, 'kind' | 'cpu'> & Span

export type Watched = {
  /** One interaction: a key that goes down and up, or a click; or something that is none, of which only `cpu` is known. */
  act: (kind: string, work: () => Promise<void>, options?: { settleMs?: number; none?: boolean }) => Promise<void>
  end: () => Promise<{ interactions: Interaction[]; others: Pick<Interaction, 'kind' | 'cpu' | 'held'>[] }>
}

/** Watches what is done on a page as the browser does; throws where it would not have seen it. */
export async function watchInteractions(page: Page): Promise<Watched> {
  await page.evaluate(observe, TOLD_FROM_MS)
  const thread: MainThread = await mainThread(page)
  const noted: (Noted & { none: boolean })[] = []
  const clock = () => page.evaluate(() => performance.now())
  const act: Watched['act'] = async (kind, work, { settleMs = 120, none = false } = {}) => {
    const from = await clock()
    const cpu = await thread.spent(work, settleMs)
    noted.push({ kind, cpu, from, to: await clock(), none })
  }
  await page.evaluate((ms) => {
    const hold = () => {
      for (const until = performance.now() + ms; performance.now() < until; );
    }
    addEventListener('keydown', hold, { once: true })
  }, KNOWN_MS)
  await act('known', () => page.keyboard.press('Shift'))

  const end = async () => {
    // What is told comes a moment after its paint.
    await pause(500)
    await thread.end()
    const { told, tasks, begun } = await page.evaluate(() => window.seenByBench ?? { told: [], tasks: [], begun: [] })
    const longestIn = (all: readonly Timed[], { from, to }: Span) =>
      Math.max(0, ...all.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms))
    const rows = noted.map((one) => ({ ...one, ms: longestIn(told, one), held: longestIn(tasks, one) }))
    const [known, ...done] = rows
    if (!known || known.ms < KNOWN_MS)
      throw new Error(`an interaction of ${KNOWN_MS} ms was told as one of ${known?.ms} ms`)
    const lost = done.filter(({ none, from, to }) => !none && !begun.some((at) => at >= from && at < to))
    if (lost.length > 0) throw new Error(`did not reach the page: ${lost.map(({ kind }) => kind).join(', ')}`)
    return {
      interactions: done
        .filter(({ none }) => !none)
        .map(({ kind, cpu, held, ms }) => ({ kind, cpu, held, told: ms > 0, paint: ms || TOLD_FROM_MS })),
      others: done.filter(({ none }) => none).map(({ kind, cpu, held }) => ({ kind, cpu, held })),
    }
  }
  return { act, end }
}

type Timed = { at: number; ms: number }

/** Runs in the page. Of an interaction's events each that has its number counts: key down and up, pointer, click. */
function observe(from: number): void {
  const seen = { told: [] as Timed[], tasks: [] as Timed[], begun: [] as number[] }
  window.seenByBench = seen
  const each = (type: string, options: PerformanceObserverInit, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, ...options })
  each('event', { durationThreshold: from } as PerformanceObserverInit, (entry) => {
    if ((entry as PerformanceEntry & { interactionId: number }).interactionId)
      seen.told.push({ at: entry.startTime, ms: entry.duration })
  })
  each('longtask', {}, (entry) => seen.tasks.push({ at: entry.startTime, ms: entry.duration }))
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, ({ timeStamp, isTrusted }) => isTrusted && seen.begun.push(timeStamp), true)
}

declare global {
  interface Window {
    seenByBench?: { told: Timed[]; tasks: Timed[]; begun: number[] }
  }
}
