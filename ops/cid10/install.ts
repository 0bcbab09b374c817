// npm run cid10 -- FOLDER [--remote]: puts the table of CID-10 codes into the bucket of this machine, or with --remote into
// the one of production. FOLDER has CID-10-CATEGORIAS.CSV and CID-10-SUBCATEGORIAS.CSV as DATASUS publishes them (CID-10, V2008).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CID_TABLE_KEY, cidTableOf } from '#domain/record/cid10/cid10.ts'
import { attempt, readArguments } from '../../local/input.ts'
import { ROOT, run } from '../../local/stack/processes.ts'
import { placeOf } from '../release/bucket.ts'

const { values, operands } = readArguments({ remote: { type: 'boolean', default: false } }, ['FOLDER'])
const [folder] = operands
const { bucket: BUCKET, place } = placeOf(values.remote)
const files = ['CID-10-CATEGORIAS.CSV', 'CID-10-SUBCATEGORIAS.CSV'].map((name) => join(folder, name))
// Published in ISO 8859-1.
const texts = files.map((path) => attempt(path, () => new TextDecoder('latin1').decode(readFileSync(path))))
const table = attempt(folder, () => cidTableOf(texts))
const file = join(ROOT, '.local', 'cid10.tsv')
mkdirSync(join(ROOT, '.local'), { recursive: true })
writeFileSync(file, table)
const target = `${BUCKET}/${CID_TABLE_KEY}`
await run('wrangler', ['r2', 'object', 'put', target, '--config', 'wrangler.toml', '--file', file, ...place])
const size = (bytes: number) => `${Math.round(bytes / 1_024)} KB`
console.log(
  `${table.split('\n').length - 1} codes, ${size(Buffer.byteLength(table))} (${size(gzipSync(table).length)} compressed)`,
)
