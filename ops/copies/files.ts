// Places that store files by key: the bucket of the service and the bucket of the copies.
import { AwsClient } from 'aws4fetch'
import { connected } from './connected.ts'
import { sha256 } from './seal.ts'

/** `etag` names the version of a file. */
export type Listed = { key: string; etag: string; size: number }
/** `metadata`: the content type and other headers that a bucket stores with a file, by their HTTP names. */
export type Stored = { content: Uint8Array; metadata: Record<string, string> }
export type Files = {
  list(prefix: string): Promise<Listed[]>
  /** Null if there is none. */
  get(key: string): Promise<Stored | null>
  put(key: string, file: Stored): Promise<void>
}

/** Headers that a bucket gives back with a file. */
const KEPT = /^(content-(type|disposition|language|encoding)|cache-control|x-amz-meta-.*)$/

export type S3Settings = { url: string; id: string; secret: string; region?: string | undefined }

/** Reaches a bucket by the S3 protocol; `url` is its address with its name as the path. Errors: the answer of the bucket. */
export function s3Files({ url, id, secret, region = 'auto' }: S3Settings): Files {
  const client = new AwsClient({ accessKeyId: id, secretAccessKey: secret, service: 's3', region, retries: 4 })
  const root = url.replace(/\/$/, '')
  const at = (key: string) => `${root}/${key.split('/').map(encodeURIComponent).join('/')}`
  async function call(address: string, init: RequestInit = {}): Promise<Response> {
    const answer = await connected(() => client.fetch(address, init))
    if (answer.ok || answer.status === 404) return answer
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? answer.statusText
    throw new Error(`${init.method ?? 'GET'} ${address.split('?')[0]}: ${answer.status} ${code}`)
  }
  return {
    async list(prefix) {
      const found: Listed[] = []
      for (let token = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) })
        const answer = await call(`${root}?${query}`)
        if (!answer.ok) throw new Error(`${root}: no such bucket`)
        const xml = await answer.text()
        for (const [, one = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.push({
            key: tag(one, 'Key'),
            etag: tag(one, 'ETag').replaceAll('"', ''),
            size: Number(tag(one, 'Size')),
          })
        token = tag(xml, 'NextContinuationToken')
        if (!token) return found
      }
    },
    async get(key) {
      const answer = await call(at(key))
      if (!answer.ok) return null
      const metadata = Object.fromEntries([...answer.headers].filter(([name]) => KEPT.test(name)))
      return { content: new Uint8Array(await answer.arrayBuffer()), metadata }
    },
    async put(key, { content, metadata }) {
      const headers = { ...metadata, 'x-amz-content-sha256': sha256(content) }
      const answer = await call(at(key), { method: 'PUT', headers, body: content as Uint8Array<ArrayBuffer> })
      if (!answer.ok) throw new Error(`${root}: no such bucket`)
    },
  }
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
const tag = (xml: string, name: string) =>
  (new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) => String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)))
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)

type R2Object = {
  key: string
  etag: string
  size: number
  httpMetadata?: Record<string, string | Date | undefined>
  customMetadata?: Record<string, string>
}
export type R2Binding = {
  list(options: object): Promise<{ objects: R2Object[]; truncated: boolean; cursor?: string }>
  get(key: string): Promise<(R2Object & { arrayBuffer(): Promise<ArrayBuffer> }) | null>
  put(key: string, content: Uint8Array, options: object): Promise<unknown>
}

const HTTP_NAMES: Record<string, string> = {
  contentType: 'content-type',
  contentDisposition: 'content-disposition',
  contentLanguage: 'content-language',
  contentEncoding: 'content-encoding',
  cacheControl: 'cache-control',
}
const META = 'x-amz-meta-'

/** Reaches a bucket of this machine by its binding. */
export const bindingFiles = (r2: R2Binding): Files => ({
  async list(prefix) {
    const found: Listed[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await connected(() => r2.list({ prefix, ...(cursor && { cursor }) }))
      found.push(...page.objects.map(({ key, etag, size }) => ({ key, etag, size })))
      if (!page.truncated) return found
      cursor = page.cursor
    }
  },
  async get(key) {
    const found = await connected(async () => {
      const object = await r2.get(key)
      return object && { object, content: new Uint8Array(await object.arrayBuffer()) }
    })
    if (!found) return null
    const { object, content } = found
    const http = Object.entries(HTTP_NAMES).flatMap(([name, header]) => {
      const value = object.httpMetadata?.[name]
      return typeof value === 'string' ? [[header, value] as const] : []
    })
    const custom = Object.entries(object.customMetadata ?? {}).map(([name, value]) => [META + name, value] as const)
    return { content, metadata: Object.fromEntries([...http, ...custom]) }
  },
  async put(key, { content, metadata }) {
    const http = Object.entries(HTTP_NAMES).flatMap(([name, header]) =>
      metadata[header] === undefined ? [] : [[name, metadata[header]]],
    )
    const custom = Object.entries(metadata).flatMap(([name, value]) =>
      name.startsWith(META) ? [[name.slice(META.length), value]] : [],
    )
    const options = { httpMetadata: Object.fromEntries(http), customMetadata: Object.fromEntries(custom) }
    await connected(() => r2.put(key, content, options))
  },
})
