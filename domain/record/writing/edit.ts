import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import type { Heading } from './writing.ts'

/** The template of the specialty as headings: what a doctor's own template begins with. */
export const usualHeadings = (specialty: Specialty): Heading[] =>
  templateOf(specialty).sections.map(({ key, title }) => ({ title, sections: [key], fixed: [] }))

/** Puts a section of the template under the heading at this place, in the template's order; null: under none. */
export function placeSection(
  specialty: Specialty,
  headings: readonly Heading[],
  key: string,
  place: number | null,
): Heading[] {
  const order = templateOf(specialty).sections.map((section) => section.key)
  return headings.map((heading, at) => {
    const others = heading.sections.filter((other) => other !== key)
    const sections = at === place ? [...others, key].sort((a, b) => order.indexOf(a) - order.indexOf(b)) : others
    const { within: _, ...rest } = heading
    return sections.length > 0 ? { ...rest, sections } : { ...heading, sections }
  })
}

/** Exchanges two headings. */
export function swapHeadings(headings: readonly Heading[], one: number, other: number): Heading[] {
  const next = [...headings]
  const [a, b] = [next[one], next[other]]
  if (a && b) [next[one], next[other]] = [b, a]
  return next
}

/** Four headings in the order of SOAP, to begin with. */
export const soapHeadings = (specialty: Specialty): Heading[] => {
  const groups = [
    ['Subjetivo', ['queixa_principal', 'hda', 'hpp', 'hf', 'habitos']],
    ['Objetivo', ['exame_fisico']],
    ['Avaliação', ['hipotese']],
    ['Plano', ['conduta', 'orientacoes']],
  ] as const
  return groups.map(([title, parts]) => ({
    title,
    sections: templateOf(specialty)
      .sections.filter(({ canonical }) => parts.some((part) => part === canonical))
      .map(({ key }) => key),
    fixed: [],
  }))
}

/** Whether the headings are those of the product's template, with nothing of the doctor's own. */
export const areUsual = (specialty: Specialty, headings: readonly Heading[]): boolean =>
  JSON.stringify(headings.map(({ within: _, ...rest }) => rest)) === JSON.stringify(usualHeadings(specialty))
