import { createHash } from 'node:crypto'
import { Deflate, Zip, ZipPassThrough } from 'fflate'
import type { ManifestFile } from '#domain/data-export/files.ts'

/** R2 requires equal part sizes, except for the last part. */
const PART = 5 * 1024 * 1024
type Written = { path: string; bytes: number; sha256: string }
const LEVEL = 6

const utf8 = new TextEncoder()

/** Like fflate's ZipDeflate, but frees its state of some hundred KB when its file ends, not when the ZIP ends. */
class Deflated extends ZipPassThrough {
  #deflate: Deflate | null = new Deflate({ level: LEVEL }, (chunk, last) => this.ondata(null, chunk, last))

  constructor(path: string) {
    super(path)
    this.compression = 8
  }

  override process(chunk: Uint8Array, last: boolean): void {
    this.#deflate?.push(chunk, last)
    if (last) this.#deflate = null
  }
}

/** A ZIP uploaded to R2 part by part. Memory holds one part, and the output of files queued behind the current one. */
export class Volume {
  readonly files: Written[] = []
  readonly missing: ManifestFile['missing'] = []
  bytes = 0
  #bucket: R2Bucket
  #key: string
  #at: number
  #zip: Zip
  #waiting: Uint8Array[] = []
  #held = 0
  #failure: Error | null = null
  #upload: R2MultipartUpload | null = null
  #parts: R2UploadedPart[] = []

  constructor(bucket: R2Bucket, key: string, at: number) {
    this.#bucket = bucket
    this.#key = key
    this.#at = at
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error
      else this.#take(chunk)
    })
  }

  #take(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) return
    this.#waiting.push(chunk)
    this.#held += chunk.byteLength
    this.bytes += chunk.byteLength
  }

  /** Opens a file that is written in pieces. Files added meanwhile are queued behind it. */
  open(path: string): { write: (text: string) => void; end: () => void } {
    const file = new Deflated(path)
    this.#add(file)
    const hash = createHash('sha256')
    let bytes = 0
    const push = (piece: Uint8Array, last: boolean) => {
      hash.update(piece)
      bytes += piece.byteLength
      file.push(piece, last)
    }
    return {
      write: (text) => push(utf8.encode(text), false),
      end: () => {
        push(new Uint8Array(0), true)
        this.files.push({ path, bytes, sha256: hash.digest('hex') })
      },
    }
  }

  text(path: string, text: string): void {
    const file = this.open(path)
    file.write(text)
    file.end()
  }

  /** Adds a file without compressing: its content is compressed already. */
  packed(path: string, content: Uint8Array): void {
    const file = new ZipPassThrough(path)
    this.#add(file)
    this.files.push({ path, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') })
    file.push(content, true)
  }

  #add(file: ZipPassThrough): void {
    // ZIP times have no zone; a fixed time makes a repeated attempt equal.
    file.mtime = this.#at
    this.#zip.add(file)
  }

  /** Uploads full parts. Called between files, one at a time. */
  async drain(): Promise<void> {
    if (this.#failure) throw this.#failure
    while (this.#held >= PART) {
      this.#upload ??= await this.#bucket.createMultipartUpload(this.#key, {
        httpMetadata: { contentType: 'application/zip' },
      })
      const part = this.#cut(PART)
      this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, part))
    }
  }

  async end(): Promise<void> {
    this.#zip.end()
    await this.drain()
    const rest = this.#cut(this.#held)
    if (!this.#upload) {
      await this.#bucket.put(this.#key, rest, { httpMetadata: { contentType: 'application/zip' } })
      return
    }
    if (rest.byteLength > 0) this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, rest))
    await this.#upload.complete(this.#parts)
  }

  /** Discards the uploaded parts. */
  async abandon(): Promise<void> {
    await this.#upload?.abort()
  }

  #cut(size: number): Uint8Array {
    const part = new Uint8Array(size)
    let filled = 0
    while (filled < size) {
      const chunk = this.#waiting[0] as Uint8Array
      const head = chunk.subarray(0, size - filled)
      part.set(head, filled)
      filled += head.byteLength
      if (head.byteLength === chunk.byteLength) this.#waiting.shift()
      else this.#waiting[0] = chunk.subarray(head.byteLength)
    }
    this.#held -= size
    return part
  }
}
