/** FNV-1a, 64 bits, over UTF-16 units, in two halves: BigInt would be far slower. */
const OFFSET_HIGH = 0xcbf29ce4
const OFFSET_LOW = 0x84222325
/** The prime is 2^40 + this. */
const PRIME_REST = 0x1b3
const HALF = 2 ** 32

/**
 * Hashes the text of a line when a sentence cites it: 16 hex digits. It only detects later edits of the line; the
 * signature's sha256 protects the content.
 */
export function textHash(text: string): string {
  let high = OFFSET_HIGH
  let low = OFFSET_LOW
  for (let at = 0; at < text.length; at++) {
    low = (low ^ text.charCodeAt(at)) >>> 0
    const product = low * PRIME_REST
    // 2^40 shifts the lower half by eight bits into the upper one.
    high = (high * PRIME_REST + Math.floor(product / HALF) + ((low << 8) >>> 0)) % HALF
    low = product % HALF
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
