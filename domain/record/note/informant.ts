import type { SpokenLine } from '#domain/dialogue/dialogue.ts'
import type { DraftSentence } from '../proof/draft.ts'

const relatives = 'mãe|pai|filha|filho|esposa|marido|avó|avô|irmã|irmão|neta|neto|cuidadora|cuidador|tia|tio'
const introduced = new RegExp(
  `(?<![\\p{L}])(?:sou|é|com|oi|olá|bom dia|boa tarde)[, ]+(?:[ao] )?(${relatives})(?=[ ,.;?!]|$)`,
  'iu',
)
/** The lines in which a companion is introduced. */
const early = 8

/** The companion who speaks for the patient, with the line that says so; undefined without one. */
export function informantOf(lines: readonly SpokenLine[]): DraftSentence | undefined {
  for (const { id, text } of lines.slice(0, early)) {
    const found = introduced.exec(text)?.[1]
    if (found) return { text: `Informante: ${found.toLowerCase()}.`, evidence: [id] }
  }
  return undefined
}
