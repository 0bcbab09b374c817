import { brotliCompressSync, constants } from 'node:zlib'

/** Bytes on the wire: Cloudflare's edge compresses text by brotli, which `wrangler dev` does not. */
export function wireBytes(body: Buffer, type: string): number {
  const text = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg)/.test(type)
  return text ? compressed(body).length : body.length
}

/** As the edge does on the way: quality 4. */
export const compressed = (body: Buffer): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
