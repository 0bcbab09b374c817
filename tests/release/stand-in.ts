// Replaces wrangler, react-router and git in the folder STAND_IN: records each call in calls.txt and answers from
// account.json, in the formats of wrangler 4.149. tests/release/release.test.ts puts it first on PATH.
import { appendFileSync, copyFileSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = process.env.STAND_IN ?? ''
const [, script = '', ...args] = process.argv
const program = basename(script)
const words = args.join(' ')
type Deployment = { created_on: string; versions: { version_id: string; percentage: number }[] }
export type Account = {
  databases: { uuid: string; name: string }[]
  buckets: string[]
  queues: string[]
  secrets: string[]
  deployments: Deployment[]
}
const file = join(folder, 'account.json')
const account = JSON.parse(readFileSync(file, 'utf8')) as Account
const id = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
const PAGE = 2

if (program !== 'git') appendFileSync(join(folder, 'calls.txt'), `${[program, ...args].join(' ')}\n`)
const is = (...start: string[]) => start.every((word, index) => args[index] === word)
const deploy = (versions: Deployment['versions']) =>
  account.deployments.push({ created_on: `2026-11-29T10:0${account.deployments.length}:00Z`, versions })

function answer(): string {
  if (program === 'git') return words.startsWith('rev-parse') ? 'a1b2c3d4e5f6' : ''
  if (program === 'react-router') {
    const built = join(folder, 'server/wrangler.json')
    const prepared = join(folder, `${process.env.CLOUDFLARE_ENV}.json`)
    copyFileSync(prepared, built)
    utimesSync(built, statSync(prepared).mtime, statSync(prepared).mtime)
    return ''
  }
  if (is('d1', 'list')) return JSON.stringify(account.databases)
  if (is('d1', 'create')) account.databases.push({ name: args[2] ?? '', uuid: id(900 + account.databases.length) })
  if (is('r2', 'bucket', 'list')) return account.buckets.map((name) => `name:           ${name}\n`).join('\n')
  if (is('r2', 'bucket', 'create')) account.buckets.push(args[3] ?? '')
  if (is('queues', 'list')) {
    const from = (Number(args[3]) - 1) * PAGE
    return account.queues
      .slice(from, from + PAGE)
      .map((name) => `│ ${'0123456789abcdef'.repeat(2)} │ ${name} │`)
      .join('\n')
  }
  if (is('queues', 'create')) account.queues.push(args[2] ?? '')
  if (is('secret', 'list')) return JSON.stringify(account.secrets.map((name) => ({ name, type: 'secret_text' })))
  if (is('versions', 'upload')) return `Worker Version ID: ${id(account.deployments.length + 1)}\n`
  if (is('deployments', 'list')) return JSON.stringify(account.deployments)
  if (is('versions', 'deploy'))
    deploy(
      args
        .filter((word) => word.endsWith('%'))
        .map((word) => ({
          version_id: word.split('@')[0] ?? '',
          percentage: Number.parseInt(word.split('@')[1] ?? '', 10),
        })),
    )
  if (is('deploy')) deploy([{ version_id: id(account.deployments.length + 1), percentage: 100 }])
  return ''
}

process.stdout.write(answer())
writeFileSync(file, JSON.stringify(account))
