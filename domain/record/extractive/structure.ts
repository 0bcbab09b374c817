import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { readingOnce } from '../../remembered.ts'
import { plain } from '../../text.ts'
import { readFrames } from '../frames/read.ts'
import { heldFacts } from '../note/abstain.ts'
import { unsaid } from '../note/unsaid.ts'
import { type Written, writeNote } from '../note/write.ts'
import type { DraftRecord, DraftSection, DraftSentence } from '../proof/draft.ts'
import { refusalOf } from '../proof/refusal.ts'
import type { CanonicalKey, Structurer } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import { placeOf, type Template, templateOf } from '../templates/template.ts'
import { assemble } from './assemble.ts'
import { collect } from './collect.ts'
import { informantOf } from './companion.ts'
import type { Draft } from './draft.ts'
import { SWAPPED, withRightLabels } from './labels.ts'
import { type Line, readLine, type SpokenLine } from './segment.ts'

export const extractiveStructurer: Structurer = { name: 'extractive', version: '3' }

export type StructureInput = { entries: readonly SpokenLine[]; specialty: Specialty }

/**
 * Transcript -> draft made only of what was said, each sentence with the lines it rests on. No model, no network. The
 * facts that were understood are written as a note; what they do not hold is written by the rules.
 */
export const structureExtractively = (input: StructureInput): DraftRecord =>
  readingOnce(() => structured(input, (spoken) => writeNote(heldFacts(readFrames(readDialogue(spoken)), spoken))))

/** The same by the rules alone, which bend what was said into sentences. */
export const structureByRules = (input: StructureInput): DraftRecord => readingOnce(() => structured(input, () => []))

function structured(
  { entries, specialty }: StructureInput,
  write: (spoken: readonly SpokenLine[]) => readonly Written[],
): DraftRecord {
  const structurer = extractiveStructurer
  const said = entries.filter((entry) => !entry.isPartial && entry.text.trim() !== '')
  const refusal = refusalOf(said)
  if (refusal) return { sections: [], warnings: [], structurer, refusal }
  const { entries: spoken, swapped } = withRightLabels(said)
  const template = templateOf(specialty)
  const lines = spoken.map(readLine)
  const sentences = assemble([...informant(lines, template), ...collect(lines)], template)
  const filled = joined(template, write(spoken), sentences)
  if (filled.every((section) => section.sentences.length === 0))
    return { sections: [], warnings: [], structurer, refusal: 'no_clinical_content' }
  return {
    sections: filled.map(({ key, sentences }): DraftSection => ({ key, sentences })),
    warnings: [...(swapped ? [SWAPPED] : []), ...warningsOf(filled, spoken)],
    structurer,
  }
}

/** The written note and, behind it in each section, what only the rules hold. The chief complaint is one line. */
function joined(
  template: Template,
  written: readonly Written[],
  byRules: ReadonlyMap<string, readonly DraftSentence[]>,
): Filled[] {
  const rest = new Map([...byRules].map(([key, sentences]) => [key, unsaid(sentences, written)]))
  const complaint = template.sections.find(({ canonical }) => canonical === 'queixa_principal')?.key ?? ''
  const illness = template.sections.find(({ canonical }) => canonical === 'hda')?.key ?? ''
  const lasting = written.some(({ section, text }) => section === 'queixa_principal' && /\b(há|desde)\b/.test(text))
  const facts =
    lasting || !rest.get(complaint)?.length ? written : written.filter(({ section }) => section !== 'queixa_principal')
  if (lasting) {
    rest.set(illness, [...(rest.get(complaint) ?? []), ...(rest.get(illness) ?? [])])
    rest.delete(complaint)
  }
  return template.sections.map(({ key, canonical }) => {
    const own = facts.filter(
      (one) => one.section === canonical && placeOf(template, canonical, plain(one.text)).key === key,
    )
    return {
      key,
      canonical,
      sentences: [...own.map(({ text, evidence }) => ({ text, evidence })), ...(rest.get(key) ?? [])],
    }
  })
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
