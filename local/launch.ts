// npm run dev: everything on this machine, with hot reload. npm start (--built): the production build, environment preview.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEMO_EMAIL, DEMO_PASSWORD } from './stack/demonstration-doctor.ts'
import { portIsFree, type Running, untilReady } from './stack/processes.ts'
import {
  buildForPreview,
  prepareDatabase,
  ringScheduled,
  STATE_DIR,
  startBuiltWorker,
  startDevServer,
  startGoogle,
  startSpeech,
  startStripe,
  stripeIsStoodInFor,
  untilGoogleAnswers,
  writeSecrets,
} from './stack/stack.ts'

const APP_PORT = 5173
const SPEECH_PORT = 4300
const GOOGLE_PORT = 4400
const STRIPE_PORT = 4310
const SPEECH_STARTS_MS = 30_000
const { values } = parseArgs({ options: { built: { type: 'boolean', default: false } } })
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

/** Vite and wrangler say much that matters to nobody here; the Worker's own log and errors pass. */
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

function summary(recogniser: string, seconds: number): string {
  const stripe = stripeIsStoodInFor()
    ? `de mentira, nenhum cartão é cobrado: http://127.0.0.1:${STRIPE_PORT}`
    : 'o de verdade, com a chave que está em .dev.vars'
  const rows = [
    ['Aplicativo', `http://localhost:${APP_PORT}`],
    ['Entrar com', `${DEMO_EMAIL}  ·  senha ${DEMO_PASSWORD}`],
    ['Google', 'de mentira, com contas inventadas: "Continuar com Google" na tela de login'],
    ['Stripe', stripe],
    ['Emails', `http://localhost:${APP_PORT}/dev/inbox  (nada sai desta máquina)`],
    ['Fala', recogniser],
    ['Estruturação', 'extrativa, sem modelo de linguagem (MODEL_URL e MODEL_NAME em .dev.vars ligam um)'],
    ['Dados', '.wrangler/state  (ficam de uma vez para a outra)'],
  ]
  const width = Math.max(...rows.map(([name]) => (name ?? '').length))
  const title = values.built ? 'Relato · build de produção, ambiente preview' : 'Relato · desenvolvimento'
  return [
    '',
    `  ${title} · pronto em ${seconds} s`,
    '',
    ...rows.map(([name, text]) => `  ${(name ?? '').padEnd(width)}  ${text}`),
    '',
    '  Ctrl+C encerra tudo.',
    '',
  ].join('\n')
}

const began = Date.now()
for (const port of [APP_PORT, SPEECH_PORT, GOOGLE_PORT, STRIPE_PORT]) {
  if (!(await portIsFree(port)))
    await fail(`A porta ${port} já está em uso. Encerre o programa que a ocupa e tente de novo.`)
}
console.log('Preparando o Relato…')
writeSecrets()
try {
  await Promise.all([prepareDatabase(STATE_DIR), values.built ? buildForPreview() : undefined])
  const app = values.built
    ? startBuiltWorker({ port: APP_PORT, stateDir: STATE_DIR, onLine: worker })
    : startDevServer({ port: APP_PORT, onLine: worker })
  running.push(app)
  await untilReady(`http://localhost:${APP_PORT}/landing`, app, 120_000)
  // Told to end meanwhile: what is started now would outlive us.
  if (stopping) await new Promise(() => undefined)
  // The first page asks nothing of them, and need not share the machine with their start.
  const speechLines: string[] = []
  let said = () => {}
  const heard = new Promise<void>((resolve) => {
    said = resolve
  })
  const speech = startSpeech(SPEECH_PORT, [], (line) => {
    if (shown) show(line)
    else speechLines.push(line)
    if (line.includes('ws://')) said()
  })
  const google = startGoogle(GOOGLE_PORT, [`http://localhost:${APP_PORT}`])
  running.push(speech, google)
  if (stripeIsStoodInFor())
    running.push(startStripe(STRIPE_PORT, `http://localhost:${APP_PORT}`, join(STATE_DIR, 'stripe.json'), worker))
  const late = new Promise((resolve) => setTimeout(resolve, SPEECH_STARTS_MS))
  await Promise.all([untilGoogleAnswers(GOOGLE_PORT, google), Promise.race([heard, speech.ended, app.ended, late])])
  ringScheduled(APP_PORT)
  const demonstration = speechLines.some((line) => line.includes('demonstração'))
  const recogniser = demonstration
    ? 'DEMONSTRAÇÃO: escreve uma consulta pronta, não ouve palavras (npm run speech:install instala um modelo real)'
    : (speechLines.at(-1) ?? 'iniciando')
  console.log(summary(recogniser, Math.round((Date.now() - began) / 1_000)))
  shown = true
  for (const one of running)
    void one.ended.then((code) => !stopping && fail(`${one.name} terminou sozinho (código ${code}).`))
} catch (error) {
  if (!stopping) await fail([...early.slice(-20), error instanceof Error ? error.message : String(error)].join('\n'))
}
