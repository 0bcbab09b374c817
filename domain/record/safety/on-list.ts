import type { Section } from '../record.ts'
import { textParts } from '../text/text-parts.ts'
import { type Allergen, givenAgainst } from './allergy.ts'
import { sentencesOf } from './note.ts'
import { asAllergy, type DatedAllergy, listedAllergens, onList } from './noted.ts'

/** [SF21] The context for the checks, with the allergies of the list: a line each. */
export const withListed = (context: string, allergies: readonly DatedAllergy[]): string =>
  [context, ...allergies.map(({ text }) => asAllergy(text))].filter(Boolean).join('\n')

type Written = { sections: readonly Pick<Section, 'title' | 'canonical' | 'content'>[]; unified_text: string | null }

/** A patient's allergies. `unanswered`: of signed records, neither accepted into the list nor dismissed. */
export type KnownAllergies = { listed: readonly DatedAllergy[]; unanswered: readonly DatedAllergy[] }

/**
 * [SF25] The prescriptions of a record against the patient's allergies, a sentence for the doctor each. Also reads
 * 'Texto para Prontuário', which is copied and printed, where it was edited.
 */
export function prescribedAgainst(
  { sections, unified_text }: Written,
  { listed, unanswered }: KnownAllergies,
): string[] {
  const edited = unified_text === null ? [] : textParts(unified_text, sections)
  const texts = [
    ...sections.map(({ canonical, content }) => ({ canonical, text: content })),
    ...edited.flatMap(({ section, body }) => (section ? [{ canonical: section.canonical, text: body }] : [])),
  ]
  const against = (allergies: readonly DatedAllergy[], tell: (allergen: Allergen, one: DatedAllergy) => string) => {
    const allergens = allergies.flatMap((one) =>
      listedAllergens(one.text).map((allergen) => ({ ...allergen, told: tell(allergen, one) })),
    )
    if (allergens.length === 0) return []
    return texts.flatMap(({ canonical, text }) =>
      sentencesOf(text)
        .flatMap((tokens) => givenAgainst(tokens, canonical, allergens))
        .map(({ drug, cause }) => `“${drug.said}”: ${cause.told}.`),
    )
  }
  const ofRecord = ({ said }: Allergen, { day }: DatedAllergy) =>
    `o registro assinado em ${day} traz alergia a “${said}”, ainda fora da lista`
  const found = [...against(listed, onList), ...against(unanswered, ofRecord)]
  return [...new Set(found)]
}
