// An operator's machine: stand-ins first on PATH, a copy of wrangler.toml to fill, an account, and the address it serves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Account } from './stand-in.ts'

/** The token of an operator's terminal. */
export const OPERATOR = 'an operator token of the tests'
const secret = (seed: string) => `${seed}4x9Qw1Xr7Tb5Ny8Mu2Lp3Jh6Gf0DsAzVc`
/** Secrets that production takes. */
export const secrets = {
  AUTH_SECRET: secret('a'),
  DEVICE_SECRET: secret('b'),
  AUDIT_SECRET: secret('c'),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

/** The repository's settings without what an operator fills in: the tests hold in a repository that serves doctors, too. */
export function emptyToml(): string {
  const hosts = { staging: 'staging.relato.example', production: 'relato.example' }
  const text = readFileSync('wrangler.toml', 'utf8')
    .replace(/^database_id = "[^"]*"$/gm, 'database_id = "00000000-0000-0000-0000-000000000000"')
    .replace(/^jurisdiction = "[^"]*"\n/gm, '')
  return Object.entries(hosts).reduce((before, [environment, host]) => {
    const from = before.indexOf(`[env.${environment}]\n`)
    const to = before.indexOf(`[[env.${environment}.`, from)
    const own = before
      .slice(from, to)
      .replace(/^routes = \[[^\]]*\]/m, `routes = [{ pattern = "${host}", custom_domain = true }]`)
      .replace(/^APP_URL = "[^"]*"/m, `APP_URL = "https://${host}"`)
      .replace(/^MAIL_FROM = "[^"]*"/m, `MAIL_FROM = "Relato <nao-responda@${host}>"`)
      .replace(/^(ALERT_MAIL|SYNTHETIC|COPIES_VERIFY_KEY|SPEECH_URL|MODEL_URL|GOOGLE_CLIENT_ID) = "[^"]*"/gm, '$1 = ""')
    return before.slice(0, from) + own + before.slice(to)
  }, text)
}

/** These settings with an invented domain, and with an id of its own for each deployed database. */
export const completeToml = () => {
  let count = 0
  return emptyToml()
    .replaceAll('relato.example', 'relato.med.br')
    .replaceAll('00000000-0000-0000-0000-000000000000', () => `6f1b1f4e-0000-4000-8000-00000000000${++count}`)
}

export function newMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const file = (name: string, content: string) => {
    const path = join(folder, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  const standIn = join(import.meta.dirname, 'stand-in.ts')
  for (const name of ['wrangler', 'react-router', 'git'])
    chmodSync(file(`bin/${name}`, `#!${process.execPath}\nimport(${JSON.stringify(standIn)})\n`), 0o755)
  const account: Account = { databases: [], buckets: [], queues: [], secrets: [], deployments: [] }
  file('account.json', JSON.stringify(account))
  file('calls.txt', '')
  file('client/assets/entry-1.js', '')
  mkdirSync(join(folder, 'server'))

  /** The environment of the operator's terminal, without a token. */
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    STAND_IN: folder,
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
  }
  /** Runs a command without a terminal. Returns its code, the lines of both outputs, and the calls it made. */
  const run = async (script: string, ...args: string[]) => {
    file('calls.txt', '')
    const child = spawn('node', [`ops/release/${script}.ts`, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const linesOf = (output: string) =>
      output
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '')
    const calls = linesOf(readFileSync(join(folder, 'calls.txt'), 'utf8'))
    return { status: status as number, out: linesOf(out), errors: linesOf(errors), calls }
  }
  const readAccount = () => JSON.parse(readFileSync(join(folder, 'account.json'), 'utf8')) as Account
  return { folder, env, file, run, readAccount, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Serves the health, the sign-in page and the synthetic consultation of a build; records the version that each request
 * asks for. Returns its address.
 */
export async function serveWorker() {
  const worker = {
    ...{ asset: 'entry-1.js', health: 200, asked: [] as string[] },
    /** The next faults of synthetic consultations, then good ones; the version, else the last one asked for; the status. */
    ...{ faults: [] as (string | null)[], version: '', statusNow: () => 200 },
  }
  let named = ''
  const server = createServer((request, response) => {
    const override = String(request.headers['cloudflare-workers-version-overrides'] ?? '')
    named = /="(.*)"/.exec(override)?.[1] ?? named
    worker.asked.push(`${request.url} ${override}`.trim())
    if (request.url === '/api/operator/synthetic') {
      const isKnown = request.headers.authorization === `Bearer ${OPERATOR}` && request.method === 'POST'
      response.statusCode = isKnown ? worker.statusNow() : 401
      const fault = response.statusCode === 200 ? (worker.faults.shift() ?? null) : null
      return void response.end(JSON.stringify({ fault, version: worker.version || named }))
    }
    const isHealth = request.url === '/api/health'
    response.statusCode = isHealth ? worker.health : 200
    response.end(isHealth ? '{"ok":true}' : `<script type="module" src="/assets/${worker.asset}"></script>`)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { worker, address, close: () => server.close() }
}
