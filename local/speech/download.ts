import { existsSync, statSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

export class InstallError extends Error {
  override name = 'InstallError'
}

export type OnProgress = (done: number, total: number | undefined) => void

/** The archive, plus what comes out of it. */
const SPACE_FACTOR = 2.5

/** Downloads to `file`. Continues an interrupted download. */
export async function download(url: string, file: string, onProgress: OnProgress): Promise<void> {
  const have = existsSync(file) ? statSync(file).size : 0
  const response = await request(url, have)
  // The file is complete: the server has no further bytes.
  if (response.status === 416) {
    await response.body?.cancel()
    const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1])
    if (total === have) return
    await rm(file, { force: true })
    return download(url, file, onProgress)
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new InstallError(`O servidor respondeu ${response.status} para ${url}. Baixe o arquivo à parte e use --from.`)
  }
  const resumed = response.status === 206
  const announced = response.headers.get('content-length')
  const rest = announced === null ? undefined : Number(announced)
  let done = resumed ? have : 0
  const total = rest === undefined ? undefined : done + rest
  await checkSpace(dirname(file), rest ?? 0)
  const archive = await open(file, resumed ? 'a' : 'w')
  try {
    for await (const piece of response.body) {
      await archive.writeFile(piece)
      done += piece.length
      onProgress(done, total)
    }
  } catch (error) {
    throw downloadError(error, 'O download foi interrompido. Rode o comando de novo: ele continua de onde parou.')
  } finally {
    await archive.close()
  }
  if (total !== undefined && done !== total) {
    throw new InstallError('O download parou antes do fim. Rode o comando de novo: ele continua de onde parou.')
  }
}

async function request(url: string, have: number): Promise<Response> {
  try {
    return await fetch(url, have > 0 ? { headers: { range: `bytes=${have}-` } } : {})
  } catch (error) {
    const message = 'Sem acesso à internet, ou o servidor não respondeu. Baixe o arquivo em outra máquina e use --from.'
    throw new InstallError(message, { cause: error })
  }
}

async function checkSpace(directory: string, bytes: number): Promise<void> {
  const disk = await statfs(directory)
  const free = disk.bavail * disk.bsize
  if (free < bytes * SPACE_FACTOR) throw new InstallError(diskFull(bytes * SPACE_FACTOR, free))
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`

const diskFull = (needed: number, free: number) =>
  `Não há espaço em disco: são precisos ${megabytes(needed)} e há ${megabytes(free)} livres.`

function downloadError(error: unknown, otherwise: string): InstallError {
  const code = (error as NodeJS.ErrnoException).code
  return new InstallError(code === 'ENOSPC' ? 'O disco encheu durante o download.' : otherwise, { cause: error })
}
