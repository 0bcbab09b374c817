import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

export type RoomProgram = {
  name: string
  /** File in rooms/ that exports the class and addresses a room by its path. */
  entry: string
  className: string
  settings: Record<string, string>
}
export type RunningRooms = {
  name: string
  pid: number
  port: number
  /** Ends it as a crash would, and counts the frames each room has on the disk. */
  kill(): Promise<number[]>
  stop(): Promise<void>
}

/** One workerd for one kind of room: what the process uses is what the rooms use. Their storage lies on the disk. */
export async function startRooms(program: RoomProgram): Promise<RunningRooms> {
  const folder = join(ROOT, '.local/bench', program.name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'storage'), { recursive: true })
  await bundle(program.entry, folder)
  writeFileSync(join(folder, 'config.capnp'), configuration(program, join(folder, 'storage')))
  const child = spawn(workerd(), ['serve', '--control-fd=3', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  // Not even a crash of ours leaves it behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`workerd for ${program.name} ended with ${code}`)))
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      const said = /"socket":"http","port":(\d+)/.exec(chunk.toString())
      if (said) resolve(Number(said[1]))
    })
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
    return framesIn(join(folder, 'storage/bench'))
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { name: program.name, pid: child.pid as number, port, kill, stop }
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

async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(import.meta.dirname, 'rooms', entry),
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/],
        output: { entryFileNames: 'worker.js', codeSplitting: false },
      },
    },
  })
}

function configuration({ className, settings }: RoomProgram, storage: string): string {
  const date = /compatibility_date = "(.+)"/.exec(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'))?.[1]
  const texts = Object.entries(settings).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`)
  const bindings = [`(name = "ROOM", durableObjectNamespace = "${className}")`, ...texts]
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "storage", disk = (path = ${JSON.stringify(storage)}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${date}",

  durableObjectNamespaces = [(className = "${className}", uniqueKey = "bench", enableSql = true)],
  durableObjectStorage = (localDisk = "storage"),
  bindings = [${bindings.join(', ')}],
);
`
}
