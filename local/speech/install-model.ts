import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { download, InstallError, type OnProgress } from './download.ts'
import { filesOfModel, type ModelRelease } from './models.ts'

// The installed models, stored next to them.
const manifestSchema = z.record(z.string(), z.object({ size: z.number(), sha256: z.string(), source: z.string() }))
type Manifest = z.infer<typeof manifestSchema>

export interface InstallOptions {
  release: ModelRelease
  /** The folder of models; each gets a folder of its name. */
  directory: string
  /** An archive already on disk. */
  from?: string | undefined
  onProgress?: OnProgress
  say?: (line: string) => void
}

/** Installs a model and returns its folder. A second run continues where the first stopped. */
export async function installModel(options: InstallOptions): Promise<string> {
  const { release, directory, from, say = () => {} } = options
  const target = join(directory, release.name)
  if (existsSync(target)) {
    filesOfModel(target)
    say(`O modelo já está instalado em ${target}.`)
    return target
  }
  mkdirSync(directory, { recursive: true })
  const archive = from ?? join(directory, `${release.name}.tar.bz2.part`)
  if (from === undefined) await download(release.url, archive, options.onProgress ?? (() => {}))
  else if (!existsSync(from)) throw new InstallError(`O arquivo ${from} não existe.`)

  const size = statSync(archive).size
  const sha256 = await sha256Of(archive)
  const discard = async (message: string): Promise<never> => {
    // Deletes a downloaded archive; a file given with --from belongs to the caller.
    if (from === undefined) await rm(archive, { force: true })
    throw new InstallError(message)
  }
  const manifest = readManifest(directory)
  const expected = manifest[release.name]?.sha256 ?? sha256
  if (expected !== sha256)
    await discard(`A soma sha256 do arquivo não confere (${sha256}, esperada ${expected}): baixe-o de novo.`)
  say(`sha256 ${sha256} (${size} bytes)`)
  say('Atenção: esta soma ainda não está fixada no projeto; ela foi anotada agora, não conferida.')

  say('Descompactando…')
  const unpacked = await unpack(archive, directory)
  await rename(unpacked, target)
  await rm(dirname(unpacked), { recursive: true, force: true })
  manifest[release.name] = { size, sha256, source: from ?? release.url }
  writeFileSync(manifestFile(directory), `${JSON.stringify(manifest, null, 2)}\n`)
  if (from === undefined) await rm(archive, { force: true })
  return target
}

const manifestFile = (directory: string) => join(directory, 'installed.json')

function readManifest(directory: string): Manifest {
  const file = manifestFile(directory)
  if (!existsSync(file)) return {}
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Unpacks beside the models, so that the last step is one rename. Returns the folder with the model. */
async function unpack(archive: string, directory: string): Promise<string> {
  const temporary = await mkdtemp(join(directory, '.unpacking-'))
  try {
    await run('tar', ['-xjf', archive, '-C', temporary])
    const folder = readdirSync(temporary).map((name) => join(temporary, name))[0]
    if (!folder || !statSync(folder).isDirectory()) throw new InstallError('O arquivo não contém um modelo de fala.')
    filesOfModel(folder)
    return folder
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, args, (error, _stdout, stderr) => {
      if (!error) return resolve()
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      // Leaves the archive: a full disk or a missing bzip2 is not its fault.
      const failed = `${stderr.trim()}\nO arquivo não pôde ser descompactado. Se o erro se repetir, apague-o e baixe de novo.`
      reject(new InstallError(missing ? 'O programa tar não está instalado.' : failed, { cause: error }))
    })
  })
}
