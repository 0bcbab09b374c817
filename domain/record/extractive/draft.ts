import type { CanonicalKey } from '../record.ts'

/** `risk`: told of suicide or self-harm, whatever words it was told in. */
type Placed = { section: CanonicalKey; evidence: string[]; risk?: boolean | undefined }
/** A sentence on its way into a section. Denials are kept as items, so that neighbours become one 'Nega A, B e C.' */
export type Draft =
  | (Placed & { kind: 'statement'; text: string; topic?: string | undefined })
  /** A time, a place, a dose told of what was said just before: it ends that sentence, or stands alone as `text`. */
  | (Placed & { kind: 'detail'; text: string; tail: string; after: readonly string[] })
  | (Placed & { kind: 'denial'; item: string })

/** What a question and its answer say together. */
export type Joined =
  | { kind: 'denial'; item: string }
  | { kind: 'statement'; text: string; answer: string }
  | { kind: 'detail'; text: string; tail: string; answer: string }
