import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { FRAME_MS } from '#domain/consultation/frame.ts'
import { CountingRoom } from '#tests/device/counting-room.ts'
import { framesWaiting } from '#tests/e2e/ledger.ts'
import { pageScript, type Told } from '#tests/faults/chromium/page-script.ts'
import type { FakeRoom } from '#tests/recorder/fake-room.ts'
import buildPages, { servePage } from '#tests/testkit/built-pages.ts'
import { launchOptions } from '#tests/testkit/chromium.ts'
import { type Bench, type Line, summary } from './measure.ts'

/** The consultation of the harness. */
const CONSULTATION = '00000000-0000-4000-8000-000000000001'
const STEP_FRAMES = (5 * 60_000) / FRAME_MS
const STEPS = 12
/** A line every four seconds: 900 in the hour. */
const FRAMES_A_LINE = 16
const LINES = (STEPS * STEP_FRAMES) / FRAMES_A_LINE
/** An hour of audio in a minute and a half. */
const SPEED = 40
/** Allowed growth of the browser's own tables. */
const MARGIN_MIB = 2
const TEXT = 'Doutor, a dor começou na segunda-feira depois do almoço e piora quando eu subo a escada'

/** Memory in MiB. */
type Look = { heap: number; dom: number; buffers: number; waiting: number; lines: number }
const total = ({ heap, dom, buffers }: Look): number => heap + dom + buffers

/**
 * Records an hour on the real screen, session, queue and sender in Chromium, with 900 lines that arrive as
 * partials first. The audio clock runs forty times as fast: forty frames for each that the worklet gives. After
 * every five minutes the bench collects garbage and measures the rest. The memory of the lines alone is measured
 * before: the same lines reach the same screen without a recording.
 */
export const pageMemory: Bench = async ({ say }) => {
  // Keeps none of the audio: the hour is 115 MB.
  let room = new CountingRoom()
  await buildPages()
  const harness = await servePage('recorder', () => room)
  const profile = await mkdtemp(join(tmpdir(), 'relato-page-memory-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions(),
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
    permissions: ['microphone'],
  })
  let captured = 0
  await context.exposeBinding('tellTest', (_, told: Told) => {
    if (told.type === 'captured') captured += told.frames.length
    return 0
  })
  await context.addInitScript(pageScript())
  try {
    const page = await context.newPage()
    const look = await looking(context, page)
    const enter = async () => {
      room = new CountingRoom()
      await page.goto('about:blank')
      await page.goto(harness.url)
      await page.getByText('Conectado').first().waitFor()
    }
    await enter()
    const empty = await look(0)
    for (const n of Array.from({ length: LINES }, (_, i) => i + 1)) {
      sayLine(room)
      if (n % 25 === 0) await page.getByRole('log').getByText(`${n}. `).waitFor()
    }
    const listed = await look(LINES)
    const aLine = (total(listed) - total(empty)) / LINES
    say(`a line on the screen takes ${(aLine * 1_024).toFixed(1)} KiB (${LINES} lines, nothing recorded)`)
    await enter()
    await page.getByRole('button', { name: 'Iniciar gravação' }).click()
    await page.getByRole('button', { name: 'Pausar gravação' }).waitFor()
    say('min | lines | JS heap | DOM | buffers | frames waiting   (MiB)')
    const looks: Look[] = []
    for (let step = 1; step <= STEPS; step++) {
      await hear(page, room, () => captured, step * STEP_FRAMES)
      const one = await look(room.entries.length)
      looks.push(one)
      const figures = [one.heap, one.dom, one.buffers].map((figure) => figure.toFixed(1))
      say([step * 5, one.lines, ...figures, one.waiting].join(' | '))
    }
    return judge(looks, aLine)
  } finally {
    await context.close()
    await harness.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Speaks on until so many frames are captured, and lets the lines follow. */
async function hear(page: Page, room: FakeRoom, captured: () => number, frames: number): Promise<void> {
  const speed = (times: number) =>
    page.evaluate((speed) => {
      window.faults.speed = speed
    }, times)
  await speed(SPEED)
  while (captured() < frames) {
    await pause(20)
    while ((room.entries.length + 1) * FRAMES_A_LINE <= Math.min(captured(), frames)) sayLine(room)
  }
  await speed(1)
  while ((await framesWaiting(page, CONSULTATION)) > 8) await pause(250)
}

/** Three partials, then the final line. */
function sayLine(room: FakeRoom): void {
  const n = room.entries.length + 1
  const words = `${n}. ${TEXT}.`.split(' ')
  const id = `line-${n}`
  for (const part of [4, 8, 12]) room.say({ id, text: words.slice(0, part).join(' ') }, false)
  room.say({ id, text: words.join(' ') })
}

async function looking(context: BrowserContext, page: Page): Promise<(lines: number) => Promise<Look>> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  const MIB = 1_048_576
  return async (lines) => {
    // The second time frees what the first has let go.
    for (let times = 0; times < 2; times++) await cdp.send('HeapProfiler.collectGarbage')
    const usage = (await cdp.send('Runtime.getHeapUsage')) as Record<string, number>
    return {
      heap: (usage.usedSize ?? 0) / MIB,
      dom: (usage.embedderHeapUsedSize ?? 0) / MIB,
      buffers: (usage.backingStorageSize ?? 0) / MIB,
      waiting: await framesWaiting(page, CONSULTATION),
      lines,
    }
  }
}

function judge(looks: readonly Look[], aLine: number): Line[] {
  const mean = (some: readonly Look[], of: (look: Look) => number) =>
    some.reduce((sum, one) => sum + of(one), 0) / some.length
  const quarter = looks.length / 4
  const [first, last] = [looks.slice(0, quarter), looks.slice(-quarter)]
  const lines = mean(last, (one) => one.lines) - mean(first, (one) => one.lines)
  const growth = mean(last, total) - mean(first, total)
  const compared =
    'The last quarter of an hour beside the first, garbage collected, in one page of the product; no peer.'
  return [
    {
      what: `heap, DOM and buffers grown beyond what ${lines} more lines take`,
      unit: 'MiB',
      of: summary([growth - lines * aLine]),
      target: { atMost: MARGIN_MIB },
      compared,
    },
    {
      what: 'frames waiting at most',
      unit: '',
      of: summary([Math.max(...looks.map((one) => one.waiting))]),
      target: { atMost: 10 },
      compared,
    },
  ]
}
