import type { Section } from '../record.ts'
import { textParts } from '../text/text-parts.ts'
import { type Allergen, givenAgainst } from './allergy.ts'
import { sentencesOf } from './note.ts'
import { affirmedAllergens } from './noted.ts'

/** The allergens that an entry of the patient's list names; the list itself says that it is an allergy. */
export const listedAllergens = (text: string): Allergen[] => affirmedAllergens(asAllergy(text))

const asAllergy = (text: string): string => (affirmedAllergens(text).length > 0 ? text : `Alergias: ${text}`)

/** [SF21] The context for the checks, with the allergies of the list: a line each. */
export const withListed = (context: string, allergies: readonly string[]): string =>
  [context, ...allergies.map(asAllergy)].filter(Boolean).join('\n')

type Written = { sections: readonly Pick<Section, 'title' | 'canonical' | 'content'>[]; unified_text: string | null }

/** Texts of a patient's allergies. `unanswered`: of signed records, neither accepted into the list nor dismissed. */
export type KnownAllergies = { listed: readonly string[]; unanswered: readonly string[] }

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
  const prescriptionsAgainst = (allergies: readonly string[]) => {
    const allergens = allergies.flatMap(listedAllergens)
    if (allergens.length === 0) return []
    return texts.flatMap(({ canonical, text }) =>
      sentencesOf(text).flatMap((tokens) => givenAgainst(tokens, canonical, allergens)),
    )
  }
  const found = [
    ...prescriptionsAgainst(listed).map(
      ({ drug, cause }) => `“${drug.said}”: a lista do paciente tem alergia a “${cause.said}”.`,
    ),
    ...prescriptionsAgainst(unanswered).map(
      ({ drug, cause }) => `“${drug.said}”: um registro assinado traz alergia a “${cause.said}”, ainda fora da lista.`,
    ),
  ]
  return [...new Set(found)]
}
