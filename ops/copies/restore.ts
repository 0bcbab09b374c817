// npm run restore -- here|staging|production --copy ID|latest --key FILE: puts a copy into an empty environment.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments, stop } from '../../local/input.ts'
import { STATE_DIR } from '../../local/stack/stack.ts'
import { ownSecret } from '../audit/own-secret.ts'
import { auditFaults, migrationFaults } from './checks.ts'
import { readerKeys } from './keys.ts'
import { copiesBucket, openPlace, type Place } from './place.ts'
import { Copy, copyProblems, fetched, listCopies } from './read.ts'
import { CopyRefused } from './refusal.ts'
import { contentOf, differences, restoreCopy } from './restore-copy.ts'
import { opener } from './seal.ts'

const { values, operands } = readArguments(
  {
    copy: { type: 'string', default: 'latest' },
    key: { type: 'string' },
    /** Another environment than the restored one, such as production's copy on this machine. */
    from: { type: 'string' },
    /** Reads and checks every file, and restores nothing. */
    check: { type: 'boolean', default: false },
    state: { type: 'string', default: STATE_DIR },
    config: { type: 'string' },
  },
  ['here|staging|production'],
)
// A database on this machine is readable by its owner alone.
process.umask(0o077)
const [name] = operands
const environment = values.from ?? name
const keys = readerKeys(values.key ?? stop('--key is missing: the file of npm run backup -- keys'))
const copies = copiesBucket()
// Its files stay encrypted.
const folder = mkdtempSync(join(tmpdir(), 'restore-'))
let step = 0
const began = performance.now()
const begin = (title: string) =>
  console.log(`${++step}. ${title} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)

/** Prints every reason and ends the command. */
function refuse(reasons: readonly string[]): void {
  for (const one of reasons) console.error(one)
  if (reasons.length > 0) process.exitCode = 1
}

async function openCopy(): Promise<Copy> {
  const all = await listCopies(copies, environment)
  const id = values.copy === 'latest' ? all.at(-1) : values.copy
  if (id === undefined) throw new CopyRefused('missing', `${environment}/manifests/`, 'não há cópia completa')
  const copy = await Copy.open(fetched(copies, folder), opener(keys), environment, id)
  const { at, previous, is_whole, unfinished } = copy.manifest
  console.log(`Cópia ${id}, de ${new Date(at).toISOString()}, há ${Math.round((Date.now() - at) / 3_600_000)} h.`)
  if (previous !== null && !all.includes(previous))
    console.log(`Aviso: a cópia anterior, ${previous}, não está no bucket.`)
  if (!is_whole) console.log('Aviso: registros mudavam enquanto esta cópia era feita.')
  if (unfinished > 0)
    console.log(`Aviso: ${unfinished} consultas em andamento. O que só estava na sala delas não está na cópia.`)
  return copy
}

async function restoreTo(copy: Copy, place: Place): Promise<void> {
  begin('Banco e arquivos')
  await restoreCopy(copy, place)
  begin('Comparação com a cópia')
  refuse([...(await differences(copy, place)), ...(await migrationFaults(copy.manifest))])
  begin('Log de auditoria')
  const { AUDIT_SECRET: secret = environment === 'here' ? ownSecret() : undefined, AUDIT_SECRET_OLD: old } = process.env
  const faults = await auditFaults(place, { secret, old }, copy.manifest.at)
  if (faults === null) console.log('Aviso: sem AUDIT_SECRET os selos não foram conferidos: npm run audit:verify.')
  else refuse(faults)
  const rows = Object.values(copy.manifest.tables).reduce((sum, one) => sum + one.rows, 0)
  const { objects } = copy.manifest
  begin(`${rows} linhas e ${objects.rows} arquivos (${objects.bytes} bytes) restaurados em ${name}`)
}

async function run(): Promise<void> {
  begin('Conferência da cópia')
  const copy = await openCopy()
  const place = values.check ? null : await openPlace(name, { ...values, isNew: true })
  try {
    const content = place && (await contentOf(place))
    if (content) return refuse([`${name}: não está vazio: ${content}`])
    const problems = await copyProblems(copy)
    if (problems.length > 0) return refuse(problems.map(({ message }) => message))
    if (place) return await restoreTo(copy, place)
    begin('A cópia está inteira. Nada foi restaurado')
    refuse(await migrationFaults(copy.manifest))
  } finally {
    await place?.close()
  }
}

try {
  await run()
} catch (error) {
  refuse([(error as Error).message])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
