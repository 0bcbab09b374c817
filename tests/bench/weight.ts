import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { launchOptions } from '#tests/testkit/chromium.ts'
import { pagesKnown } from '#tests/testkit/pages-known.ts'
import { wireBytes } from '#tests/testkit/weight.ts'
import { ownState, prepareBuilt, type Served, serveBuilt } from './built/serve.ts'
import { type Bench, type Line, summary } from './measure.ts'
import { templateBuild } from './template.ts'

const LANDING_KB = 10
const HISTORY_TARGET = 1.6
const KB = 1_000

type Script = { path: string; bytes: number }
type Weighed = { scripts: Script[]; inline: number; all: () => Promise<Script[]> }

/** Bytes do not vary: each page is opened once, in Chromium, with nothing in its cache, until it asks for nothing more. */
export const weight: Bench = async ({ say }) => {
  await prepareBuilt()
  const relato = await serveBuilt({ name: 'weight', entry: 'worker/plain.ts', state: ownState('weight'), assets: true })
  const build = join(await templateBuild(), 'server')
  const state = ownState('weight-template')
  const template = await serveBuilt({ name: 'weight-template', entry: 'worker/any.ts', state, build, assets: true })
  const browser = await chromium.launch(launchOptions())
  try {
    const landing = await weighed(await visitor(browser, relato), '/landing')
    const doctor = await visitor(browser, relato)
    const data = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
    const answer = await doctor.request.post('/api/auth/sign-in/email', { data, headers: { origin: relato.url } })
    if (!answer.ok()) throw new Error(`${DEMO_EMAIL} could not sign in: ${answer.status()}`)
    const history = await weighed(doctor, '/app/history')
    // Files that the app fetches so that every page works offline.
    await pagesKnown(doctor)
    const behind = total({ scripts: await history.all() }) - total(history)
    const bare = await weighed(await visitor(browser, template), '/')
    if (bare.scripts.length === 0) throw new Error('the template was not hydrated')
    for (const { path, bytes } of history.scripts) say(`  ${path} ${bytes}`)
    const line = (bytes: number): Line['of'] => summary([bytes / KB])
    const newLine = (name: string, of: Weighed) => ({ name, unit: 'KB' as const, of: line(total(of)) })
    return [
      {
        what: 'JavaScript of the landing, brotli',
        unit: 'KB',
        of: line(total(landing)),
        target: { atMost: LANDING_KB },
        compared: 'Every script that the browser fetched until the page was idle, as the edge compresses it; no peer.',
        notes: [`${landing.scripts.length} files; in the page itself ${landing.inline} bytes more`],
      },
      {
        what: 'JavaScript of /app/history, brotli, over a bare hydrated page',
        unit: '×',
        of: summary([total(history) / total(bare)]),
        target: { atMost: HISTORY_TARGET },
        compared:
          "All that the browser fetched until the history with its list was idle; beside it the home page of React Router's empty template, hydrated.",
        sides: [newLine('Relato', history), newLine('template', bare)],
        notes: [
          `${history.scripts.length} files beside ${bare.scripts.length}`,
          `not in it: ${Math.round(behind / KB)} KB of the app's other pages, fetched in the background after 5 s for when the network fails`,
        ],
      },
    ]
  } finally {
    await browser.close()
    await relato.stop()
    await template.stop()
  }
}

const total = ({ scripts }: Pick<Weighed, 'scripts'>) => scripts.reduce((sum, { bytes }) => sum + bytes, 0)

const visitor = async (browser: Browser, { url }: Served): Promise<Page> =>
  (await browser.newContext({ baseURL: url })).newPage()

async function weighed(page: Page, path: string): Promise<Weighed> {
  const under: Promise<Script>[] = []
  page.context().on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const { pathname } = new URL(response.url())
    const weigh = async () => ({ path: pathname, bytes: wireBytes(await response.body(), 'application/javascript') })
    under.push(weigh())
  })
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`)
  const code = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src])')].map((one) => one.innerHTML),
  )
  const inline = wireBytes(Buffer.from(code.join('\n')), 'application/javascript')
  const all = async () => {
    const once = new Map((await Promise.all(under)).map((script) => [script.path, script]))
    return [...once.values()].sort((a, b) => b.bytes - a.bytes)
  }
  return { scripts: await all(), inline, all }
}
