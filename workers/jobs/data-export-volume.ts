import { createHash } from 'node:crypto'
import { Deflate, Zip, ZipPassThrough } from 'fflate'
import type { ManifestFile } from '#domain/data-export/files.ts'

/** R2 takes parts of this size; all but the last are as long as each other. */
const PART = 5 * 1024 * 1024
type Written = { path: string; bytes: number; sha256: string }
const LEVEL = 6

const utf8 = new TextEncoder()

/** As fflate's ZipDeflate, whose state of some hundred KB stays with every file until the ZIP ends: here it goes with its file. */
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

/**
 * A ZIP on its way into R2, a part at a time: what is held is one part and what one file behind another waits for,
 * however much the whole comes to.
 */
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

  /** A file that comes piece by piece. Those that are added meanwhile wait behind it. */
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

  /** As it is: what is packed already grows no smaller. */
  packed(path: string, content: Uint8Array): void {
    const file = new ZipPassThrough(path)
    this.#add(file)
    this.files.push({
      path,
      bytes: content.byteLength,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    file.push(content, true)
  }

  #add(file: ZipPassThrough): void {
    // A ZIP's times have no zone; an attempt that is repeated says the same.
    file.mtime = this.#at
    this.#zip.add(file)
  }

  /** Sends what has come together. Between files, and never more than one at a time. */
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

  /** Whatever was sent of it goes. */
  async abandon(): Promise<void> {
    await this.#upload?.abort()
  }

  #cut(size: number): Uint8Array {
    const part = new Uint8Array(size)
    let filled = 0
    while (filled < size) {
      const chunk = this.#waiting[0] as Uint8Array
      const taken = chunk.subarray(0, size - filled)
      part.set(taken, filled)
      filled += taken.byteLength
      if (taken.byteLength === chunk.byteLength) this.#waiting.shift()
      else this.#waiting[0] = chunk.subarray(taken.byteLength)
    }
    this.#held -= size
    return part
  }
}
