import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { portIsFree, ROOT } from '#local/stack/processes.ts'
import { prepareApp, startApp, stateOf } from '#tests/e2e/stack.ts'
import { chromiumArgs, ensureChromium } from '#tests/support/chromium.ts'
import type { Line } from './line.ts'
import type { Bench, Run } from './measure.ts'
import { pageOf } from './screens/doctor-page.ts'
import { type Runs, tellerOf } from './screens/figures.ts'
import { type Doctor, fill, little, much } from './screens/fill.ts'
import { type Searched, type SearchTimes, searchTimes, untilRow } from './screens/lists.ts'
import { nameOf, searchesIn } from './screens/people.ts'
import { fillRoom } from './screens/room.ts'
import { keystrokes } from './screens/section.ts'
import { tellWork } from './screens/tell-work.ts'
import { workInTranscript } from './screens/transcript.ts'
import { percentile } from './statistics.ts'

const RUNS = 3
const SEARCHES = 30
const KEYSTROKE_MS = 16
const LIST_MS = 100
const HISTORY_MS = 100
/** A page of the app that was not open: its code, its frame and its list. Twice what it took when it was set. */
const PAGE_MS = 400

/**
 * What a doctor waits for on the busiest screens: the production build in Chromium, its Worker and database on this
 * machine, with as much as a doctor may ever have. Beside each figure the same one of a doctor who has little.
 */
export const screens: Bench = async (run) => {
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
    return await measure(run, browser, `http://localhost:${port}`)
  } finally {
    await browser.close()
    await worker.stop()
  }
}

async function measure({ say, quick }: Run, browser: Browser, url: string): Promise<Line[]> {
  const pages = new Map<Doctor, Page>()
  const feeders = new Map<Doctor, Page>()
  for (const doctor of [little, much]) {
    const page = await pageOf(browser, url, doctor)
    pages.set(doctor, page)
    feeders.set(doctor, await page.context().newPage())
    await fillRoom(feeders.get(doctor) as Page, doctor)
  }
  /** Turn by turn, so that whatever else the machine does meets both. */
  const both = async <T>(run: (page: Page, doctor: Doctor) => Promise<T>): Promise<Runs<T>> => {
    const runs: Runs<T> = { much: [], little: [] }
    for (let turn = 0; turn < (quick ? 1 : RUNS); turn++) {
      runs.little.push(await run(pages.get(little) as Page, little))
      runs.much.push(await run(pages.get(much) as Page, much))
    }
    return runs
  }
  const lines: Line[] = []
  const tell = tellerOf(lines)

  const worked = await both((page, doctor) => workInTranscript(page, feeders.get(doctor) as Page, doctor))
  for (const feeder of feeders.values()) await feeder.close()
  tellWork(say, tell, worked)

  tell('main thread a keystroke in a section, 60 minutes', await both(keystrokes), KEYSTROKE_MS)

  const names = (count: number) => Array.from({ length: count }, (_, index) => nameOf(index))
  // A first page of names is often the same one key later: those searches tell nothing.
  const search = (page: Page, searched: Searched, doctor: Doctor, many: number) => {
    const count = doctor === much ? SEARCHES : SEARCHES / 3
    return searchTimes(page, searched, searchesIn(names(many), count * 4), count)
  }
  const tellSearch = (what: string, runs: Runs<SearchTimes>, target: number) => {
    const ofSearch = (read: (times: SearchTimes) => number[]) => ({
      much: runs.much.map(read),
      little: runs.little.map(read),
    })
    tell(
      what,
      ofSearch(({ list }) => list),
      target,
    )
    tell(
      '… of which the request',
      ofSearch(({ answer }) => answer),
    )
  }
  const patients = '/api/patients/search'
  const combobox = await both(async (page, doctor) => {
    await page.goto('/app/dashboard')
    const box = page.getByLabel('Paciente', { exact: false }).first()
    const answer = async (query: string) =>
      (await found(page, patients, { query, limit: 8 })).map(({ name }) => name ?? '')
    const rows = { box, rows: '[role=option]', ignore: 'criar ' }
    return search(page, { ...rows, answer, request: patients }, doctor, doctor.patients)
  })
  tellSearch('key to list, 10,000 patients in the combobox', combobox, LIST_MS)
  const cards = await both(async (page, doctor) => {
    await page.goto('/app/patients')
    await page.locator('main h2').first().waitFor()
    const answer = async (query: string) => (await found(page, patients, { query })).map(({ name }) => name ?? '')
    const rows = { box: page.getByLabel('Buscar paciente'), rows: 'main h2' }
    return search(page, { ...rows, answer, request: patients }, doctor, doctor.patients)
  })
  tellSearch('key to list, 10,000 patients on their page', cards, LIST_MS)

  const row = '[data-consultation]'
  const consultations = '/api/consultations/search'
  const visits = await both(async (page, doctor) => {
    await page.goto('/app/history')
    await page.locator(row).first().waitFor()
    const answer = async (query: string) =>
      (await found(page, consultations, { query })).map(({ patientName }) => patientName ?? '')
    const box = page.getByLabel('Buscar por paciente ou contexto clínico')
    return search(page, { box, rows: row, answer, request: consultations }, doctor, doctor.visits)
  })
  tellSearch('key to list, 5,000 consultations', visits, HISTORY_MS)
  const first = await both((page) => times(5, () => openHistory(page, row)))
  tell('history opened from another page, 5,000 consultations', first, PAGE_MS)
  say(`next page of history, 5,000 consultations: ${(await nextPages(pages.get(much) as Page, row)).told}`)
  return lines
}

/** What the server finds, asked beside the page. */
async function found(page: Page, path: string, data: { query: string; limit?: number }) {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.context().request.post(path, { data, headers })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return ((await answer.json()) as { items: { name?: string; patientName?: string }[] }).items
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
    // The browser rolls there for a while, and heeds no key until it has come to the end that was.
    await pause(1_000)
    const shown = await page.locator(row).count()
    return untilRow(page, row, shown, () => page.keyboard.press('End'))
  })
  return { told: `median ${percentile(all, 0.5).toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)} ms` }
}

async function freePort(): Promise<number> {
  for (let port = 4_530; ; port += 2) if (await portIsFree(port)) return port
}
