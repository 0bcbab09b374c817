import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installModel } from '#local/speech/install-model.ts'
import type { ModelRelease } from '#local/speech/models.ts'
import { writeTinyCtc } from '#tests/testkit/speech/tiny-models.ts'

const NAME = 'tiny-ctc'
let directory: string
let archive: Buffer
let archiveFile: string
let server: Server
let release: ModelRelease
/** Ranges asked for. */
let requestedRanges: (string | undefined)[]
/** Answers stop after 500 bytes, and `cut` breaks the connection. */
let breakOff: boolean
let cut: () => void

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'install-'))
  writeTinyCtc(join(directory, 'source', NAME))
  archiveFile = join(directory, `${NAME}.tar.bz2`)
  execFileSync('tar', ['-cjf', archiveFile, '-C', join(directory, 'source'), NAME])
  archive = readFileSync(archiveFile)
  requestedRanges = []
  breakOff = false
  server = createServer((request, response) => {
    requestedRanges.push(request.headers.range)
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (from >= archive.length) {
      response.writeHead(416, { 'content-range': `bytes */${archive.length}` }).end()
      return
    }
    const rest = archive.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length })
    if (!breakOff) return void response.end(rest)
    response.write(rest.subarray(0, 500))
    cut = () => response.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${NAME}.tar.bz2`
  release = { name: NAME, url, about: 'para testes' }
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(directory, { recursive: true, force: true })
})

test('a broken download goes on where it stopped, and says that its sum was not checked', async () => {
  const models = join(directory, 'models')
  const [lines, progress]: [string[], number[]] = [[], []]
  const install = () =>
    installModel({
      release,
      directory: models,
      say: (line) => lines.push(line),
      onProgress(done, total) {
        progress.push(done / (total ?? Number.NaN))
        if (breakOff) cut()
      },
    })
  breakOff = true
  await expect(install()).rejects.toThrow('interrompido')
  breakOff = false
  const folder = await install()
  expect(requestedRanges).toEqual([undefined, 'bytes=500-'])
  expect(progress.at(-1)).toBe(1)
  expect(existsSync(join(folder, 'model.onnx'))).toBe(true)
  expect(existsSync(join(models, `${NAME}.tar.bz2.part`))).toBe(false)
  expect(lines.join('\n')).toContain('não conferida')
  const sha256 = createHash('sha256').update(archive).digest('hex')
  const installed = () => JSON.parse(readFileSync(join(models, 'installed.json'), 'utf8'))
  expect(installed()[NAME]).toMatchObject({ size: archive.length, sha256 })

  // One installation is enough. Installed again, the noted sum matches, and a complete file is not fetched twice.
  await install()
  expect(requestedRanges).toHaveLength(2)
  rmSync(folder, { recursive: true })
  writeFileSync(join(models, `${NAME}.tar.bz2.part`), archive)
  await install()
  expect(requestedRanges.at(-1)).toBe(`bytes=${archive.length}-`)
  rmSync(folder, { recursive: true })
  archive = Buffer.concat([archive, Buffer.from('x')])
  await expect(install()).rejects.toThrow('não confere')
})

test('a file on disk is installed and never deleted', async () => {
  const models = join(directory, 'models')
  const install = (from = archiveFile) => installModel({ release, directory: models, from })
  await expect(install(join(directory, 'none.tar.bz2'))).rejects.toThrow('não existe')
  const broken = join(directory, 'broken.tar.bz2')
  writeFileSync(broken, archive.subarray(0, 300))
  await expect(install(broken)).rejects.toThrow('não pôde ser descompactado')
  expect(existsSync(join(models, NAME))).toBe(false)

  const folder = await install()
  expect(existsSync(join(folder, 'tokens.txt'))).toBe(true)
  expect(existsSync(archiveFile)).toBe(true)
  expect(existsSync(broken)).toBe(true)
  expect(requestedRanges).toEqual([])
})

test('without a network the message says what to do', async () => {
  const nowhere = { ...release, url: 'http://127.0.0.1:9/model.tar.bz2' }
  await expect(installModel({ release: nowhere, directory: join(directory, 'models') })).rejects.toThrow('--from')
  release = { ...release, url: release.url.replace('tiny', 'other') }
  archive = Buffer.alloc(0)
  await expect(installModel({ release, directory: join(directory, 'models') })).rejects.toThrow()
})
