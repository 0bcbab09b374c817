import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { portIsFree, ROOT, type Running, run, start } from '#local/stack/processes.ts'
import { readSecret } from '#local/stack/stack.ts'
import { prepareBuilt } from './built/serve.ts'
import { type Bench, inTurn, type Line, type Run, ratios, side, summary } from './measure.ts'
import { templateBuild, templateFolder } from './template.ts'
import { startBuild } from './workerd.ts'

const STARTS = 15
const DEV_STARTS = 7
const START_TARGET = 2
const UPLOAD_MB = 2
const DEV_TARGET = 2
/** Ports that `npm run dev` listens on; a person opens the first. */
const DEV_PORTS = [5173, 4300, 4310, 4400]
const TEMPLATE_PORT = 5183
/** The door of the product, rendered on the server; the template has one page. */
const PAGE = '/landing'

/** The Worker's cost before its first answer, and a developer's wait, beside the empty template. */
export const startUp: Bench = async (run) => {
  await prepareBuilt()
  const [product, template] = [join(ROOT, 'build'), await templateBuild()]
  return [
    await workerStart(run, join(product, 'server'), join(template, 'server')),
    await upload(join(product, 'server/wrangler.json'), join(template, 'server/wrangler.json')),
    await devStart(run),
  ]
}

/** The first start of each reads its files from the disk, as the turn that is not counted. */
async function workerStart({ quick }: Run, product: string, template: string): Promise<Line> {
  const { vars } = JSON.parse(readFileSync(join(product, 'wrangler.json'), 'utf8')) as { vars: Record<string, string> }
  const secrets = { AUTH_SECRET: readSecret('AUTH_SECRET'), DEVICE_SECRET: readSecret('DEVICE_SECRET') }
  const forget = () => {
    for (const name of ['relato', 'template'])
      rmSync(join(ROOT, '.local/bench', `start-${name}`), { recursive: true, force: true })
  }
  const starting = (name: string, files: string, path: string, settings: Record<string, string>) => async () => {
    const startedAt = performance.now()
    const worker = await startBuild(`start-${name}`, files, settings)
    try {
      const answer = await fetch(`http://127.0.0.1:${worker.port}${path}`)
      const page = await answer.text()
      if (!answer.ok || !page.includes('</html>')) throw new Error(`${name} answered ${answer.status}: ${page}`)
      return performance.now() - startedAt
    } finally {
      await worker.stop()
    }
  }
  forget()
  const [ours = [], theirs = []] = await inTurn(quick ? 2 : STARTS, [
    starting('relato', product, PAGE, { ...vars, ...secrets }),
    starting('template', template, '/', {}),
  ])
  forget()
  return {
    what: 'Worker start-up to its first page, over the template',
    unit: '×',
    of: summary(ratios(ours, theirs)),
    target: { atMost: START_TARGET },
    compared:
      `workerd alone, from its start to the end of the first page rendered on the server (${PAGE}; the template's only ` +
      'page): both production builds of the same versions, each with its own compatibility flags, neither asks anything behind it.',
    sides: [side('Relato', 'ms', ours), side('template', 'ms', theirs)],
  }
}

async function upload(product: string, template: string): Promise<Line> {
  const [ours, theirs] = [await gzipped(product), await gzipped(template)]
  return {
    what: 'upload of the Worker, gzip',
    unit: 'MB',
    of: summary([ours]),
    target: { atMost: UPLOAD_MB },
    compared: 'What `wrangler deploy --dry-run` says that it would send, of both production builds.',
    sides: [side('template', 'MB', [theirs])],
    notes: [`${(ours / theirs).toFixed(1)} × the template`],
  }
}

async function gzipped(config: string): Promise<number> {
  // Other measures silence wrangler in this process; here its output is read.
  const output = await run('wrangler', ['deploy', '--dry-run', '--config', config], { WRANGLER_LOG: 'log' })
  const kib = /gzip: ([\d.]+) KiB/.exec(output)?.[1]
  if (!kib) throw new Error(`wrangler did not say what it would send:\n${output}`)
  return (Number(kib) * 1_024) / 1e6
}

async function devStart({ quick }: Run): Promise<Line> {
  for (const port of [...DEV_PORTS, TEMPLATE_PORT])
    if (!(await portIsFree(port))) throw new Error(`port ${port} is in use: npm run dev cannot start`)
  const starting = (url: string, command: string, args: string[], cwd: string) => async () => {
    const startedAt = performance.now()
    const dev = start({ name: command, command, args, cwd })
    const end = () => dev.child.kill('SIGTERM')
    process.once('exit', end)
    try {
      await firstPage(url, dev)
      return (performance.now() - startedAt) / 1_000
    } finally {
      // Signals the launcher instead of killing it: it ends its own processes, which are in another process group.
      end()
      await dev.ended
      await dev.stop()
      process.off('exit', end)
    }
  }
  const args = ['dev', '--port', String(TEMPLATE_PORT)]
  const [ours = [], theirs = []] = await inTurn(quick ? 1 : DEV_STARTS, [
    starting(`http://localhost:5173${PAGE}`, 'node', ['local/launch.ts'], ROOT),
    starting(`http://localhost:${TEMPLATE_PORT}/`, 'react-router', args, templateFolder()),
  ])
  return {
    what: '`npm run dev` to the first page, over the template',
    unit: '×',
    of: summary(ratios(ours, theirs)),
    target: { atMost: DEV_TARGET },
    compared:
      "From the command to the end of the first page, a second start: Relato's is `node local/launch.ts`, which sees to the database first " +
      "and starts speech, Google and Stripe only after it, so that they are not in this time; the template's is `react-router dev`.",
    sides: [side('Relato', 's', ours), side('template', 's', theirs)],
  }
}

/** The port is closed at first; once open, it answers when the page is ready. */
async function firstPage(url: string, dev: Running): Promise<void> {
  let hasEnded = false
  void dev.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok && (await answer.text()).includes('</html>')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${dev.name} ended before it answered`)
}
