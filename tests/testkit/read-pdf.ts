import { inflateSync } from 'node:zlib'

const inflate = async (bytes: Uint8Array): Promise<string> => inflateSync(bytes).toString()

/** Text of each page as its fonts' ToUnicode maps read it; enough of a reader for what pdfkit writes. */
export async function readPdf(file: Uint8Array) {
  // TextDecoder's 'latin1' is Windows-1252, which moves 27 of the bytes.
  const raw = Array.from(file, (byte) => String.fromCharCode(byte)).join('')
  const objects = new Map<string, { head: string; body: string }>()
  for (const match of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', text = ''] = match
    const at = text.indexOf('stream\n')
    const compressed = at >= 0 && text.includes('/FlateDecode') && !text.includes('/FontFile')
    const bytes = Uint8Array.from(text.slice(at + 7, text.lastIndexOf('\nendstream')), (char) => char.charCodeAt(0))
    objects.set(id, {
      head: at >= 0 ? text.slice(0, at) : text,
      body: compressed ? await inflate(bytes).catch(() => '') : '',
    })
  }
  const maps = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1] ?? '')?.body ?? ''
      const codes = new Map<string, string>()
      for (const [, from = '', , list = ''] of cmap.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
        for (const [index, [, units = '']] of [...list.matchAll(/<([^>]*)>/g)].entries())
          codes.set(
            (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0'),
            (units.replace(/ /g, '').match(/.{4}/g) ?? [])
              .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
              .join(''),
          )
      maps.set(name, codes)
    }
  const pages = [...objects.values()].filter(({ body }) => body.includes(' Tf'))
  const text = pages.map(({ body }) => {
    let font = ''
    let out = ''
    for (const [, name, line] of body.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (name) font = name
      else
        out += `${[...(line ?? '').matchAll(/<(\w+)>/g)]
          .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
          .map((code) => maps.get(font)?.get(code) ?? '')
          .join('')}\n`
    }
    return out
  })
  return { raw, text }
}
