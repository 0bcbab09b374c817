import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { launchOptions } from '#tests/testkit/chromium.ts'
import { freePorts } from '#tests/testkit/network.ts'
import { ownState, prepareBuilt, serveBuilt } from './built/serve.ts'
import { edgeBefore } from './edge.ts'
import { type Bench, type Line, summary } from './measure.ts'

const PAGES = ['/landing', '/pricing', '/about', '/qualidade', '/contact']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LEAST_SCORE = 99
const LCP_MS = 1_500
const RUNS = 3

const NO_OTHER_HOST = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

type Look = { scores: number[]; lcp: number; faults: string[] }

/**
 * Lighthouse's mobile preset, with simulated network and processor, on the production build. Cloudflare's edge
 * compresses text and `wrangler dev` does not, so a proxy does it. Chromium may resolve no other host.
 */
export const lighthousePages: Bench = async ({ quick, say }) => {
  await prepareBuilt()
  const target = { port: 0 }
  const edge = await edgeBefore(target)
  const vars = { APP_URL: edge.url }
  const state = ownState('lighthouse')
  const worker = await serveBuilt({ name: 'lighthouse', entry: 'worker/plain.ts', state, vars, assets: true })
  target.port = Number(new URL(worker.url).port)
  const [port] = (await freePorts(1)) as [number]
  const { executablePath, args } = launchOptions()
  const debugged = [...args, `--remote-debugging-port=${port}`, NO_OTHER_HOST]
  const browser = await chromium.launch({ executablePath, args: debugged })
  try {
    const lines: Line[] = []
    for (const path of PAGES) {
      const looks: Look[] = []
      // Once without being counted: the Worker has rendered it then.
      await lookAt(edge.url + path, port)
      for (let run = 0; run < (quick ? 1 : RUNS); run++) looks.push(await lookAt(edge.url + path, port))
      for (const fault of new Set(looks.flatMap((look) => look.faults))) say(`${path}: ${fault}`)
      lines.push(...linesOf(path, looks))
    }
    return lines
  } finally {
    await browser.close()
    await worker.stop()
    await edge.close()
  }
}

function linesOf(path: string, looks: readonly Look[]): Line[] {
  const compared =
    "Lighthouse's mobile preset, simulated, on the production build behind what Cloudflare's edge does; no peer."
  const scores = CATEGORIES.map((name, n): Line => {
    const of = summary(looks.map((look) => look.scores[n] ?? 0))
    return { what: `${path}, ${name}`, unit: '', of, target: { atLeast: LEAST_SCORE }, compared }
  })
  const of = summary(looks.map(({ lcp }) => lcp))
  return [...scores, { what: `${path}, largest paint`, unit: 'ms', of, target: { atMost: LCP_MS }, compared }]
}

async function lookAt(url: string, port: number): Promise<Look> {
  const ran = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // No question, no report: nothing leaves this machine.
    enableErrorReporting: false,
  } as Parameters<typeof lighthouse>[1])
  if (!ran) throw new Error(`${url} was not looked at`)
  const { audits, categories, runtimeError } = ran.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    faults: faultsOf(ran.lhr),
  }
}

/** Audits outside performance that cost points. */
function faultsOf({ audits, categories }: Result): string[] {
  const counted = CATEGORIES.slice(1).flatMap((name) => categories[name]?.auditRefs ?? [])
  return counted
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`)
}
