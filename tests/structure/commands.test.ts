import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type AuditEntry, anchorKey, keyIdOf, nextSeal } from '#domain/audit/chain.ts'
import { digestsOf } from '#ops/audit/digests.ts'

const folder = mkdtempSync(join(tmpdir(), 'relato-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const run = (script: string, args: string[], env: Record<string, string> = {}) => {
  const { status, stdout } = spawnSync('node', [script, ...args], { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, said: stdout.trim().split('\n') }
}

test('deploy:check passes a whole production and names what another lacks, never a value', () => {
  const check = (...args: string[]) => run('ops/deploy/check.ts', args)
  const secret = (seed: string) => `${seed}4x9Qw1Xr7Tb5Ny8Mu2Lp3Jh6Gf0DsAzVc`
  const secrets = {
    AUTH_SECRET: secret('a'),
    DEVICE_SECRET: secret('b'),
    AUDIT_SECRET: secret('c'),
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const toml = readFileSync('wrangler.toml', 'utf8')
    .replaceAll('relato.example', 'relato.med.br')
    .replaceAll('00000000-0000-0000-0000-000000000000', '6f1b1f4e-0000-4000-8000-000000000001')
  const config = ['--config', file('wrangler.toml', toml)]
  const good = file(
    'good.env',
    Object.entries(secrets)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  expect(check(...config, '--secrets', good)).toEqual({ status: 0, said: ['Produção pode ser publicada.'] })

  const poor = file('poor.json', JSON.stringify({ ...secrets, DEVICE_SECRET: '', STRIPE_SECRET_KEY: 'sk_test_1' }))
  expect(check(...config, '--secrets', poor)).toEqual({
    status: 1,
    said: [
      'DEVICE_SECRET: Ausente ou fraco',
      'STRIPE_SECRET_KEY: Chave de teste',
      'Produção não pode ser publicada: 2.',
    ],
  })
  // What production is, its environment in wrangler.toml says: another word there is none.
  const [before = '', production = ''] = toml.split('[env.production.vars]')
  const other = production
    .replace('ENVIRONMENT = "production"', 'ENVIRONMENT = "preview"')
    .replace('SPEECH_URL = ""', 'SPEECH_URL = "ws://127.0.0.1:4300/v1/listen"')
  const preview = ['--config', file('other.toml', `${before}[env.production.vars]${other}`)]
  expect(check(...preview, '--secrets', good).said[0]).toBe('ENVIRONMENT: Ambiente desconhecido')
  const asIs = check('--secrets', good)
  expect([asIs.status, asIs.said.slice(0, 3)]).toEqual([
    1,
    ['APP_URL: Valor de exemplo', 'MAIL_FROM: Valor de exemplo', 'DB.database_id: Valor de exemplo'],
  ])
})

test('audit:verify reads an export: all of it holds, or what does not is named', async () => {
  const SECRET = 'a secret of the tests'
  const digests = await digestsOf([SECRET])
  const keyId = await keyIdOf(SECRET, digests)
  const at = Date.now() - 60_000
  const rows = [1, 2, 3].map(
    (id): AuditEntry => ({
      ...{ id, at: at + id, doctor_id: 'ana', action: 'patient_read', subject_kind: 'patient', subject_id: 'p' },
      ...{ request_id: null, patient_id: 'p', device: null, network: '203.0.113.x' },
    }),
  )
  const first = await nextSeal(null, rows.slice(0, 2), { sealedAt: at + 10, keyId }, digests)
  const second = await nextSeal(first.seal, rows.slice(2), { sealedAt: at + 20, keyId }, digests)
  for (const anchor of [first, second]) file(anchorKey(anchor.seal), JSON.stringify(anchor))

  const value = (one: unknown) => (one === null ? 'NULL' : typeof one === 'number' ? String(one) : `'${one}'`)
  const insert = (table: string, row: object) =>
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(value).join(', ')});\n`
  const schema = globSync('migrations/*.sql')
    .sort()
    .map((one) => readFileSync(one, 'utf8'))
    .join('\n;\n')
  const dump = (name: string, told: readonly object[]) =>
    file(
      name,
      [
        schema,
        ...told.map((row) => insert('audit_log', row)),
        ...[first, second].map(({ seal }) => insert('audit_seals', { ...seal, anchored_at: at + 30 })),
      ].join('\n;\n'),
    )
  const verify = (path: string, secret = SECRET) =>
    run('ops/audit/verify.ts', ['--dump', path, '--anchors', join(folder, 'audit')], { AUDIT_SECRET: secret })

  const whole = dump('whole.sql', rows)
  expect(verify(whole)).toEqual({
    status: 0,
    said: ['3 rows of 1 doctors, 2 seals; 0 let go after twenty years, 0 not sealed yet.', 'All of it holds.'],
  })
  const [one, two, three] = rows
  const changed = verify(dump('changed.sql', [one, { ...two, subject_id: 'q' }].filter(Boolean) as object[]))
  expect(changed).toMatchObject({
    status: 1,
    said: [
      'row_altered: doctor ana, row 2, seal 1',
      'row_removed: doctor ana, row 3, seal 2',
      expect.anything(),
      '2 faults.',
    ],
  })
  expect(three).toBeDefined()
  expect(verify(whole, 'another').said[0]).toBe(`key_unknown: doctor ana, seal 1, ${keyId}`)
  expect(run('ops/audit/verify.ts', ['--dump', whole]).status).toBe(2)
})
