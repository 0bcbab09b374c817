// npm run cid10 -- FOLDER [--remote --env production]: puts the table of CID-10 codes where the Worker reads it. FOLDER has
// CID-10-CATEGORIAS.CSV and CID-10-SUBCATEGORIAS.CSV as DATASUS publishes them (CID-10, V2008).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CID_TABLE_KEY, cidTableOf } from '#domain/record/cid10/cid10.ts'
import { ROOT, run } from '../../local/stack/processes.ts'
import { STATE_DIR } from '../../local/stack/stack.ts'

const BUCKET = 'relato-files'
const [folder, ...where] = process.argv.slice(2)
if (!folder || folder.startsWith('--')) {
  console.error('usage: npm run cid10 -- FOLDER [--remote --env production]')
  process.exit(2)
}
// Published in ISO 8859-1.
const read = (name: string) => new TextDecoder('latin1').decode(readFileSync(join(folder, name)))
const table = cidTableOf([read('CID-10-CATEGORIAS.CSV'), read('CID-10-SUBCATEGORIAS.CSV')])
const file = join(ROOT, '.local', 'cid10.tsv')
mkdirSync(join(ROOT, '.local'), { recursive: true })
writeFileSync(file, table)
const place = where.length > 0 ? where : ['--local', '--persist-to', STATE_DIR]
await run('wrangler', [
  'r2',
  'object',
  'put',
  `${BUCKET}/${CID_TABLE_KEY}`,
  '--config',
  'wrangler.toml',
  '--file',
  file,
  ...place,
])
const size = (bytes: number) => `${Math.round(bytes / 1_024)} KB`
console.log(
  `${table.split('\n').length - 1} codes, ${size(Buffer.byteLength(table))} (${size(gzipSync(table).length)} compressed)`,
)
