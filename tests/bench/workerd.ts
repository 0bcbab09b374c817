import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build } from 'vite'
import { pdfkitWithoutAddress } from '#local/vite/pdfkit-without-address.ts'
import { compatibility } from '#tests/testkit/compatibility.ts'

const ROOT = join(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

export type RoomProgram = {
  name: string
  /** File in rooms/ that exports the class and addresses a room by its path. */
  entry: string
  className: string
  settings: Record<string, string>
}
export type RunningWorker = { pid: number; port: number; stop(): Promise<void> }
export type RunningRooms = RunningWorker & {
  name: string
  /** Ends it as a crash would, and counts the frames each room has on the disk. */
  kill(): Promise<number[]>
}

/** One workerd for one kind of room: what the process uses is what the rooms use. Their storage lies on the disk. */
export async function startRooms(program: RoomProgram): Promise<RunningRooms> {
  const folder = emptyFolder(program.name)
  mkdirSync(join(folder, 'storage'))
  await bundle(join('rooms', program.entry), folder)
  const { crash, ...running } = await serve(program.name, folder, roomService(program, join(folder, 'storage')))
  const kill = async () => {
    await crash()
    return framesIn(join(folder, 'storage/bench'))
  }
  return { name: program.name, ...running, kill }
}

/** One workerd for a Worker without storage. `entry`: its file in this folder. */
export async function startWorker(name: string, entry: string): Promise<RunningWorker> {
  const folder = emptyFolder(name)
  await bundle(entry, folder)
  const { pid, port, stop } = await serve(name, folder, { services: [], worker: [] })
  return { pid, port, stop }
}

/** One workerd for a Worker as it was built, its modules in `files`; it answers when it answers. */
export async function startBuild(
  name: string,
  files: string,
  settings: Record<string, string>,
): Promise<RunningWorker> {
  const folder = join(ROOT, '.local/bench', name)
  if (!existsSync(folder)) cpSync(files, folder, { recursive: true })
  const { pid, port, crash } = await serve(name, folder, buildService(folder, settings))
  return { pid, port, stop: crash }
}

export function emptyFolder(name: string): string {
  const folder = join(ROOT, '.local/bench', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

async function serve(
  name: string,
  folder: string,
  service: Service,
): Promise<RunningWorker & { crash(): Promise<void> }> {
  writeFileSync(join(folder, 'config.capnp'), configuration(service))
  // --experimental: as miniflare starts it, and as the module registry of the product's flags wants it outside Cloudflare.
  const child = spawn(workerd(), ['serve', '--experimental', '--control-fd=3', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  // Ends it even if this process crashes.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => process.off('exit', end))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`workerd for ${name} ended with ${code}`)))
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      const match = /"socket":"http","port":(\d+)/.exec(chunk.toString())
      if (match) resolve(Number(match[1]))
    })
  })
  const crash = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    await crash()
    rmSync(folder, { recursive: true, force: true })
  }
  return { pid: child.pid as number, port, crash, stop }
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

/** A Worker of this folder in one file; what it takes from `beside` is given to it when it runs. */
export async function bundle(entry: string, folder: string, beside: readonly string[] = []): Promise<void> {
  const { NODE_ENV } = process.env
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    plugins: [pdfkitWithoutAddress],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(import.meta.dirname, entry),
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/, ...beside],
        output: { entryFileNames: 'worker.js', codeSplitting: false },
      },
    },
  })
  // It leaves `production` to the whole process and to what that starts, in which no dev server answers.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
}

/** Configuration beyond the Worker and its socket. Without `modules` it uses the bundle. */
type Service = {
  services: string[]
  worker: string[]
  modules?: string[]
  compatibility?: ReturnType<typeof compatibility>
}

const bindingsOf = (settings: Record<string, string>) =>
  Object.entries(settings).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`)

/** As a build has it. */
type Settled = { compatibility_date: string; compatibility_flags: string[] }
function buildService(folder: string, settings: Record<string, string>): Service {
  const config = JSON.parse(readFileSync(join(folder, 'wrangler.json'), 'utf8')) as Settled
  const built = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  // The first is the Worker.
  const files = ['index.js', ...built.filter((file) => file !== 'index.js')]
  return {
    services: [],
    worker: [`bindings = [${bindingsOf(settings).join(', ')}],`],
    modules: files.map((file) => `(name = "${file}", esModule = embed "${file}")`),
    compatibility: { date: config.compatibility_date, flags: config.compatibility_flags },
  }
}

function roomService({ className, settings }: RoomProgram, storage: string): Service {
  const bindings = [`(name = "ROOM", durableObjectNamespace = "${className}")`, ...bindingsOf(settings)]
  return {
    services: [
      `(name = "storage", disk = (path = ${JSON.stringify(storage)}, writable = true)),`,
      '(name = "internet", network = (allow = ["public", "private"])),',
    ],
    worker: [
      `durableObjectNamespaces = [(className = "${className}", uniqueKey = "bench", enableSql = true)],`,
      'durableObjectStorage = (localDisk = "storage"),',
      `bindings = [${bindings.join(', ')}],`,
    ],
  }
}

const BUNDLED = '(name = "worker.js", esModule = embed "worker.js")'

function configuration({
  services,
  worker,
  modules = [BUNDLED],
  compatibility: asked = compatibility(),
}: Service): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    ${services.join('\n    ')}
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.join(', ')}],
  compatibilityDate = "${asked.date}",
  compatibilityFlags = ${JSON.stringify(asked.flags)},

  ${worker.join('\n  ')}
);
`
}
