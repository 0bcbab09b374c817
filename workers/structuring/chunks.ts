/** Lines `start` to `end` are this part's own; those from `from` on were told before and are there to understand it. */
export type Chunk = { from: number; start: number; end: number }

/** About 2,000 words: what a small model still reads with care, and a record of it fits its answer. */
const CHARACTERS = 12_000
const OVERLAP_LINES = 6
/** How far back a cut may move so that a part begins with a question and not with its answer. */
const BACK_LINES = 6

type Line = { text: string; speaker?: 'doctor' | 'patient' | undefined }

/** A consultation in parts of about the same length; one that is not long stays whole. */
export function chunksOf(lines: readonly Line[], characters = CHARACTERS): Chunk[] {
  const total = lines.reduce((sum, line) => sum + line.text.length, 0)
  const parts = Math.max(1, Math.ceil(total / characters))
  const out: Chunk[] = []
  let start = 0
  let told = 0
  for (let part = 1; part <= parts && start < lines.length; part++) {
    let end = start
    while (end < lines.length && (part === parts || told < (total * part) / parts))
      told += lines[end++]?.text.length ?? 0
    const earliest = Math.max(start + 1, end - BACK_LINES)
    for (let cut = end; cut >= earliest && end < lines.length; cut--)
      if (lines[cut]?.speaker === 'doctor') {
        while (end > cut) told -= lines[--end]?.text.length ?? 0
        break
      }
    if (end > start) out.push({ from: Math.max(0, start - OVERLAP_LINES), start, end })
    start = end
  }
  return out
}
