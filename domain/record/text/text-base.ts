import type { Section, StructuredRecord } from '../record.ts'
import { textHash } from './text-hash.ts'

type Standing = Pick<StructuredRecord, 'unified_text' | 'created_at'> & {
  sections: readonly Pick<Section, 'title' | 'content' | 'order'>[]
}

/**
 * Names what 'Texto para Prontuário' was when somebody began to write in it: the text that was kept, or, while it
 * follows the sections, what each of them said. Whatever was written from anything else is out of date.
 */
export const textBase = ({ unified_text, sections, created_at }: Standing): string =>
  textHash(
    unified_text === null
      ? JSON.stringify([
          created_at,
          [...sections].sort((a, b) => a.order - b.order).map(({ title, content }) => [title, content.trim()]),
        ])
      : JSON.stringify(unified_text),
  )
