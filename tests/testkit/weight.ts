import { brotliCompressSync, constants } from 'node:zlib'

/** Bytes on the wire: Cloudflare's edge compresses text by brotli, which `wrangler dev` does not. */
export const wireBytes = (body: Buffer, type: string): number => (isText(type) ? compressed(body) : body).length

export const isText = (type: string): boolean =>
  /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg)/.test(type)

/** As the edge does on the way: quality 4. */
export const compressed = (body: Buffer): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
