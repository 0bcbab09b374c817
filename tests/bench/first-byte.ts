import { Agent, get } from 'node:http'
import type { Statement } from '#tests/testkit/d1-meter.ts'
import { ownState, prepareBuilt, serveBuilt, usageOf } from './built/serve.ts'
import { signedIn } from './cost/visit.ts'
import { fill } from './filled/fill.ts'
import { type Bench, inTurn, type Line, median, ratios, side, summary } from './measure.ts'

const TURNS = 9
const REQUESTS = 80
const QUICK = { turns: 2, requests: 15 }
const LANDING = '/landing'
const DASHBOARD = '/app/dashboard'
const LANDING_TARGET = 1.5
const DASHBOARD_TARGET = 3

type Learnt = { html: string; queries: Pick<Statement, 'sql' | 'params'>[] }
type Pair = { ours: () => Promise<number>; bare: () => Promise<number> }

/** Two pages rendered on the server, each beside a bare Hono Worker that has nothing to render: asked in turn. */
export const firstByte: Bench = async ({ quick, say }) => {
  const repeats = quick ? QUICK : { turns: TURNS, requests: REQUESTS }
  await prepareBuilt()
  const state = ownState('first-byte')
  const beside = ownState('first-byte-bare')
  const now = Date.now()
  for (const one of [state, beside]) fill(one, now)
  const learnt = await learn(ownState('first-byte-learnt'), now)
  const bytes = Buffer.byteLength(learnt.html)
  say(`landing ${bytes} bytes; dashboard: ${learnt.queries.length} statements`)
  const relato = await serveBuilt({ name: 'first-byte', entry: 'worker/plain.ts', state })
  const hono = await serveBuilt({ name: 'bare', entry: 'worker/bare.ts', state: beside, bare: true })
  try {
    await fetch(`${hono.url}/learn`, { method: 'POST', body: JSON.stringify(learnt) })
    const { doctor } = await signedIn(relato.url)
    const pages: Pair = {
      ours: () => untilFirstByte(`${relato.url}${LANDING}`),
      bare: () => untilFirstByte(`${hono.url}/page`),
    }
    const rows: Pair = {
      ours: () => untilFirstByte(`${relato.url}${DASHBOARD}`, doctor.cookie),
      bare: () => untilFirstByte(`${hono.url}/rows`),
    }
    return [
      await compare(pages, repeats, {
        what: 'landing, time to first byte',
        target: { atMost: LANDING_TARGET },
        compared:
          'The production build has rendered the page once and answers each visitor with it, under a nonce of their own; bare Hono answers with the same bytes from memory.',
      }),
      await compare(rows, repeats, {
        what: 'dashboard with data, time to first byte',
        target: { atMost: DASHBOARD_TARGET },
        compared:
          'Session, database, audit row and page, over HTTP; bare Hono runs the same statements in one D1 batch, checks no session and answers with the rows as JSON.',
      }),
    ]
  } finally {
    await relato.stop()
    await hono.stop()
  }
}

/** Reads the pages, and the dashboard's queries, from a Worker that reports them and is not measured. */
async function learn(state: string, now: number): Promise<Learnt> {
  fill(state, now)
  const served = await serveBuilt({ name: 'learnt', entry: 'worker/metered.ts', state })
  try {
    const { call } = await signedIn(served.url)
    // The first visit of a minute tells the audit log; those after it are what is measured.
    await call('GET', DASHBOARD)
    await usageOf(served)
    const dashboard = await call<string>('GET', DASHBOARD)
    if (!dashboard.includes('Consultas')) throw new Error('the dashboard shows nothing')
    const queries = (await usageOf(served)).asked.map(({ sql, params }) => ({ sql, params }))
    // Measures as a visitor: a signed-in doctor is redirected to the dashboard.
    const html = await (await fetch(served.url + LANDING)).text()
    return { html, queries }
  } finally {
    await served.stop()
  }
}

const agent = new Agent({ keepAlive: true })

function untilFirstByte(url: string, cookie?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    get(url, { agent, headers: cookie ? { cookie } : {} }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      let first: number | undefined
      answer.on('data', () => {
        first ??= performance.now() - startedAt
      })
      answer.once('end', () => resolve(first ?? Number.NaN))
    }).once('error', reject)
  })
}

/** The median of so many requests of each, asked alternately. */
async function medianTimes({ ours, bare }: Pair, requests: number): Promise<[ours: number, bare: number]> {
  const times: [number[], number[]] = [[], []]
  for (let request = 0; request < requests; request++) {
    times[0].push(await ours())
    times[1].push(await bare())
  }
  return [median(times[0]), median(times[1])]
}

async function compare(pair: Pair, { turns, requests }: typeof QUICK, line: Omit<Line, 'unit' | 'of'>): Promise<Line> {
  const [found = []] = await inTurn(turns, [() => medianTimes(pair, requests)])
  const [ours, bare] = [found.map(([one]) => one), found.map(([, one]) => one)]
  const sides = [side('Relato', 'ms', ours), side('bare Hono', 'ms', bare)]
  return { ...line, unit: '×', of: summary(ratios(ours, bare)), sides }
}
