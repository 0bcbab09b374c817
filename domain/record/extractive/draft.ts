import type { CanonicalKey } from '../record.ts'

/** A sentence on its way into a section. Denials are kept as items, so that neighbours become one 'Nega A, B e C.' */
export type Draft =
  | { section: CanonicalKey; kind: 'statement'; text: string; evidence: string[] }
  | { section: CanonicalKey; kind: 'denial'; item: string; evidence: string[] }
