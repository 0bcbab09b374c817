/** FNV-1a, 64 bits, over UTF-16 units. */
const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n
const MASK = 0xffffffffffffffffn

/**
 * Names the text of a line as it was when a sentence was made of it: 16 hex digits. It tells that a line was edited
 * since, no more; the signature's sha256 is what protects the content.
 */
export function textHash(text: string): string {
  let hash = OFFSET
  for (let at = 0; at < text.length; at++) hash = ((hash ^ BigInt(text.charCodeAt(at))) * PRIME) & MASK
  return hash.toString(16).padStart(16, '0')
}
