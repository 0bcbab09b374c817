import type { Part } from '#domain/dialogue/tagger/labels.ts'
import { plain } from '../../text.ts'
import { kindOf, type OmissionKind } from '../omissions/kind.ts'
import { mainPartOf } from '../parts.ts'
import type { CanonicalKey } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import type { TemplateSection } from './part.ts'
import { placeOf, templateOf } from './template.ts'

/** The past history has sections of its own for these. */
const ofHistory: Partial<Record<OmissionKind, Part>> = { allergy: 'ale', medication: 'med' }

/** The section of the specialty's template for a sentence of which only the canonical part is known. */
export function sectionFor(specialty: Specialty, canonical: CanonicalKey, text: string): TemplateSection {
  const part = (canonical === 'hpp' && ofHistory[kindOf(canonical, text)]) || mainPartOf(canonical)
  return placeOf(templateOf(specialty), part, plain(text))
}
