// An operator with the commands, and the provider that stores the copies.
import { spawn } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { type CopyReport, copyReport } from '#domain/service/copy-report.ts'
import { listen } from '#tests/testkit/network.ts'
import { type S3Key, startS3 } from '#tests/testkit/s3.ts'

const writer: S3Key = { id: 'writer', secret: 'secret of the writer', may: ['PUT'] }
const reader: S3Key = { id: 'reader', secret: 'secret of the reader', may: ['GET'] }
/** The service's own bucket, where a test gives it one. */
export const serviceKey: S3Key = { id: 'service', secret: 'secret of the service', may: ['GET', 'PUT'] }

export async function newOperator() {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'))
  const s3 = await startS3([writer, reader, serviceKey])
  /** Runs a command of ops/copies. Returns its code and the lines of its outputs. */
  async function run(script: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) {
    const { id, secret } = script === 'backup' ? writer : reader
    const bucket = { COPIES_URL: `${s3.url}/copias`, COPIES_KEY_ID: id, COPIES_SECRET: secret }
    const child = spawn('node', [`ops/copies/${script}.ts`, ...args], {
      env: { ...process.env, ...bucket, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const linesOf = (output: string) => output.split('\n').filter((line) => line !== '')
    return { status: status as number, out: linesOf(out), errors: linesOf(errors) }
  }
  /** Makes a pair of key files. Returns the path of the one in the safe, and the settings of the writer. */
  async function makeKeys(name: string) {
    const key = join(folder, name)
    const { status, errors } = await run('backup', ['keys', key])
    if (status !== 0) throw new Error(errors.join('\n'))
    return { key, settings: parseEnv(readFileSync(`${key}.writer`, 'utf8')) as Record<string, string> }
  }
  const close = async () => {
    await s3.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, s3, run, makeKeys, close }
}

/** The service that watches the copies: it takes the reports of one writer, or answers `answer.status`. */
export async function startWatcher(verifyKey: string) {
  const key = createPublicKey({ key: Buffer.from(verifyKey, 'base64'), type: 'spki', format: 'der' })
  const reports: CopyReport[] = []
  const answer = { status: 200 }
  const server = createServer(async (request, response) => {
    const { report } = JSON.parse(await text(request)) as { report: string }
    const signature = Buffer.from(request.headers.authorization?.replace('Bearer ', '') ?? '', 'base64')
    const isGood = request.url === '/api/copies/reports' && verify(null, Buffer.from(report), key, signature)
    if (isGood) reports.push(copyReport.parse(JSON.parse(report)))
    const { copy, at } = reports.at(-1) ?? {}
    response.writeHead(isGood ? answer.status : 400).end(JSON.stringify({ copy, at }))
  })
  const { port, close } = await listen(server)
  return { url: `http://127.0.0.1:${port}`, reports, answer, close }
}
