import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files, Stored } from './files.ts'
import { type Manifest, manifestName, manifestOf, OBJECTS, type ObjectLine, objectLine, partName } from './manifest.ts'
import { CopyRefused } from './refusal.ts'
import type { Line } from './rows.ts'
import { type Opener, sha256 } from './seal.ts'
import { forAll } from './write.ts'

/** A bucket whose files are fetched once into a folder, as they are: encrypted. Errors: CopyRefused missing. */
export function fetched(copies: Files, folder: string) {
  mkdirSync(folder, { recursive: true })
  return async (name: string): Promise<Uint8Array> => {
    // A name may come from the provider's list, so it is no path here.
    const path = join(folder, sha256(name))
    try {
      return readFileSync(path)
    } catch {
      const file = await copies.get(name)
      if (!file) throw new CopyRefused('missing', name, 'não está no bucket')
      writeFileSync(path, file.content)
      return file.content
    }
  }
}
type Fetch = ReturnType<typeof fetched>

/** Returns the ids of all complete copies of an environment, the oldest first. */
export async function listCopies(copies: Files, environment: string): Promise<string[]> {
  const prefix = manifestName(environment, '').replace(/\.age$/, '')
  const listed = await copies.list(prefix)
  return listed.map(({ key }) => key.slice(prefix.length).replace(/\.age$/, '')).sort()
}

export class Copy {
  readonly manifest: Manifest
  readonly #fetch: Fetch
  readonly #open: Opener
  private constructor(fetch: Fetch, open: Opener, manifest: Manifest) {
    this.#fetch = fetch
    this.#open = open
    this.manifest = manifest
  }

  /** Opens the manifest of a copy. Errors: CopyRefused. */
  static async open(fetch: Fetch, open: Opener, environment: string, copy: string): Promise<Copy> {
    const name = manifestName(environment, copy)
    const file = await fetch(name).catch((error: Error) => {
      if (!(error instanceof CopyRefused)) throw error
      throw new CopyRefused('incomplete', name, 'cópia sem manifesto: não existe ou foi interrompida')
    })
    const { content } = await open(file, { environment, name })
    return new Copy(fetch, open, manifestOf.parse(JSON.parse(Buffer.from(content).toString())))
  }

  /** Reads the rows of a table part by part. Errors: CopyRefused, at the end if rows are missing or changed. */
  async *rows(table: string): AsyncGenerator<Line[]> {
    const { environment, copy, tables, objects } = this.manifest
    const expected = table === OBJECTS ? objects : tables[table]
    if (!expected) return
    const hash = createHash('sha256')
    let rows = 0
    for (let part = 1; part <= expected.parts; part++) {
      const name = partName(environment, copy, table, part)
      const { content } = await this.#open(await this.#fetch(name), { environment, name })
      hash.update(content)
      const lines: string[] = Buffer.from(content).toString().trimEnd().split('\n')
      rows += lines.length
      yield lines.map((line) => JSON.parse(line) as Line)
    }
    if (rows !== expected.rows || hash.digest('hex') !== expected.sha256)
      throw new CopyRefused('altered', partName(environment, copy, table, 1), 'as linhas não são as do manifesto')
  }

  async objects(): Promise<ObjectLine[]> {
    const all: ObjectLine[] = []
    for await (const page of this.rows(OBJECTS)) all.push(...page.map((line) => objectLine.parse(line)))
    return all
  }

  /** Reads an object as it was in the bucket of the service. Errors: CopyRefused. */
  async object([key, etag, size, name]: ObjectLine): Promise<Stored> {
    const { environment } = this.manifest
    const described = { environment, name, object: { key, etag, metadata: {} } }
    const { head, content } = await this.#open(await this.#fetch(name), described)
    if (content.length !== size) throw new CopyRefused('altered', name, `${content.length} bytes, não ${size}`)
    return { content, metadata: head.object?.metadata ?? {} }
  }
}

/** Reads every file of a copy and returns all that must not be restored, by name. */
export async function copyProblems(copy: Copy): Promise<CopyRefused[]> {
  const found: CopyRefused[] = []
  const collect = async (act: () => Promise<void>) =>
    act().catch((error: Error) => {
      if (!(error instanceof CopyRefused)) throw error
      found.push(error)
    })
  for (const table of Object.keys(copy.manifest.tables))
    await collect(async () => {
      for await (const _ of copy.rows(table));
    })
  await collect(async () => forAll(await copy.objects(), (line) => collect(async () => void (await copy.object(line)))))
  return found
}
