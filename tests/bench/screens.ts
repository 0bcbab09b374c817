import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { portIsFree, ROOT } from '#local/stack/processes.ts'
import { prepareApp, startApp, stateOf } from '#tests/e2e/stack.ts'
import { chromiumArgs, ensureChromium } from '#tests/support/chromium.ts'
import type { Bench } from './registry.ts'
import { pageOf } from './screens/doctor-page.ts'
import { judge, percentile } from './screens/figures.ts'
import { type Doctor, fill, little, much } from './screens/fill.ts'
import { searchTimes, untilRow } from './screens/lists.ts'
import { nameOf, searchesIn } from './screens/people.ts'
import { keystrokes } from './screens/section.ts'
import { fillRoom, transcriptInteractions } from './screens/transcript.ts'

const RUNS = 3
const SEARCHES = 30
const NEXT_PAINT_MS = 50
const KEYSTROKE_MS = 16
const LIST_MS = 100
/** A page of the app that was not open: its code, its frame and its list. */
const PAGE_MS = 200

/**
 * What a doctor waits for on the busiest screens: the production build in Chromium, its Worker and database on this
 * machine, with as much as a doctor may ever have. Beside each figure the same one of a doctor who has little.
 */
export const screens: Bench = async (print) => {
  const port = await freePort()
  const app = { directory: join(ROOT, '.local/bench/screens'), port, speechPort: port + 1 }
  await prepareApp(app)
  await fill(stateOf(app), Date.now())
  const worker = await startApp(app)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? ensureChromium(),
    args: chromiumArgs(),
  })
  try {
    return await measure(print, browser, `http://localhost:${port}`)
  } finally {
    await browser.close()
    await worker.stop()
  }
}

async function measure(print: (line: string) => void, browser: Browser, url: string): Promise<boolean> {
  const pages = new Map<Doctor, Page>()
  const feeders = new Map<Doctor, Page>()
  for (const doctor of [little, much]) {
    const page = await pageOf(browser, url, doctor)
    pages.set(doctor, page)
    feeders.set(doctor, await page.context().newPage())
    await fillRoom(feeders.get(doctor) as Page, doctor)
  }
  /** Turn by turn, so that whatever else the machine does meets both. */
  const both = async (run: (page: Page, doctor: Doctor) => Promise<number[]>) => {
    const runs = { much: [] as number[][], little: [] as number[][] }
    for (let turn = 0; turn < RUNS; turn++) {
      runs.little.push(await run(pages.get(little) as Page, little))
      runs.much.push(await run(pages.get(much) as Page, much))
    }
    return runs
  }
  const within: boolean[] = []
  const tell = (what: string, runs: Awaited<ReturnType<typeof both>>, target: number, shares = [0.5, 0.95]) =>
    within.push(judge(print, { what, target, shares, ...runs }))

  const interactions = await both((page, doctor) => transcriptInteractions(page, feeders.get(doctor) as Page, doctor))
  print(`interactions a run: ${Math.min(...interactions.much.map((run) => run.length))}`)
  tell('interaction to next paint, 2,000 lines', interactions, NEXT_PAINT_MS, [0.5, 0.98])
  for (const feeder of feeders.values()) await feeder.close()

  tell('main thread a keystroke in a section, 60 minutes', await both(keystrokes), KEYSTROKE_MS)

  const names = (count: number) => Array.from({ length: count }, (_, index) => nameOf(index))
  const searches = (doctor: Doctor, many: number) => searchesIn(names(many), doctor === much ? SEARCHES : SEARCHES / 3)
  const combobox = await both(async (page, doctor) => {
    await page.goto('/app/dashboard')
    const search = {
      box: page.getByLabel('Paciente', { exact: false }).first(),
      rows: '[role=option]',
      ignore: 'criar paciente',
    }
    return searchTimes(page, search, searches(doctor, doctor.patients))
  })
  tell('key to list, 10,000 patients in the combobox', combobox, LIST_MS)
  const cards = await both(async (page, doctor) => {
    await page.goto('/app/patients')
    await page.locator('main h2').first().waitFor()
    return searchTimes(
      page,
      { box: page.getByLabel('Buscar paciente'), rows: 'main h2' },
      searches(doctor, doctor.patients),
    )
  })
  tell('key to list, 10,000 patients on their page', cards, LIST_MS)

  const row = '[data-consultation]'
  const visits = await both(async (page, doctor) => {
    await page.goto('/app/history')
    await page.locator(row).first().waitFor()
    const box = page.getByLabel('Buscar por paciente ou contexto clínico')
    return searchTimes(page, { box, rows: row }, searches(doctor, doctor.visits))
  })
  tell('key to list, 5,000 consultations', visits, LIST_MS)
  const first = await both((page) => times(5, () => openHistory(page, row)))
  tell('history opened from another page, 5,000 consultations', first, PAGE_MS)
  print(`next page of history, 5,000 consultations: ${(await nextPages(pages.get(much) as Page, row)).told}`)
  return within.every(Boolean)
}

async function times(count: number, run: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < count; n++) all.push(await run())
  return all
}

async function openHistory(page: Page, row: string): Promise<number> {
  await page.goto('/app/settings')
  await page.waitForLoadState('networkidle')
  return untilRow(page, row, 0, () => page.getByRole('link', { name: 'Histórico' }).first().click())
}

/** How long each further page takes, one after the other. */
async function nextPages(page: Page, row: string): Promise<{ told: string }> {
  await page.goto('/app/history')
  await page.locator(row).first().waitFor()
  const all = await times(10, async () => {
    const shown = await page.locator(row).count()
    return untilRow(page, row, shown, () => page.keyboard.press('End'))
  })
  return { told: `median ${percentile(all, 0.5).toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)} ms` }
}

async function freePort(): Promise<number> {
  for (let port = 4_530; ; port += 2) if (await portIsFree(port)) return port
}
