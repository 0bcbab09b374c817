// Reads a copy of Relato with Node 24 alone: no package, no file of the project. docs/copies.md has the format.
//   node read-copy.mjs FOLDER KEYFILE                      lists the copies in FOLDER, a download of the bucket
//   node read-copy.mjs FOLDER KEYFILE MANIFEST             lists the tables and files of a copy
//   node read-copy.mjs FOLDER KEYFILE MANIFEST TABLE       prints its rows, one JSON object a line
//   node read-copy.mjs FOLDER KEYFILE MANIFEST FILE OUT    writes a stored file to OUT
import * as crypto from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const [, , folder, keyFile, manifestName, wanted, out] = process.argv
const keyText = readFileSync(keyFile, 'utf8')
const fail = (name, reason) => {
  throw new Error(`${name}: ${reason}`)
}

// The private key of age: bech32, five bits a letter, six letters of checksum.
const word = /^AGE-SECRET-KEY-1(\w+)$/m.exec(keyText)[1].toLowerCase().slice(0, -6)
const five = (letter) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(letter).toString(2).padStart(5, '0')
const bytes = [...word].map(five).join('').match(/.{8}/g)
const raw = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
const der = (type, prefix, key) => ({ key: Buffer.concat([Buffer.from(prefix, 'hex'), key]), format: 'der', type })
const privateKey = crypto.createPrivateKey(der('pkcs8', '302e020100300506032b656e04220420', raw))
const ownPublic = crypto.createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32)
const verifyKey = Buffer.from(/^# COPIES_VERIFY_KEY=(.*)$/m.exec(keyText)[1], 'base64')
const writer = crypto.createPublicKey(der('spki', '', verifyKey))

const derive = (secret, salt, info) => Buffer.from(crypto.hkdfSync('sha256', secret, salt, info, 32))
function unlock(key, nonce, sealed) {
  const cipher = crypto.createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  cipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
}

/** age-encryption.org/v1: a header with the file's key, then pieces of 64 KiB, of which the last says so. */
function decrypt(file, name) {
  const macAt = file.indexOf('\n--- ') + 4
  const payload = file.indexOf('\n', macAt) + 1
  const [, share, body] = /^-> X25519 (\S+)\n(\S+)$/m.exec(file.subarray(0, macAt)) ?? fail(name, 'no file of age')
  const ephemeral = Buffer.from(share, 'base64')
  const publicKey = crypto.createPublicKey(der('spki', '302a300506032b656e032100', ephemeral))
  const secret = crypto.diffieHellman({ privateKey, publicKey })
  const wrap = derive(secret, Buffer.concat([ephemeral, ownPublic]), 'age-encryption.org/v1/X25519')
  const fileKey = unlock(wrap, Buffer.alloc(12), Buffer.from(body, 'base64'))
  const mac = crypto
    .createHmac('sha256', derive(fileKey, '', 'header'))
    .update(file.subarray(0, macAt))
    .digest()
  if (!mac.equals(Buffer.from(file.subarray(macAt, payload).toString(), 'base64'))) fail(name, 'the header was altered')
  const key = derive(fileKey, file.subarray(payload, payload + 16), 'payload')
  const pieces = []
  for (let at = payload + 16; at < file.length; at += 65_552) {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(pieces.length, 7)
    nonce[11] = at + 65_552 >= file.length ? 1 : 0
    pieces.push(unlock(key, nonce, file.subarray(at, at + 65_552)))
  }
  return Buffer.concat(pieces)
}

/** Returns the content of a file of the bucket. Throws unless the writer signed it for this very name. */
function read(name) {
  const text = gunzipSync(decrypt(readFileSync(`${folder}/${name}`), name), { maxOutputLength: 1e9 })
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  const signature = Buffer.from(text.subarray(first + 1, second).toString(), 'base64')
  if (!crypto.verify(null, text.subarray(0, first), writer, signature)) fail(name, 'not signed by the writer')
  const head = JSON.parse(text.subarray(0, first))
  if (head.name !== name) fail(name, `this is ${head.name}`)
  const content = text.subarray(second + 1)
  if (crypto.hash('sha256', content) !== head.sha256) fail(name, 'the content was altered')
  return content
}

function* rowsOf({ environment, copy, tables, objects }, table) {
  const { parts } = table === '_objects' ? objects : tables[table]
  for (let part = 1; part <= parts; part++) {
    const name = `${environment}/tables/${copy}/${table}/${String(part).padStart(6, '0')}.age`
    for (const line of read(name).toString().trimEnd().split('\n')) yield JSON.parse(line)
  }
}

if (!manifestName) {
  const all = readdirSync(folder, { recursive: true }).filter((name) => /^[^/]+\/manifests\//.test(name))
  console.log(all.sort().join('\n'))
  process.exit(0)
}
const manifest = JSON.parse(read(manifestName))
const columns = manifest.schema.tables.find(({ name }) => name === wanted)?.columns
if (!wanted) {
  console.log(`${manifest.copy}: ${manifest.environment}, ${new Date(manifest.at).toISOString()}`)
  for (const [name, { rows }] of Object.entries(manifest.tables)) console.log(`${name}\t${rows} rows`)
  for (const [key, , size] of rowsOf(manifest, '_objects')) console.log(`${key}\t${size} bytes`)
} else if (columns) {
  const named = (row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))
  for (const row of rowsOf(manifest, wanted)) console.log(JSON.stringify(named(row)))
} else {
  const object = [...rowsOf(manifest, '_objects')].find(([key]) => key === wanted) ?? fail(wanted, 'not in this copy')
  writeFileSync(out, read(object[3]), { mode: 0o600 })
}
