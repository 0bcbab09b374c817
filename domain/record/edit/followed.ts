import type { Section } from '../record.ts'
import { partOf } from '../text/text-parts.ts'
import { standsAt } from './edit.ts'

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
  const part = partOf(text, sections, before)
  const old = before.content.trim()
  if (!part || old === '') return null
  const { body } = part
  const places: number[] = []
  for (let at = body.indexOf(old); at >= 0; at = body.indexOf(old, at + old.length))
    if (standsAt(body, at, old)) places.push(part.from + at)
  const [place] = places
  if (place === undefined || places.length > 1) return null
  return text.slice(0, place) + after.content.trim() + text.slice(place + old.length)
}
