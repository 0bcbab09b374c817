import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse, { type Result } from 'lighthouse'
import { portIsFree, ROOT } from '#local/stack/processes.ts'
import { prepareApp, startApp } from '#tests/e2e/stack.ts'
import { chromiumArgs, ensureChromium } from '#tests/testkit/chromium.ts'
import { edgeBefore } from './edge.ts'
import { type Bench, type Line, summary } from './measure.ts'

const HELD = ['/landing', '/pricing', '/about', '/contact']
const TOLD = ['/demo', '/login']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LEAST_SCORE = 99
const LCP_MS = 1_500
const RUNS = 3

type Look = { scores: number[]; lcp: number; shift: number; bytes: number; faults: string[] }

/**
 * Lighthouse's mobile preset, with simulated network and processor, on the production build. Cloudflare's edge
 * compresses text and `wrangler dev` does not, so a proxy does it. Chromium may resolve no other host.
 */
export const lighthousePages: Bench = async ({ quick, say }) => {
  const port = await freePort()
  const app = { directory: join(ROOT, '.local/bench/lighthouse'), port, speechPort: port + 1 }
  await prepareApp(app)
  const edge = await edgeBefore(port)
  const worker = await startApp(app, { APP_URL: edge.url })
  const browser = await startChromium(port + 2)
  try {
    const lines: Line[] = []
    for (const path of [...HELD, ...TOLD]) {
      const looks: Look[] = []
      // Once without being counted: the Worker has rendered it then.
      await lookAt(edge.url + path, port + 2)
      for (let run = 0; run < (quick ? 1 : RUNS); run++) looks.push(await lookAt(edge.url + path, port + 2))
      for (const fault of new Set(looks.flatMap((look) => look.faults))) say(`${path}: ${fault}`)
      lines.push(...linesOf(path, looks))
    }
    return lines
  } finally {
    await browser.stop()
    await worker.stop()
    await edge.close()
  }
}

function linesOf(path: string, looks: readonly Look[]): Line[] {
  const hasTarget = HELD.includes(path)
  const compared =
    "Lighthouse's mobile preset, simulated, on the production build behind what Cloudflare's edge does; no peer."
  const scores = CATEGORIES.map((name, n): Line => {
    const of = summary(looks.map((look) => look.scores[n] ?? 0))
    return { what: `${path}, ${name}`, unit: '', of, ...(hasTarget && { target: { atLeast: LEAST_SCORE } }), compared }
  })
  const newLine = (what: string, unit: Line['unit'], read: (look: Look) => number): Line => ({
    what: `${path}, ${what}`,
    unit,
    of: summary(looks.map(read)),
    compared,
  })
  return [
    ...scores,
    { ...newLine('largest paint', 'ms', (look) => look.lcp), ...(hasTarget && { target: { atMost: LCP_MS } }) },
    newLine('layout shift', '', (look) => look.shift),
    newLine('with pictures', 'KB', (look) => look.bytes / 1_000),
  ]
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
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcp: figure('largest-contentful-paint'),
    shift: figure('cumulative-layout-shift'),
    bytes: figure('total-byte-weight'),
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

async function startChromium(port: number): Promise<{ stop: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'relato-lighthouse-'))
  const own = [
    '--headless=new',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ]
  const child = spawn(process.env.CHROMIUM ?? ensureChromium(), [...chromiumArgs(), ...own, 'about:blank'], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await pause(100)
  return {
    async stop() {
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  for (let port = 4_600; ; port += 4) if ((await portIsFree(port)) && (await portIsFree(port + 2))) return port
}
