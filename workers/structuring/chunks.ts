/**
 * A part of a consultation: lines `start` to `end`. Those from `from` on belong to the part before and give context.
 */
export type Chunk = { from: number; start: number; end: number }

/** About 2,000 words: a small model reads them with care, and the record of them fits its answer. */
const CHARACTERS = 12_000
const OVERLAP_LINES = 6
/** A cut may move back this many lines, so that a part begins with a question and not with its answer. */
const BACK_LINES = 6

type Line = { text: string; speaker?: 'doctor' | 'patient' | undefined }

/** Splits a consultation into parts of similar length; a short one stays whole. */
export function chunksOf(lines: readonly Line[], characters = CHARACTERS): Chunk[] {
  const total = lines.reduce((sum, line) => sum + line.text.length, 0)
  const parts = Math.max(1, Math.ceil(total / characters))
  const out: Chunk[] = []
  let start = 0
  let read = 0
  for (let part = 1; part <= parts && start < lines.length; part++) {
    let end = start
    while (end < lines.length && (part === parts || read < (total * part) / parts))
      read += lines[end++]?.text.length ?? 0
    const earliest = Math.max(start + 1, end - BACK_LINES)
    for (let cut = end; cut >= earliest && end < lines.length; cut--)
      if (lines[cut]?.speaker === 'doctor') {
        while (end > cut) read -= lines[--end]?.text.length ?? 0
        break
      }
    if (end > start) out.push({ from: Math.max(0, start - OVERLAP_LINES), start, end })
    start = end
  }
  return out
}
