// Wording that all areas of the note share.
import type { Part } from '#domain/dialogue/tagger/labels.ts'
import type { Frame } from '../frames/frame.ts'

/** 'Nega febre, tosse e náuseas.': what the sentence says of its items, and the items. */
export type ItemList = { lead: string; items: readonly string[] }
/** A sentence of the note with the lines that prove it, and the frames it writes. `list`: where it says one thing of several items. */
export type Written = { part: Part; text: string; evidence: string[]; frames: readonly Frame[]; list?: ItemList }

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

const mostItems = 6
const textOf = ({ lead, items }: ItemList): string => `${capital(`${lead}${listed(items)}`)}.`
const fits = (list: ItemList): boolean => list.items.length <= mostItems && wordsOf(textOf(list)) <= longest

/** Sentences 'Nega a, b e c.' of at most 25 words, each with the lines of its items. */
export function inLists(
  part: Part,
  lead: string,
  frames: readonly Frame[],
  nameOf = (frame: Frame) => frame.name,
): Written[] {
  const single = frames.map((frame) => {
    const list = { lead, items: [nameOf(frame)] }
    return { part, text: textOf(list), evidence: [...frame.lines], frames: [frame], list }
  })
  return joinLists(single, (one, other) => ({
    ...one,
    evidence: [...new Set([...one.evidence, ...other.evidence])],
    frames: [...one.frames, ...other.frames],
  }))
}

/**
 * Writes what several sentences say of their items as one, of at most 25 words, in the place of the first. `join` answers
 * the rest of the sentence that two become.
 */
export function joinLists<T extends { text: string; list?: ItemList }>(
  sentences: readonly T[],
  join: (one: T, other: T) => T,
): T[] {
  const out: T[] = []
  for (const sentence of sentences) {
    const { list } = sentence
    const at = out.findLastIndex((other) => list && other.list?.lead === list.lead)
    const before = out[at]
    if (!list || !before?.list) {
      out.push(sentence)
      continue
    }
    const both = { lead: list.lead, items: [...new Set([...before.list.items, ...list.items])] }
    if (fits(both)) out[at] = { ...join(before, sentence), text: textOf(both), list: both }
    else out.push(sentence)
  }
  return out
}

/** One sentence for one frame. */
export const one = (part: Part, frame: Frame, text: string): Written => ({
  part,
  text: `${capital(text.replace(/\.$/, ''))}.`,
  evidence: frame.lines,
  frames: [frame],
})
