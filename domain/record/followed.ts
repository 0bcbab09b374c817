import { standsAt } from './edit.ts'
import type { Section } from './record.ts'

const headingOf = ({ title }: Pick<Section, 'title'>) => title.toLocaleUpperCase('pt-BR')
const ends = /^(Estruturado em: |Registro de uso de IA: )/

/**
 * A text edited apart with a section's new words in it: where the old ones stand under that section's own heading, once
 * and as sentences of their own. Null where they do not.
 */
export function followed(
  text: string,
  sections: readonly Pick<Section, 'title'>[],
  before: Pick<Section, 'title' | 'content'>,
  after: Pick<Section, 'content'>,
): string | null {
  const body = bodyOf(text, sections, before)
  const old = before.content.trim()
  if (!body || old === '') return null
  const within = text.slice(body.from, body.to)
  const places: number[] = []
  for (let at = within.indexOf(old); at >= 0; at = within.indexOf(old, at + old.length))
    if (standsAt(within, at, old)) places.push(body.from + at)
  const [place] = places
  if (place === undefined || places.length > 1) return null
  return text.slice(0, place) + after.content.trim() + text.slice(place + old.length)
}

/** What stands between a section's only heading and whatever comes next. */
function bodyOf(text: string, sections: readonly Pick<Section, 'title'>[], section: Pick<Section, 'title'>) {
  const headings = new Set(sections.map(headingOf))
  const found: { from: number; to: number }[] = []
  let open: { from: number; to: number } | undefined
  let at = 0
  for (const line of text.split('\n')) {
    const next = at + line.length + 1
    if (headings.has(line.trim()) || ends.test(line)) {
      open = undefined
      if (line.trim() === headingOf(section)) {
        open = { from: Math.min(next, text.length), to: text.length }
        found.push(open)
      }
    } else if (open) open.to = Math.min(next - 1, text.length)
    at = next
  }
  return found.length === 1 ? found[0] : undefined
}
