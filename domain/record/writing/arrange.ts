import { plain } from '../../text.ts'
import type { Section } from '../record.ts'
import { sectionOf } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import { underHeadings } from '../text/headed.ts'
import { textHash } from '../text/text-hash.ts'
import type { Heading } from './writing.ts'

/**
 * The key of a section that only the doctor's own template has: no sentence is placed in it by itself. It follows from
 * the title: an unsaved or earlier text must not come back below another heading after the template was reordered.
 */
const ownKey = (title: string) => `propria_${textHash(plain(title))}`

/**
 * Gives the record's sections the titles and the order of the doctor's template; keys and sentences stay. A section that
 * the template does not name keeps its title and comes after the others, so that none disappears. A heading without
 * any of the sections becomes an empty section. Without a template the sections stay as they are.
 */
export function arrange(
  sections: readonly Section[],
  headings: readonly Heading[] | undefined,
  newId: () => string,
): Section[] {
  if (!headings || headings.length === 0) return [...sections]
  const free = new Map([...sections].sort((a, b) => a.order - b.order).map((section) => [section.key, section]))
  const named = headings.flatMap((heading): Section[] => {
    const { title } = heading
    const own = heading.sections.flatMap((key) => {
      const section = free.get(key)
      free.delete(key)
      return section ? [{ ...section, title }] : []
    })
    return own.length > 0 ? own : [ownSection(heading, ownKey(title), newId())]
  })
  return [...named, ...free.values()].map((section, at) => ({ ...section, order: at + 1 }))
}

const ownSection = ({ title, within = 'hda' }: Heading, key: string, id: string): Section =>
  sectionOf({ key, title, canonical: within, order: 0, belongs: '', expected: [] }, id, [], new Map())

/**
 * The sections in order for a screen, each with a title of its own: where several share one heading, the template's
 * title follows it, as in 'Subjetivo · História Familiar'.
 */
export function withOwnNames<S extends Pick<Section, 'key' | 'title' | 'content' | 'order'>>(
  specialty: Specialty,
  sections: readonly S[],
): S[] {
  const usual = new Map(templateOf(specialty).sections.map(({ key, title }) => [key, title]))
  return underHeadings(sections).flatMap(({ title, sections: own }) =>
    own.map((section) => {
      const detail = own.length > 1 ? usual.get(section.key) : undefined
      return detail && detail !== title ? { ...section, title: `${title} · ${detail}` } : section
    }),
  )
}
