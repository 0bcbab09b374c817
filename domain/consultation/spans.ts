/** Samples [from, to) of a take. Lists are in order, apart from each other, and never change in place. */
export type Span = { from: number; to: number }
/** Words that a transcript has. `isLine`: a whole line; the places of its words are not known. */
export type Written = Span & { isLine?: true }

export function withSpan(spans: readonly Span[], added: Span): Span[] {
  if (added.to <= added.from) return [...spans]
  const merged: Span[] = []
  let open = { ...added }
  for (const span of spans) {
    if (span.to < open.from || span.from > open.to) merged.push(span)
    else open = { from: Math.min(span.from, open.from), to: Math.max(span.to, open.to) }
  }
  return [...merged, open].sort((a, b) => a.from - b.from)
}

export const withoutSpan = (spans: readonly Span[], { from, to }: Span): readonly Span[] =>
  spans
    .flatMap((span) => [
      { from: span.from, to: Math.min(span.to, from) },
      { from: Math.max(span.from, to), to: span.to },
    ])
    .filter((span) => span.from < span.to)

/** Returns what is left of the spans. `removed` may have any order and may overlap; the cost grows with both lengths. */
export function withoutSpans(spans: readonly Span[], removed: readonly Span[]): readonly Span[] {
  const cuts = [...removed].sort((a, b) => a.from - b.from)
  const rest: Span[] = []
  let next = 0
  for (const span of spans) {
    let { from } = span
    // A cut may reach into the next span too: go back to the first that can.
    for (; next < cuts.length && (cuts[next] as Span).to <= from; next++);
    for (let at = next; at < cuts.length && (cuts[at] as Span).from < span.to; at++) {
      const cut = cuts[at] as Span
      if (cut.from > from) rest.push({ from, to: cut.from })
      from = Math.max(from, cut.to)
    }
    if (from < span.to) rest.push({ from, to: span.to })
  }
  return rest
}

/** The parts of [0, end) outside every span. */
export function holesIn(spans: readonly Span[], end: number): Span[] {
  const holes: Span[] = []
  let at = 0
  for (const span of spans) {
    if (span.from >= end) break
    if (span.from > at) holes.push({ from: at, to: span.from })
    at = Math.max(at, span.to)
  }
  if (at < end) holes.push({ from: at, to: end })
  return holes
}

export const isInside = (spans: readonly Span[], at: number): boolean =>
  spans.some((span) => span.from <= at && at < span.to)

/** The end of the span that begins at 0. */
export const reach = (spans: readonly Span[]): number => (spans[0]?.from === 0 ? spans[0].to : 0)
