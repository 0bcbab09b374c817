import { settle } from '../voice/normalise.ts'

export type Rewriting = readonly (readonly [RegExp, string])[]

/** Letters a pattern cannot do without: where a text has them not, the pattern need not be tried. */
function needed(source: string): string {
  let depth = 0
  let run = ''
  let longest = ''
  const close = (keep: string) => {
    if (keep.length > longest.length) longest = keep
    run = ''
  }
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] as string
    if (sign === '\\') {
      close(run)
      at += source[at + 1] === 'p' ? 3 : 1
      while (source[at] !== '}' && source[at - 1] === '{') at++
    } else if (sign === '[') {
      close(run)
      const end = source.indexOf(']', at)
      at = end < 0 ? source.length : end
    } else if (sign === '(') {
      close(run)
      depth++
    } else if (sign === ')') {
      depth--
      run = ''
    } else if (sign === '|' && depth === 0) return ''
    else if (/[?*{]/.test(sign)) {
      close(run.slice(0, -1))
      if (sign === '{') at = source.indexOf('}', at)
    } else if (depth === 0 && /[a-zà-ú ,]/.test(sign)) run += sign
    else if (depth === 0) close(run)
    else run = ''
  }
  close(run)
  return longest.length >= 3 || longest.includes(',') ? longest : ''
}

/** Rules one after the other; most do not touch most texts, and there are very many of both. */
export function rewriter(rules: Rewriting): (text: string) => string {
  const known = rules.map(([from, to]) => ({ from, to, needs: needed(from.source) }))
  return (text) => {
    let out = text
    let low = text.toLowerCase()
    for (const { from, to, needs } of known) {
      if (needs && !low.includes(needs)) continue
      // Looking is much cheaper than replacing nothing.
      if (out.search(from) < 0) continue
      const next = out.replace(from, to)
      out = next
      low = next.toLowerCase()
    }
    return out === text ? text : settle(out)
  }
}
