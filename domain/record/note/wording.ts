// Wording that all areas of the note share.
import type { Part } from '#domain/dialogue/tagger/labels.ts'
import type { Frame } from '../frames/frame.ts'

/** A sentence of the note with the lines that prove it, and the frames it writes. */
export type Written = { part: Part; text: string; evidence: string[]; frames: readonly Frame[] }

/** A sentence of a note has at most 25 words. */
const longest = 25
const wordsOf = (text: string): number => text.split(/\s+/).length

/** 'a, b e c'. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} e ${items.at(-1)}`
export const capital = (text: string): string => (text[0]?.toUpperCase() ?? '') + text.slice(1)
/** The wording of a slot; '' where it is empty. */
export const slot = (frame: Frame, name: string): string => frame.slots.get(name)?.text ?? ''
/** The second half of a name 'a|b'. */
export const topicName = (frame: Frame): string => frame.name.split('|')[1] ?? ''

/** Sentences 'Nega a, b e c.' of at most 25 words, each with the lines of its items. */
export function inLists(
  part: Part,
  lead: string,
  frames: readonly Frame[],
  nameOf = (frame: Frame) => frame.name,
): Written[] {
  const out: Written[] = []
  let group: Frame[] = []
  const text = (items: readonly Frame[]) => `${capital(`${lead}${listed(items.map(nameOf))}`)}.`
  const flush = () => {
    if (group.length > 0)
      out.push({
        part,
        text: text(group),
        evidence: [...new Set(group.flatMap(({ lines }) => lines))],
        frames: group,
      })
    group = []
  }
  for (const frame of frames) {
    if (group.length >= 6 || wordsOf(text([...group, frame])) > longest) flush()
    group.push(frame)
  }
  flush()
  return out
}

/** One sentence for one frame. */
export const one = (part: Part, frame: Frame, text: string): Written => ({
  part,
  text: `${capital(text.replace(/\.$/, ''))}.`,
  evidence: frame.lines,
  frames: [frame],
})
