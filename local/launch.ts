// npm run dev: everything on this machine, with hot reload. npm start (--built): the production build, environment preview.
import { join } from 'node:path'
import { readArguments } from './input.ts'
import { addressToAsk, askForModels } from './stack/ollama.ts'
import { portIsFree, type Running, untilReady } from './stack/processes.ts'
import {
  buildForPreview,
  prepareDatabase,
  readSetting,
  ringScheduled,
  STATE_DIR,
  startBuiltWorker,
  startDevServer,
  startGoogle,
  startSpeech,
  startStripe,
  untilGoogleAnswers,
  writeSecrets,
} from './stack/stack.ts'
import { type Ports, services, summary, usesLocal } from './stack/summary.ts'

const ports: Ports = { app: 5173, speech: 4300, google: 4400, stripe: 4310 }
const SPEECH_STARTS_MS = 30_000
const { values } = readArguments({ built: { type: 'boolean', default: false } })
const running: Running[] = []
let stopping = false

async function stopAll(code: number): Promise<never> {
  stopping = true
  await Promise.all(running.map((one) => one.stop()))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll(0))

function fail(message: string): Promise<never> {
  console.error(`\n${message}\n`)
  return stopAll(1)
}

/** Hides routine output of Vite and wrangler; the Worker's own log and errors pass. */
const noise = [
  /^\[wrangler:info\]/,
  /^\s*$/,
  /\[restart\]/,
  /Using secrets/,
  /➜/,
  /^listening on/,
  /^QUEUE /,
  /dependencies optimized|optimized dependencies/,
  /program reload/,
  /^\s*[╭│╰⛅─]/,
  /wrangler \d/,
  /Your Worker has access|Binding +Resource|env\.|Using vars|To access|Ready on|Starting local|hmr (update|invalidate)|page reload/,
]
let shown = false
const show = (line: string) => {
  if (shown && !stopping && !noise.some((pattern) => pattern.test(line))) console.log(line.trim())
}
const early: string[] = []
const worker = (line: string) => (shown ? show(line) : early.push(line))

const title = values.built ? 'Relato · build de produção, ambiente preview' : 'Relato · desenvolvimento'

/** Starts the speech server; resolves once it accepts connections or has ended. */
function untilSpeechListens(lines: string[]): Promise<unknown> {
  return new Promise<void>((resolve) => {
    const speech = startSpeech(ports.speech, [], (line) => {
      if (shown) show(line)
      else lines.push(line)
      if (line.includes('ws://')) resolve()
    })
    running.push(speech)
    void speech.ended.then(() => resolve())
  })
}

const began = Date.now()
writeSecrets()
// Starts only the services that the Worker uses: .dev.vars may name other ones.
const hasSpeech = usesLocal.speech(readSetting, ports)
const hasGoogle = usesLocal.google(readSetting, ports)
const hasStripe = usesLocal.stripe(readSetting)
const neededPorts = [ports.app, hasSpeech && ports.speech, hasGoogle && ports.google, hasStripe && ports.stripe]
for (const port of neededPorts) {
  if (port && !(await portIsFree(port)))
    await fail(`A porta ${port} já está em uso. Encerre o programa que a ocupa e tente de novo.`)
}
console.log('Preparando o Relato…')
try {
  await Promise.all([prepareDatabase(STATE_DIR), values.built ? buildForPreview() : undefined])
  const app = values.built
    ? startBuiltWorker({ port: ports.app, stateDir: STATE_DIR, onLine: worker })
    : startDevServer({ port: ports.app, onLine: worker })
  running.push(app)
  await untilReady(`http://localhost:${ports.app}/landing`, app, 120_000)
  // A signal came meanwhile: a process started now would outlive this one.
  if (stopping) await new Promise(() => undefined)
  // Starts these in parallel: the first page does not need them.
  const speechLines: string[] = []
  const google = hasGoogle ? startGoogle(ports.google, [`http://localhost:${ports.app}`]) : undefined
  if (google) running.push(google)
  if (hasStripe)
    running.push(startStripe(ports.stripe, `http://localhost:${ports.app}`, join(STATE_DIR, 'stripe.json'), worker))
  const late = new Promise((resolve) => setTimeout(resolve, SPEECH_STARTS_MS))
  const modelAddress = addressToAsk(readSetting('MODEL_URL'), readSetting('MODEL_NAME'))
  const [modelServer] = await Promise.all([
    modelAddress ? askForModels(modelAddress) : undefined,
    google && untilGoogleAnswers(ports.google, google),
    hasSpeech && Promise.race([untilSpeechListens(speechLines), app.ended, late]),
  ])
  ringScheduled(ports.app)
  const rows = services(readSetting, ports, speechLines, modelServer)
  console.log(summary(title, Math.round((Date.now() - began) / 1_000), ports.app, rows))
  shown = true
  for (const one of running)
    void one.ended.then((code) => !stopping && fail(`${one.name} terminou sozinho (código ${code}).`))
} catch (error) {
  if (!stopping) await fail([...early.slice(-20), error instanceof Error ? error.message : String(error)].join('\n'))
}
