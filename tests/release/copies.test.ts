import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCTOR } from '#local/stack/demonstration-doctor.ts'
import { ownSecret } from '#ops/audit/own-secret.ts'
import { s3Files } from '#ops/copies/files.ts'
import { makeKeys, readerKeys } from '#ops/copies/keys.ts'
import { openPlace } from '#ops/copies/place.ts'
import { Copy, copyProblems, fetched, listCopies } from '#ops/copies/read.ts'
import { opener, sealer } from '#ops/copies/seal.ts'
import { readConfig } from '#ops/release/provider.ts'
import { startAccount, TOKEN } from '#tests/copies/account.ts'
import { makeClinic, pdfKey } from '#tests/copies/clinic.ts'
import { contentOf, databaseOf, filesIn, signaturesIn, spawned } from '#tests/copies/compare.ts'
import { newOperator, serviceKey, startWatcher } from '#tests/copies/operator.ts'
import { completeToml } from './operator.ts'

/** A clinic takes a minute on a busy machine: wrangler applies each migration. */
const LONG_MS = 300_000
const VISITS = 20
const now = Date.now()

let operator: Awaited<ReturnType<typeof newOperator>>
let source: string
const nights: Awaited<ReturnType<(typeof operator)['run']>>[] = []
let keys: Awaited<ReturnType<(typeof operator)['makeKeys']>>
beforeAll(async () => {
  operator = await newOperator()
  source = join(operator.folder, 'source')
  await makeClinic(source, VISITS, now)
  keys = await operator.makeKeys('safe.key')
  for (let night = 0; night < 2; night++)
    nights.push(await operator.run('backup', ['here', '--state', source], keys.settings))
}, LONG_MS)
afterAll(() => operator.close())

const bucket = () => s3Files({ url: `${operator.s3.url}/copias`, id: 'reader', secret: 'secret of the reader' })
const named = (end: RegExp) => [...operator.s3.files.keys()].filter((name) => end.test(name)).sort()
const [part, objects] = [/\/tables\/.*\/consultations\/000001\.age$/, /\/objects\//]

test(
  'a clinic is copied, lost and restored: rows, files, seals and signatures are the same',
  async () => {
    const { run, s3, folder } = operator
    expect([keys.key, `${keys.key}.writer`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
    expect((await run('backup', ['keys', keys.key])).errors).toEqual([`${keys.key}: is a file`])
    const [first, second] = nights
    expect([first?.status, first?.errors]).toEqual([0, []])
    expect(first?.out).toEqual([
      expect.stringMatching(/^Cópia \S+ de here: \d+ linhas, 11 arquivos \(11 novos\), \d+ bytes/),
    ])
    // Another night: only rows, and it never reads what it wrote.
    expect(second?.out).toEqual([expect.stringContaining('11 arquivos (0 novos)')])
    expect(s3.requests.filter((one) => !/^writer (PUT \/copias\/here\/|GET \/copias$)/.test(one))).toEqual([])
    expect(named(/manifests/)).toHaveLength(2)

    const target = join(folder, 'target')
    const restored = await run('restore', ['here', '--state', target, '--key', keys.key])
    expect([restored.status, restored.errors]).toEqual([0, []])
    expect(restored.out).toContain('Aviso: 1 consultas em andamento. O que só estava na sala delas não está na cópia.')
    const [before, after] = [contentOf(source), contentOf(target)]
    expect(after).toEqual(before)
    expect(before.rows.consultations).toMatch(new RegExp(`^${VISITS + 3} `))
    const [here, there] = await Promise.all([source, target].map((state) => openPlace('here', { state })))
    if (here && there) expect(await filesIn(there.files)).toEqual(await filesIn(here.files))
    expect(await there?.files.get(pdfKey(0))).toMatchObject({
      metadata: { 'content-type': 'application/pdf', 'x-amz-meta-origem': 'clínica' },
    })
    // The index of words finds them, a signed record is frozen again, and numbers of the log go on.
    const search = 'SELECT count(*) AS count FROM visit_grams WHERE visit_grams MATCH ?'
    const asthma = `00000000000040008000000000000001n${'asma'}`
    expect(await there?.database(search, asthma)).toEqual(await here?.database(search, asthma))
    expect((await there?.database(search, asthma))?.[0]?.count).toBeGreaterThan(5)
    await expect(there?.database("UPDATE records SET signature = '{}' WHERE signed_at IS NOT NULL")).rejects.toThrow(
      /signed/,
    )
    expect(signaturesIn(target)).toEqual({ signed: 14, broken: 0 })
    await Promise.all([here?.close(), there?.close()])
    const verified = await spawned('ops/audit/verify.ts', '--state', target)
    expect([verified.status, verified.out.at(-1)]).toEqual([0, 'All of it holds.'])
    const again = await run('restore', ['here', '--state', target, '--key', keys.key])
    expect([again.status, again.errors]).toEqual([
      1,
      [expect.stringMatching(/^here: não está vazio: o banco tem \d+ /)],
    ])
  },
  LONG_MS,
)

test('the script of docs reads the copies with Node alone', async () => {
  const folder = join(operator.folder, 'download')
  for (const [name, { content }] of operator.s3.files) {
    const path = join(folder, name.replace('/copias/', ''))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const script = readFileSync('docs/read-copy.mjs', 'utf8')
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
  expect([...script.matchAll(/from '(.*)'/g)].map((match) => match[1]?.slice(0, 5))).toEqual([
    'node:',
    'node:',
    'node:',
  ])
  const read = (...args: string[]) => spawned('docs/read-copy.mjs', folder, keys.key, ...args)
  const { out: manifests } = await read()
  expect(manifests).toEqual(named(/manifests/).map((name) => name.replace('/copias/', '')))
  const last = manifests.at(-1) as string
  const listed = await read(last)
  expect(listed.errors).toBe('')
  expect(listed.out).toEqual(expect.arrayContaining([`consultations\t${VISITS + 3} rows`, `${pdfKey(0)}\t30009 bytes`]))
  const { out: rows } = await read(last, 'consultations')
  const database = databaseOf(source)
  const own = database.prepare('SELECT rowid, * FROM consultations ORDER BY rowid').all()
  database.close()
  expect(rows.map((row) => JSON.parse(row))).toEqual(own)
  await read(last, pdfKey(0), join(folder, 'one.pdf'))
  expect(readFileSync(join(folder, 'one.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  const file = join(folder, named(part).at(-1)?.replace('/copias/', '') ?? '')
  writeFileSync(file, readFileSync(file).subarray(0, -1))
  expect((await read(last, 'consultations')).status).toBe(1)
})

test(
  'a file that is truncated, altered, missing, in another place, or of another key, writer or environment is refused by its name',
  async () => {
    const { s3, run, folder } = operator
    const whole = new Map(s3.files)
    const other = await makeKeys()
    const foreignWriter = sealer({ ...other.writer, recipient: keys.settings.COPIES_RECIPIENT as string })
    let count = 0
    /** Changes a file of the last copy and says how the copy is then refused. */
    async function refusalsAfter(
      change: () => void | Promise<void>,
      reader = readerKeys(keys.key),
      environment = 'here',
    ) {
      await change()
      try {
        const all = await listCopies(bucket(), environment)
        const fetch = fetched(bucket(), join(folder, `fetched-${++count}`))
        const copy = await Copy.open(fetch, opener(reader), environment, all.at(-1) as string)
        return (await copyProblems(copy)).map(({ message }) => message)
      } catch (error) {
        return [(error as Error).message]
      } finally {
        s3.files.clear()
        for (const [name, file] of whole) s3.files.set(name, file)
      }
    }
    const set = (name: string, content: Uint8Array) =>
      s3.files.set(name, { content: Buffer.from(content), headers: {} })
    const bytesOf = (name: string) => (whole.get(name) as { content: Buffer }).content
    const [older, rows] = named(part) as [string, string]
    const [entries] = named(/transcript_entries\/000001\.age$/).slice(-1) as [string]
    const [one, two] = named(objects) as [string, string]
    const manifest = named(/manifests/).at(-1) as string
    const name = (path: string) => path.replace('/copias/', '')

    expect(await refusalsAfter(() => {})).toEqual([])
    const truncated = (path: string) => [
      expect.stringMatching(`^truncated: ${name(path)}: termina antes do fim ou foi alterado`),
    ]
    for (const length of [0, 100, bytesOf(rows).length - 1])
      expect(await refusalsAfter(() => void set(rows, bytesOf(rows).subarray(0, length)))).toEqual(truncated(rows))
    // An end that age writes between two of its pieces of 64 KiB.
    const long = named(objects).find((path) => bytesOf(path).length > 0) as string
    expect(await refusalsAfter(() => void set(long, bytesOf(long).subarray(0, -1)))).toEqual(truncated(long))
    expect(
      await refusalsAfter(() => {
        const content = Buffer.from(bytesOf(rows))
        content[content.length - 20] = (content[content.length - 20] as number) ^ 1
        set(rows, content)
      }),
    ).toEqual(truncated(rows))
    expect(await refusalsAfter(() => void s3.files.delete(rows))).toEqual([
      `missing: ${name(rows)}: não está no bucket`,
    ])
    expect(await refusalsAfter(() => void s3.files.delete(one))).toEqual([`missing: ${name(one)}: não está no bucket`])

    // In another place: of another table, of the copy before, and two objects exchanged.
    expect(await refusalsAfter(() => void set(rows, bytesOf(entries)))).toEqual([
      `swapped: ${name(rows)}: é o arquivo ${name(entries)}`,
    ])
    expect(await refusalsAfter(() => void set(rows, bytesOf(older)))).toEqual([
      `swapped: ${name(rows)}: é o arquivo ${name(older)}`,
    ])
    const exchanged = await refusalsAfter(() => {
      set(one, bytesOf(two))
      set(two, bytesOf(one))
    })
    expect(exchanged.sort()).toEqual([
      `swapped: ${name(one)}: é o arquivo ${name(two)}`,
      `swapped: ${name(two)}: é o arquivo ${name(one)}`,
    ])

    // Another key, another writer who knows the public key, another environment, a copy that never ended.
    expect(await refusalsAfter(() => {}, other.reader)).toEqual([
      `foreign: ${name(manifest)}: cifrado para outra chave`,
    ])
    const forge = async () => {
      const content = Buffer.from('[]\n')
      set(rows, await foreignWriter({ environment: 'here', name: name(rows) }, content))
    }
    const noCopy = async () => {
      const encrypter = new Encrypter()
      encrypter.addRecipient(keys.settings.COPIES_RECIPIENT as string)
      set(rows, await encrypter.encrypt('no copy'))
    }
    expect(await refusalsAfter(noCopy)).toEqual([`foreign: ${name(rows)}: não tem o formato de uma cópia`])
    expect(await refusalsAfter(forge)).toEqual([
      `foreign: ${name(rows)}: não foi assinado por quem escreve estas cópias`,
    ])
    const move = () => {
      for (const [path, { content }] of whole) set(path.replace('/here/', '/production/'), content)
    }
    expect(await refusalsAfter(move, readerKeys(keys.key), 'production')).toEqual([
      `foreign: ${name(manifest).replace('here', 'production')}: cópia de here, não de production`,
    ])
    expect(await refusalsAfter(() => void s3.files.delete(manifest))).toEqual([])

    // The command says the same, and has touched nothing.
    s3.files.delete(rows)
    const target = join(folder, 'untouched')
    const refused = await run('restore', ['here', '--state', target, '--key', keys.key])
    expect([refused.status, refused.errors]).toEqual([1, [`missing: ${name(rows)}: não está no bucket`]])
    const place = await openPlace('here', { state: target })
    expect([
      await place.files.list(''),
      await place.database("SELECT name FROM sqlite_master WHERE name LIKE 'c%'"),
    ]).toEqual([[], []])
    await place.close()
    const id = /manifests\/(.*)\.age$/.exec(manifest)?.[1] as string
    s3.files.delete(manifest)
    const unknown = await run('restore', ['here', '--check', '--copy', id, '--key', keys.key])
    expect(unknown.errors).toEqual([
      `incomplete: ${name(manifest)}: cópia sem manifesto: não existe ou foi interrompida`,
    ])
  },
  LONG_MS,
)

test(
  'production is copied through its API with keys that only read, and restored on this machine or in a new account',
  async () => {
    const { run, s3, folder } = operator
    s3.files.clear()
    const { account, url, close } = await startAccount('conta')
    const config = join(folder, 'wrangler.toml')
    const { verifyKey } = readerKeys(keys.key)
    const watched = `COPIES_VERIFY_KEY = "${verifyKey}"`
    writeFileSync(config, completeToml().replaceAll('COPIES_VERIFY_KEY = ""', watched))
    const relato = await startWatcher(verifyKey)
    const remote = {
      ...{ CLOUDFLARE_ACCOUNT_ID: 'conta', CLOUDFLARE_API_TOKEN: TOKEN, CLOUDFLARE_API_BASE_URL: url },
      ...{ R2_ENDPOINT: s3.url, R2_KEY_ID: serviceKey.id, R2_SECRET: serviceKey.secret },
    }
    const nightly = { ...remote, ...keys.settings, RELATO_URL: relato.url }
    try {
      // The account has the clinic's rows and files: of the copy of this machine.
      const [{ database_id: id = '' } = {}] = readConfig(config, 'production').d1_databases
      const rows = databaseOf(source)
      account.databases.set(id, rows)
      const here = await openPlace('here', { state: source })
      const service = s3Files({ url: `${s3.url}/relato-files`, id: serviceKey.id, secret: serviceKey.secret })
      for (const { key } of await here.files.list('')) {
        const file = await here.files.get(key)
        if (file) await service.put(key, file)
      }
      await here.close()
      // A seal that was made after the rows were read.
      const late = `audit/${DOCTOR}/0000000099.json`
      await service.put(late, { content: Buffer.from('{}'), metadata: {} })

      account.busy = 2
      s3.faults.broken = 2
      const copied = await run('backup', ['production', '--config', config], nightly)
      expect([copied.status, copied.errors, copied.out]).toEqual([
        0,
        [],
        [expect.stringMatching(/ de production: \d+ linhas, 11 arquivos \(11 novos\)/)],
      ])
      expect(s3.requests.filter((one) => one.startsWith('service PUT')).length).toBe(12)
      expect(relato.reports).toMatchObject([{ environment: 'production', copy: copied.out[0]?.split(' ')[1] }])
      const denied = await run('backup', ['production', '--config', config], { ...nightly, CLOUDFLARE_API_TOKEN: 'x' })
      expect([denied.status, denied.errors]).toEqual([1, ['cópia de production: D1: 10000 Authentication error']])

      // On this machine only with --from: it is another environment's.
      const target = join(folder, 'of-production')
      const args = ['here', '--state', target, '--key', keys.key]
      expect((await run('restore', args)).errors).toEqual(['missing: here/manifests/: não há cópia completa'])
      const local = await run('restore', [...args, '--from', 'production'])
      expect([local.status, local.errors]).toEqual([0, []])
      // This machine's own secret sealed nothing of production, and a database of patients is for its owner's eyes.
      expect(local.out).toContainEqual(expect.stringMatching(/^Aviso: sem AUDIT_SECRET/))
      expect(statSync(target).mode & 0o077).toBe(0)
      expect(contentOf(target)).toEqual(contentOf(source))

      // A new account: an empty database and an empty bucket.
      const full = await run('restore', ['production', '--config', config, '--key', keys.key], remote)
      expect(full.errors).toEqual([expect.stringMatching(/^production: não está vazio: o banco tem /)])
      account.databases.delete(id)
      const files = new Map([...s3.files].filter(([name]) => name.startsWith('/relato-files/')))
      for (const name of files.keys()) s3.files.delete(name)
      const secret = { AUDIT_SECRET: ownSecret() }
      const again = await run('restore', ['production', '--config', config, '--key', keys.key], {
        ...remote,
        ...secret,
      })
      expect([again.status, again.errors]).toEqual([0, []])
      files.delete(`/relato-files/${late}`)
      for (const [name, file] of files) expect([name, s3.files.get(name)]).toEqual([name, file])
      const tables = "SELECT count(*) AS count FROM sqlite_master WHERE type = 'trigger'"
      expect(account.databases.get(id)?.prepare(tables).get()).toEqual(rows.prepare(tables).get())

      // A schema that no migration made is named before anything is restored.
      account.databases.get(id)?.exec('CREATE TABLE strange (id text PRIMARY KEY)')
      relato.answer.status = 401
      const unheard = await run('backup', ['production', '--config', config], nightly)
      expect([unheard.status, unheard.errors]).toEqual([
        1,
        [expect.stringMatching(/está completa, mas o serviço não soube dela: a chave de quem escreve não é/)],
      ])
      const checked = await run('restore', ['production', '--check', '--key', keys.key])
      expect([checked.status, checked.errors]).toEqual([1, ['migrações: table strange da cópia não vem delas']])
      rows.close()
    } finally {
      await close()
      await relato.close()
    }
  },
  LONG_MS,
)
