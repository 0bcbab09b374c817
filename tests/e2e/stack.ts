import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CID_TABLE_KEY } from '#domain/record/cid10/cid10.ts'
import { writeWav } from '#local/speech/pcm.ts'
import { ROOT, type Running, run, start } from '#local/stack/processes.ts'
import {
  buildForPreview,
  googleDiscovery,
  LOCAL_BUCKET,
  prepareDatabase,
  readSecret,
  startBuiltWorker,
  startGoogle,
  startStripe,
  untilGoogleAnswers,
  untilServing,
  writeSecrets,
} from '#local/stack/stack.ts'
import { stripeControl } from '#local/stripe/control.ts'
import { freePorts } from '../testkit/network.ts'
import { SPOKEN_CONSULTATION, speak } from '../testkit/speech/spoken-consultation.ts'
import { SEEN } from './canary.ts'

export const DIRECTORY = join(ROOT, '.local/e2e')
export const LANES = 2
/** Free ones, found before any lane begins; its processes read them here. */
const PORTS = 'E2E_PORTS'
const ports = ['port', 'speechPort', 'besidePort', 'googlePort', 'stripePort', 'failingPort'] as const
type Lane = { directory: string } & Record<(typeof ports)[number], number>
/** Journeys run side by side, each lane with a Worker, a database and a recogniser of its own. */
function lane(n: number): Lane {
  const free = (process.env[PORTS] ?? '').split(',').slice(n * ports.length)
  const assigned = Object.fromEntries(ports.map((name, at) => [name, Number(free[at] ?? 0)]))
  return { directory: join(DIRECTORY, String(n)), ...assigned } as Lane
}
const own = lane(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
export const APP_URL = `http://localhost:${own.port}`
const stripeUrl = ({ stripePort }: Pick<Lane, 'stripePort'>) => `http://127.0.0.1:${stripePort}`
/** Controls of the lane's own Stripe: time, failures, webhooks. */
export const stripeOfLane = () => stripeControl(stripeUrl(own), readSecret('STRIPE_SECRET_KEY'))
/** Where the Worker looks for a recogniser. */
export const SPEECH_PORT = own.speechPort
export const STATE = join(own.directory, 'state')
/** The audio of Chromium's microphone: the invented consultation, after a silence while the page starts. */
export const MICROPHONE = join(DIRECTORY, 'microphone.wav')
/** Long enough for permission, connection and the first frame. */
const LEAD_SECONDS = 4

const started = new Set<Running>()
// A failed journey or a stopped lane does not end its processes, so this handler does.
process.once('exit', () => {
  for (const { child } of started) {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // already gone
    }
  }
})
/** Ends with this process, however that ends. */
function endsHere(running: Running): Running {
  started.add(running)
  void running.ended.then(() => started.delete(running))
  return running
}

export type Engine = { heard: string[]; stop: () => Promise<void> }

/** Stores a process's output beside its data: canary.spec.ts reads it. */
const logTo = (directory: string, name: string) => (line: string) =>
  appendFileSync(join(directory, `${name}.log`), `${line}\n`)

/** The recogniser of the spoken consultation, in a process of its own. Resolves once it listens. */
export async function startRecogniser(): Promise<Engine> {
  const args = ['tests/testkit/speech/closed-vocabulary-server.ts', String(own.speechPort)]
  const [lines, heard]: [string[], string[]] = [[], []]
  const keep = logTo(own.directory, 'recogniser')
  let stop = async () => {}
  await new Promise<void>((resolve, reject) => {
    const onLine = (line: string) => {
      lines.push(line)
      keep(line)
      if (line.startsWith('listening')) resolve()
      if (line.startsWith('heard ')) heard.push(line.slice('heard '.length))
    }
    const running = endsHere(start({ name: 'recogniser', command: 'node', args, onLine }))
    stop = running.stop
    void running.ended.then(() => reject(new Error(lines.join('\n'))))
  })
  return { heard, stop }
}

export type App = { directory: string; port: number; speechPort: number }
export const stateOf = ({ directory }: Pick<App, 'directory'>): string => join(directory, 'state')

/** Builds the Worker and fills a database of its own. */
export async function prepareApp(app: App): Promise<void> {
  rmSync(app.directory, { recursive: true, force: true })
  mkdirSync(app.directory, { recursive: true })
  writeSecrets()
  await Promise.all([buildForPreview(), prepareDatabase(stateOf(app))])
}

/** Serves what was prepared; resolves when it answers. */
export async function startApp(app: App, settings: Record<string, string> = {}): Promise<Running> {
  const { port, speechPort } = app
  const vars = {
    APP_URL: `http://localhost:${port}`,
    SPEECH_URL: `ws://127.0.0.1:${speechPort}/v1/listen`,
    ...settings,
  }
  const onLine = logTo(app.directory, 'worker')
  const worker = endsHere(startBuiltWorker({ port, stateDir: stateOf(app), vars, onLine }))
  await untilServing(port, worker)
  return worker
}

const besideOf = (directory: string) => `${directory}-beside`
export const BESIDE_STATE = stateOf({ directory: besideOf(own.directory) })
export const BESIDE_URL = `http://localhost:${own.besidePort}`
/** The same build with settings of a test's own, beside the lane's: a database of its own, and a few codes of CID-10. */
export const startBeside = (settings: Record<string, string>): Promise<Running> =>
  startApp({ directory: besideOf(own.directory), port: own.besidePort, speechPort: own.speechPort }, settings)

const CID_LINES = 'J20.9\tBronquite aguda não especificada\nI10\tHipertensão essencial (primária)\n'

/**
 * The build's own files with what `change` makes of their configuration, beside the lane's Worker and without a
 * database; `said`: what its process has written.
 */
export async function startLaidOut(
  name: string,
  change: (folder: string) => object,
): Promise<{ url: string; said: string[]; stop: () => Promise<void> }> {
  const directory = `${own.directory}-${name}`
  rmSync(directory, { recursive: true, force: true })
  const folder = join(directory, 'server')
  cpSync(join(ROOT, 'build/server'), folder, { recursive: true })
  const config = join(folder, 'wrangler.json')
  const assets = { directory: join(ROOT, 'build/client') }
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), assets, ...change(folder) }))
  const outputLines: string[] = []
  const keep = logTo(directory, 'worker')
  const onLine = (line: string) => {
    outputLines.push(line)
    keep(line)
  }
  const port = own.failingPort
  const worker = endsHere(startBuiltWorker({ port, stateDir: stateOf({ directory }), config, vars: {}, onLine }))
  await untilServing(port, worker)
  return { url: `http://localhost:${port}`, said: outputLines, stop: worker.stop }
}

/** The files in which lies what every process of every lane has said. */
export const outputs = (): string[] => globSync(join(DIRECTORY, '*/*.log'))

/** Said by `npm test`, which prepares while other tests wait. */
export const PREPARED = 'E2E_PREPARED'

/** Builds the Worker, fills each lane's databases and speaks the consultation that its microphone hears. */
export async function prepare(): Promise<void> {
  rmSync(DIRECTORY, { recursive: true, force: true })
  const [first, ...others] = Array.from({ length: LANES }, (_, n) => lane(n)) as [Lane, ...Lane[]]
  await prepareApp(first)
  cpSync(first.directory, besideOf(first.directory), { recursive: true })
  const table = join(DIRECTORY, 'cid10.tsv')
  writeFileSync(table, CID_LINES)
  const state = stateOf({ directory: besideOf(first.directory) })
  const place = ['--config', 'wrangler.toml', '--file', table, '--local', '--persist-to', state]
  await run('wrangler', ['r2', 'object', 'put', `${LOCAL_BUCKET}/${CID_TABLE_KEY}`, ...place])
  for (const { directory } of others) {
    cpSync(first.directory, directory, { recursive: true })
    cpSync(besideOf(first.directory), besideOf(directory), { recursive: true })
  }
  const { samples, sampleRate } = speak(SPOKEN_CONSULTATION, { sampleRate: 48_000, leadSeconds: LEAD_SECONDS })
  writeFileSync(MICROPHONE, writeWav(samples, sampleRate))
}

/** Serves what was prepared, once a lane, for the whole browser suite. */
export default async function serve(): Promise<() => Promise<void>> {
  if (!process.env[PREPARED]) await prepare()
  process.env[PORTS] = (await freePorts(LANES * ports.length)).join()
  for (const before of [SEEN, ...outputs()]) rmSync(before, { recursive: true, force: true })
  const lanes = Array.from({ length: LANES }, (_, n) => lane(n))
  const googles = lanes.map(({ directory, port, googlePort }) =>
    endsHere(startGoogle(googlePort, [`http://localhost:${port}`], logTo(directory, 'google'))),
  )
  const stripes = lanes.map(({ directory, port, stripePort }) => {
    const file = join(directory, 'stripe.json')
    return endsHere(startStripe(stripePort, `http://localhost:${port}`, file, logTo(directory, 'stripe')))
  })
  await Promise.all(googles.map((google, n) => untilGoogleAnswers(lanes[n]?.googlePort ?? 0, google)))
  const workers = await Promise.all(
    lanes.map((one) => {
      const settings = { GOOGLE_DISCOVERY_URL: googleDiscovery(one.googlePort), STRIPE_API_URL: stripeUrl(one) }
      return startApp(one, settings)
    }),
  )
  return async () => {
    await Promise.all([...workers, ...googles, ...stripes].map((one) => one.stop()))
  }
}
