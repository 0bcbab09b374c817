// npm run trust -- FILE [--remote]: installs the certificates that signatures of documents must lead to, in the bucket of
// this machine, or with --remote in the one of production. FILE is PEM with the roots of ICP-Brasil, and the authorities
// below them if wanted, as ITI publishes them. It replaces what was installed: compare each printed fingerprint with ITI's.
import { X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRUST_KEY } from '#domain/document/signature.ts'
import { attempt, readArguments, readText, stop } from '../../local/input.ts'
import { ROOT, run } from '../../local/stack/processes.ts'
import { placeOf } from '../release/bucket.ts'

const { values, operands } = readArguments({ remote: { type: 'boolean', default: false } }, ['FILE'])
const [path] = operands
const { bucket: BUCKET, place } = placeOf(values.remote)

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const found = attempt(path, () => [...readText(path).matchAll(ONE)].map(([one]) => new X509Certificate(one)))
const nameOf = (one: X509Certificate) => /^CN=(.*)$/m.exec(one.subject)?.[1] ?? one.subject
const isRoot = (one: X509Certificate) => one.checkIssued(one) && one.verify(one.publicKey)
for (const one of found) {
  if (!one.ca) stop(`${nameOf(one)}: no authority's certificate`)
  console.log(
    `${isRoot(one) ? 'root' : 'below'}  ${nameOf(one)}, until ${one.validTo}\n  SHA-256 ${one.fingerprint256}`,
  )
}
if (!found.some(isRoot)) stop(`${path}: no root certificate in PEM, so nothing is installed`)
mkdirSync(join(ROOT, '.local'), { recursive: true })
const file = join(ROOT, '.local', 'signatures.pem')
writeFileSync(file, found.map((one) => one.toString()).join(''))
const target = `${BUCKET}/${TRUST_KEY}`
await run('wrangler', ['r2', 'object', 'put', target, '--config', 'wrangler.toml', '--file', file, ...place])
