import { usableContext } from '../../patient/patient.ts'
import { plain } from '../../text.ts'
import type { Section, Structurer } from '../record.ts'
import { type Refusal, refusalOf } from '../refusal.ts'
import { sectionOf } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates.ts'
import { assemble } from './assemble.ts'
import { collect } from './collect.ts'
import { readLine, type SpokenLine } from './segment.ts'

export const extractiveStructurer: Structurer = { name: 'extractive', version: '1' }

export type StructureInput = {
  entries: readonly SpokenLine[]
  patient: { clinical_context?: string | null | undefined }
  specialty: Specialty
  newId: () => string
}
export type Structured = { sections: Section[]; warnings: string[]; refusal?: Refusal }

/** Transcript -> sections made only of what was said, each sentence with the lines that prove it. No model, no network. */
export function structureExtractively({ entries, patient, specialty, newId }: StructureInput): Structured {
  const spoken = entries.filter((entry) => !entry.isPartial && entry.text.trim() !== '')
  const refusal = refusalOf(spoken)
  if (refusal) return { sections: [], warnings: [refusal.reason], refusal }
  const sentences = assemble(collect(spoken.map(readLine)))
  const recognition = new Map(spoken.map((entry) => [entry.id, entry.confidence]))
  const template = templateOf(specialty)
  const sections = template.sections.map((part) =>
    sectionOf(part, newId(), sentences.get(part.canonical) ?? [], recognition),
  )
  if (sections.every((section) => section.content === '')) {
    const empty: Refusal = { code: 'no_clinical_content', reason: 'Não encontramos conteúdo clínico na transcrição.' }
    return { sections: [], warnings: [empty.reason], refusal: empty }
  }
  return { sections, warnings: warningsOf(sections, spoken, usableContext(patient.clinical_context ?? '')) }
}

function warningsOf(sections: readonly Section[], entries: readonly SpokenLine[], context: string): string[] {
  const warnings: string[] = []
  const filled = (key: string) => sections.some((section) => section.canonical === key && section.content !== '')
  if (!filled('queixa_principal')) warnings.push('Queixa principal não identificada na transcrição.')
  if (!filled('conduta') && !filled('orientacoes'))
    warnings.push('Nenhuma conduta ou orientação foi identificada na transcrição.')
  const unknown = entries.filter((entry) => entry.speaker === undefined).length
  if (unknown > entries.length / 2)
    warnings.push('A maioria das falas está sem identificação de quem falou; revise as seções.')
  const hpp = plain(
    sections
      .filter((section) => section.canonical === 'hpp')
      .map((section) => section.content)
      .join(' '),
  )
  if (/alerg/.test(plain(context)) && !/alerg/.test(hpp))
    warnings.push('O contexto clínico do paciente cita alergia que não aparece no registro.')
  return warnings
}
