import { confidenceOf } from './proof/confidence.ts'
import type { EvidenceLine, Section, Sentence } from './record.ts'
import type { TemplateSection } from './templates/part.ts'
import { textHash } from './text/text-hash.ts'

/** What proof needs of a transcript entry. */
export type ProofLine = { id: string; text: string; confidence?: number | undefined }
export type ProofLines = ReadonlyMap<string, ProofLine>

export const proofLines = (entries: readonly ProofLine[]): ProofLines =>
  new Map(entries.map((entry) => [entry.id, entry]))

const hashes = new WeakMap<ProofLine, { text: string; hash: string }>()
/** A line is hashed once, however many sentences cite it. */
function hashOf(line: ProofLine): string {
  const before = hashes.get(line)
  if (before?.text === line.text) return before.hash
  const hash = textHash(line.text)
  hashes.set(line, { text: line.text, hash })
  return hash
}

/** The lines of these ids as they stand now; an id that is no line of the transcript proves nothing. */
export const frozen = (ids: readonly string[], lines: ProofLines): EvidenceLine[] =>
  [...new Set(ids)].flatMap((id) => {
    const line = lines.get(id)
    return line ? [{ id, hash: hashOf(line) }] : []
  })

/** Whether the line still says what it said when it proved something. */
export function isFrozen({ id, hash }: EvidenceLine, lines: ProofLines): boolean {
  const line = lines.get(id)
  return line !== undefined && (hash === '' || hash === hashOf(line))
}

const contentOf = (sentences: readonly Sentence[]): string => sentences.map((sentence) => sentence.text).join(' ')

/** A template's section with these sentences in it, whoever made them: confidence follows from them. */
export function sectionOf(part: TemplateSection, id: string, sentences: Sentence[], lines: ProofLines): Section {
  const content = contentOf(sentences)
  return {
    id,
    key: part.key,
    canonical: part.canonical,
    title: part.title,
    content,
    original_content: content,
    order: part.order,
    ...confidenceOf({ sentences, lines, expected: part.expected }),
    suggestions: [],
    editable: true,
    sentences,
  }
}
