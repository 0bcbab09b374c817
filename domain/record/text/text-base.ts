import type { Section, StructuredRecord } from '../record.ts'
import { textHash } from './text-hash.ts'

type BaseText = Pick<StructuredRecord, 'unified_text' | 'created_at'> & {
  sections: readonly Pick<Section, 'title' | 'content' | 'order'>[]
}

/**
 * A hash of 'Texto para Prontuário' at the start of an edit: of its own text, or of the sections it follows. An edit
 * with another base is stale.
 */
export const textBase = ({ unified_text, sections, created_at }: BaseText): string =>
  textHash(
    unified_text === null
      ? JSON.stringify([
          created_at,
          [...sections].sort((a, b) => a.order - b.order).map(({ title, content }) => [title, content.trim()]),
        ])
      : JSON.stringify(unified_text),
  )
