/**
 * The most bytes of object identifiers in one signature. asn1js makes an object of each arc, some 10 µs and 800 bytes: 2 MB
 * of them take 10 s and more memory than a Worker has. Twenty certificates have some 5 KB.
 */
const IDENTIFIERS_MAX = 32 * 1024
const DEPTH_MAX = 100
const [BITS, OCTETS, IDENTIFIER, RELATIVE] = [3, 4, 6, 13]

/** Whether asn1js reads these bytes in bounded time. Follows it into strings, whose content it tries to read too. */
export function isLight(bytes: Uint8Array): boolean {
  let remaining = IDENTIFIERS_MAX
  const walk = (from: number, to: number, depth: number): void => {
    for (let at = from; at + 1 < to && remaining >= 0; ) {
      const tag = bytes[at++] as number
      if ((tag & 31) === 31) while (at < to && (bytes[at++] as number) > 127);
      const first = bytes[at++] ?? 0
      const octets = first > 128 ? first & 127 : 0
      // asn1js stops there too.
      if (octets > 8) return
      let length = first < 128 ? first : 0
      for (let index = 0; index < octets; index++) length = length * 256 + (bytes[at++] ?? 0)
      const end = Math.min(at + length, to)
      const isIdentifier = [IDENTIFIER, RELATIVE].includes(tag & 0xdf)
      if (isIdentifier) remaining -= end - at
      // The loop reads on inside a constructed value and ignores the value's end.
      else if (tag & 32) continue
      if ((tag === OCTETS || tag === BITS) && depth < DEPTH_MAX) walk(tag === BITS ? at + 1 : at, end, depth + 1)
      at = end
    }
  }
  walk(0, bytes.length, 0)
  return remaining >= 0
}
