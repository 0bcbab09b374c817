import { isRef, nameOf, type PdfDict, type PdfObject, PdfReader, PdfSyntaxError, type PdfValue } from './objects.ts'

/**
 * One incremental update (ISO 32000-1, 7.5.6): its objects, and the range of ends that a signature made with it may
 * cover: after '%%EOF', with or without the line's end.
 */
export type Update = {
  objects: PdfObject[]
  trailer: PdfDict
  startxref: number
  ends: readonly [from: number, to: number]
}

const UPDATES_MAX = 12

const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 10 || byte === 13 || byte === 32)

const lineEnd = (bytes: Uint8Array, at: number): number => {
  const afterReturn = bytes[at] === 13 ? at + 1 : at
  return bytes[afterReturn] === 10 ? afterReturn + 1 : afterReturn
}

type Entry = { offset: number; generation: number }

/** Offset and generation by object, of the objects in use. Throws for a stream in place of a table, which this reader does not read. */
function readTable(reader: PdfReader): Map<number, Entry> {
  const entries = new Map<number, Entry>()
  reader.expect('xref')
  while (!reader.sees('trailer')) {
    const [first, count] = [reader.integer(), reader.integer()]
    for (let id = first; id < first + count; id++) {
      const [offset, generation, state] = [reader.integer(), reader.integer(), reader.word()]
      // Only the head of the list of free objects may be free: an update must not take an object away.
      if (state === 'f' && id === 0) continue
      if (state !== 'n' || entries.has(id)) throw new PdfSyntaxError('xref')
      entries.set(id, { offset, generation })
    }
  }
  return entries
}

function readTrailer(reader: PdfReader): { trailer: PdfDict; startxref: number } {
  reader.expect('trailer')
  const trailer = reader.value()
  if (!(trailer instanceof Map) || trailer.has('Encrypt') || trailer.has('XRefStm')) throw new PdfSyntaxError('trailer')
  reader.expect('startxref')
  return { trailer, startxref: reader.integer() }
}

function readUpdate(reader: PdfReader): Update {
  const objects: PdfObject[] = []
  while (!reader.sees('xref')) objects.push(reader.object())
  const objectsEnd = objects.at(-1)?.end ?? reader.at
  const xrefAt = reader.at
  const entries = readTable(reader)
  const { trailer, startxref } = readTrailer(reader)
  // `skipSpace` would take '%%EOF' for a comment.
  while (/\s/.test(String.fromCharCode(reader.bytes[reader.at] ?? 0))) reader.at++
  const mark = String.fromCharCode(...reader.bytes.subarray(reader.at, reader.at + 5))
  // Some programs name the line's end before the table.
  const isAtTable = startxref >= objectsEnd && startxref <= xrefAt && isBlank(reader.bytes.subarray(startxref, xrefAt))
  if (mark !== '%%EOF' || !isAtTable) throw new PdfSyntaxError('end')
  const eof = reader.at + 5
  reader.at = lineEnd(reader.bytes, eof)
  // The table names exactly the objects that are here: a reader that uses it and one that scans see the same.
  const isListed = ({ id, generation, from }: PdfObject) =>
    entries.get(id)?.offset === from && entries.get(id)?.generation === generation
  if (entries.size !== objects.length || !objects.every(isListed)) throw new PdfSyntaxError('table')
  return { objects, trailer, startxref, ends: [eof, reader.at] }
}

/** Reads every update after `from` up to the end of the file; not one byte may be left. Throws PdfSyntaxError. */
export function readUpdates(bytes: Uint8Array, from: number): Update[] {
  const reader = new PdfReader(bytes, from)
  const updates: Update[] = []
  while (reader.at < bytes.length) {
    if (updates.length === UPDATES_MAX) throw new PdfSyntaxError('updates')
    updates.push(readUpdate(reader))
  }
  return updates
}

/** The file as we printed it: its objects are read where the table names them. */
export class BaseFile {
  readonly trailer: PdfDict
  readonly startxref: number
  readonly #entries: Map<number, Entry>
  readonly #bytes: Uint8Array

  /** `bytes`: the issued file alone. */
  constructor(bytes: Uint8Array) {
    const tail = String.fromCharCode(...bytes.subarray(-64))
    this.startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1])
    const reader = new PdfReader(bytes, this.startxref)
    this.#bytes = bytes
    this.#entries = readTable(reader)
    this.trailer = readTrailer(reader).trailer
  }

  has(id: number): boolean {
    return this.#entries.has(id)
  }

  object(id: number): PdfValue | undefined {
    const offset = this.#entries.get(id)?.offset
    return offset === undefined ? undefined : new PdfReader(this.#bytes, offset).object().value
  }

  /** The ids of the pages, in order. */
  pages(): number[] {
    const found: number[] = []
    const walk = (value: PdfValue | undefined, depth: number): void => {
      if (!isRef(value) || depth > 8) return
      const node = this.object(value.id)
      if (!(node instanceof Map)) return
      if (nameOf(node.get('Type')) === 'Page') found.push(value.id)
      const kids = node.get('Kids')
      for (const kid of Array.isArray(kids) ? kids : []) walk(kid, depth + 1)
    }
    const root = this.trailer.get('Root')
    const catalogue = isRef(root) ? this.object(root.id) : null
    if (catalogue instanceof Map) walk(catalogue.get('Pages'), 0)
    return found
  }
}
