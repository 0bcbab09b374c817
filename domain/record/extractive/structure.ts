import { readingOnce } from '../../remembered.ts'
import type { DraftRecord, DraftSection } from '../proof/draft.ts'
import { refusalOf } from '../proof/refusal.ts'
import type { CanonicalKey, Structurer } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import { type Template, templateOf } from '../templates/template.ts'
import { assemble } from './assemble.ts'
import { collect } from './collect.ts'
import { informantOf } from './companion.ts'
import type { Draft } from './draft.ts'
import { SWAPPED, withRightLabels } from './labels.ts'
import { type Line, readLine, type SpokenLine } from './segment.ts'

export const extractiveStructurer: Structurer = { name: 'extractive', version: '2' }

export type StructureInput = { entries: readonly SpokenLine[]; specialty: Specialty }

/** Transcript -> draft made only of what was said, each sentence with the lines it rests on. No model, no network. */
export const structureExtractively = (input: StructureInput): DraftRecord => readingOnce(() => structured(input))

function structured({ entries, specialty }: StructureInput): DraftRecord {
  const structurer = extractiveStructurer
  const said = entries.filter((entry) => !entry.isPartial && entry.text.trim() !== '')
  const refusal = refusalOf(said)
  if (refusal) return { sections: [], warnings: [], structurer, refusal }
  const { entries: spoken, swapped } = withRightLabels(said)
  const template = templateOf(specialty)
  const lines = spoken.map(readLine)
  const sentences = assemble([...informant(lines, template), ...collect(lines)], template)
  const filled = template.sections.map(({ key, canonical }) => ({
    key,
    canonical,
    sentences: sentences.get(key) ?? [],
  }))
  if (filled.every((section) => section.sentences.length === 0))
    return { sections: [], warnings: [], structurer, refusal: 'no_clinical_content' }
  return {
    sections: filled.map(({ key, sentences }): DraftSection => ({ key, sentences })),
    warnings: [...(swapped ? [SWAPPED] : []), ...warningsOf(filled, spoken)],
    structurer,
  }
}

/** Who tells of a child stands where the template asks for it. */
function informant(lines: readonly Line[], template: Template): Draft[] {
  const section = template.sections.find(({ key }) => key === 'informante')
  const found = section && informantOf(lines)
  if (!found) return []
  return [{ section: section.canonical, kind: 'statement', text: `Informante: ${found.who}.`, evidence: [found.line] }]
}

type Filled = DraftSection & { canonical: CanonicalKey }

function warningsOf(sections: readonly Filled[], entries: readonly SpokenLine[]): string[] {
  const warnings: string[] = []
  const empty = (key: CanonicalKey) =>
    sections.every((section) => section.canonical !== key || section.sentences.length === 0)
  if (empty('queixa_principal')) warnings.push('Queixa principal não identificada na transcrição.')
  if (empty('conduta') && empty('orientacoes'))
    warnings.push('Nenhuma conduta ou orientação foi identificada na transcrição.')
  const unknown = entries.filter((entry) => entry.speaker === undefined).length
  if (unknown > entries.length / 2)
    warnings.push('A maioria das falas está sem identificação de quem falou; revise as seções.')
  return warnings
}
