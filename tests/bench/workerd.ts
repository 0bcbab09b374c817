import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ROOT } from '#local/stack/processes.ts'
import { bundleWorker, productOptions } from '#tests/testkit/worker.ts'
import type { Forked } from './process.ts'

const require = createRequire(import.meta.url)
type Settings = Record<string, string>
/** `entry`: a file in rooms/ that exports the class and addresses a room by its path. */
type RoomProgram = { name: string; entry: string; className: string; settings: Settings }
/** `kill` ends it as a crash would, and counts the frames each room has on the disk. */
export type RunningRooms = Forked & { kill(): Promise<number[]> }

/** One workerd for one kind of room: the process uses what the rooms use. Their storage is on the disk. */
export async function startRooms({ name, entry, className, settings }: RoomProgram): Promise<RunningRooms> {
  const folder = emptyFolder(name)
  const storage = join(folder, 'storage')
  mkdirSync(storage)
  await bundleWorker(join(import.meta.dirname, 'rooms', entry), folder)
  const { compatibilityDate: date, compatibilityFlags: flags } = productOptions()
  const bindings = [`(name = "ROOM", durableObjectNamespace = "${className}")`, ...bindingsOf(settings)]
  const { crash, ...running } = await serve(folder, {
    services: [
      `(name = "storage", disk = (path = ${JSON.stringify(storage)}, writable = true))`,
      '(name = "internet", network = (allow = ["public", "private"]))',
    ],
    worker: [
      'modules = [(name = "worker.js", esModule = embed "worker.js")]',
      `durableObjectNamespaces = [(className = "${className}", uniqueKey = "bench", enableSql = true)]`,
      'durableObjectStorage = (localDisk = "storage")',
      `bindings = [${bindings.join(', ')}]`,
    ],
    date,
    flags,
  })
  const kill = async () => {
    await crash()
    return framesIn(join(storage, 'bench'))
  }
  const stop = async () => {
    await crash()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...running, kill, stop }
}

/** One workerd for a Worker as it was built, its modules in `files`, with the compatibility of the build. */
export async function startBuild(name: string, files: string, settings: Settings): Promise<Forked> {
  const folder = join(ROOT, '.local/bench', name)
  if (!existsSync(folder)) cpSync(files, folder, { recursive: true })
  const config = JSON.parse(readFileSync(join(folder, 'wrangler.json'), 'utf8')) as {
    compatibility_date: string
    compatibility_flags: string[]
  }
  const built = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  // The first is the Worker.
  const modules = ['index.js', ...built.filter((file) => file !== 'index.js')]
  const embedded = modules.map((file) => `(name = "${file}", esModule = embed "${file}")`)
  const { crash, ...running } = await serve(folder, {
    services: [],
    worker: [`modules = [${embedded.join(', ')}]`, `bindings = [${bindingsOf(settings).join(', ')}]`],
    date: config.compatibility_date,
    flags: config.compatibility_flags,
  })
  return { ...running, stop: crash }
}

export function emptyFolder(name: string): string {
  const folder = join(ROOT, '.local/bench', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Configuration of a Worker on one socket of a free port. */
type Service = { services: string[]; worker: string[]; date: string; flags: string[] }
const configuration = ({ services, worker, date, flags }: Service) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${['(name = "main", worker = .main)', ...services].join(', ')}],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  compatibilityDate = "${date}",
  compatibilityFlags = ${JSON.stringify(flags)},
  ${worker.join(',\n  ')}
);
`
const bindingsOf = (settings: Settings) =>
  Object.entries(settings).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`)

async function serve(folder: string, service: Service) {
  const file = join(folder, 'config.capnp')
  writeFileSync(file, configuration(service))
  // --experimental: as miniflare starts it, and as the module registry of the product's flags wants it outside Cloudflare.
  const args = ['serve', '--experimental', '--control-fd=3', file]
  const child = spawn(workerd(), args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  // Ends it even if this process crashes.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => process.off('exit', end))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`workerd in ${folder} ended with ${code}`)))
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      const match = /"socket":"http","port":(\d+)/.exec(chunk.toString())
      if (match) resolve(Number(match[1]))
    })
  })
  const crash = async () => {
    end()
    await ended
  }
  return { pid: child.pid as number, port, crash }
}

/** Both kinds keep a row a frame in a table of that name. */
function framesIn(storage: string): number[] {
  const files = readdirSync(storage).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
  return files.map((name) => {
    const database = new DatabaseSync(join(storage, name))
    const row = database.prepare('SELECT count(*) AS frames FROM frame').get() as { frames: number }
    database.close()
    return row.frames
  })
}

/** The binary the project runs on, without the script around it. */
function workerd(): string {
  const platform = `${process.platform}-${process.arch === 'x64' ? '64' : process.arch}`
  return createRequire(require.resolve('workerd')).resolve(`@cloudflare/workerd-${platform}/bin/workerd`)
}
