import { isComplete } from '../proof/stop.ts'

type Node = { next: Map<string, Node>; text: string | undefined }

/** Words and the spaces between them. */
const parts = (text: string): string[] => text.match(/\s+|\S+/g) ?? []

/**
 * Finds the places of sentences in a text, the last one first. A sentence may start where `begins` allows it, or after
 * a sentence without a stop. One walk over the text finds all sentences: a search for each would be quadratic.
 */
export function placesOf(
  sentences: readonly string[],
  text: string,
  begins: (at: number) => boolean,
): Map<string, number[]> {
  const top: Node = { next: new Map(), text: undefined }
  for (const sentence of sentences) {
    let node = top
    for (const part of parts(sentence)) {
      const next = node.next.get(part) ?? { next: new Map(), text: undefined }
      node.next.set(part, next)
      node = next
    }
    node.text = sentence
  }
  const found = new Map<string, number[]>()
  const words = parts(text)
  /** Indexes of words that follow a sentence without a stop. */
  const afterOpen = new Set<number>()
  let at = 0
  words.forEach((word, index) => {
    if (top.next.has(word) && (afterOpen.has(index) || begins(at))) {
      let node: Node | undefined = top
      for (let last = index; node; last++) {
        node = node.next.get(words[last] ?? '')
        if (node?.text === undefined) continue
        const places = found.get(node.text)
        if (places) places.push(at)
        else found.set(node.text, [at])
        if (!isComplete(node.text)) afterOpen.add(last + 2)
      }
    }
    at += word.length
  })
  for (const places of found.values()) places.reverse()
  return found
}
