import type { CanonicalKey } from '../record.ts'

/** A sentence on its way into a section. Denials are kept as items, so that neighbours become one 'Nega A, B e C.' */
export type Draft =
  | { section: CanonicalKey; kind: 'statement'; text: string; evidence: string[]; topic?: string | undefined }
  /** A time, a place, a dose told of what was said just before: it ends that sentence, or stands alone as `text`. */
  | { section: CanonicalKey; kind: 'detail'; text: string; tail: string; after: readonly string[]; evidence: string[] }
  | { section: CanonicalKey; kind: 'denial'; item: string; evidence: string[] }

/** What a question and its answer say together. */
export type Joined =
  | { kind: 'denial'; item: string }
  | { kind: 'statement'; text: string; answer: string }
  | { kind: 'detail'; text: string; tail: string; answer: string }
