// npm run backup -- here|staging|production: copies the database and the files to a bucket of another provider, encrypted.
// npm run backup -- keys FILE: makes the keys of the copies (docs/copies.md).
import { readArguments } from '../../local/input.ts'
import { STATE_DIR } from '../../local/stack/stack.ts'
import { makeKeys, writeKeys, writerKeys } from './keys.ts'
import { copiesBucket, openPlace, watcherOf } from './place.ts'
import { reportCopy } from './report.ts'
import { sealer } from './seal.ts'
import { writeCopy } from './write.ts'

const isKeys = process.argv[2] === 'keys'
const { values, operands } = readArguments(
  { state: { type: 'string', default: STATE_DIR }, config: { type: 'string' } },
  isKeys ? ['keys', 'FILE'] : ['here|staging|production'],
)

async function makeKeyFiles(file: string): Promise<void> {
  const keys = await makeKeys()
  writeKeys(file, keys)
  console.log(`${file}: lê as cópias. Guarde-o com duas pessoas, fora da conta, com os segredos do ambiente.`)
  console.log(`${file}.writer: só escreve cópias. São os segredos de quem roda npm run backup; depois apague-o.`)
  console.log('Em [env.AMBIENTE.vars] de wrangler.toml, para que o serviço avise de uma cópia que falta:')
  console.log(`COPIES_VERIFY_KEY = "${keys.reader.verifyKey}"`)
}

async function makeCopy(name: string): Promise<void> {
  const keys = writerKeys(process.env)
  const copies = copiesBucket()
  const place = await openPlace(name, values)
  const began = performance.now()
  const fail = (reason: string) => {
    console.error(`cópia de ${name}: ${reason}`)
    process.exitCode = 1
  }
  try {
    const now = Date.now()
    const { copy, rows, objects, newObjects, bytes, isWhole } = await writeCopy(place, copies, sealer(keys), now)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(
      `Cópia ${copy} de ${name}: ${rows} linhas, ${objects} arquivos (${newObjects} novos), ${bytes} bytes enviados em ${seconds} s.`,
    )
    const watcher = watcherOf(name, values.config)
    const unheard = isWhole && watcher ? await reportCopy(watcher, { environment: name, copy, at: now }, keys) : null
    if (unheard) fail(`${copy} está completa, mas o serviço não soube dela: ${unheard}.`)
    if (!isWhole) fail(`consultas terminavam ou registros mudavam enquanto ${copy} era lida. Repita numa hora quieta.`)
  } catch (error) {
    const { message, cause } = error as Error
    fail(cause instanceof Error ? `${message}: ${cause.message}` : message)
  } finally {
    await place.close()
  }
}

const [first, file = ''] = operands as readonly string[]
await (isKeys ? makeKeyFiles(file) : makeCopy(first ?? ''))
