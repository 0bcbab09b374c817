import { confidenceOf } from './proof/confidence.ts'
import type { EvidenceLine, Section, Sentence } from './record.ts'
import type { Specialty } from './specialty.ts'
import type { TemplateSection } from './templates/part.ts'
import { templateOf } from './templates/template.ts'
import { textHash } from './text/text-hash.ts'

/** The fields of a transcript entry that proof needs. */
export type ProofLine = { id: string; text: string; confidence?: number | undefined }
export type ProofLines = ReadonlyMap<string, ProofLine>

/** The entries by id. */
export const proofLines = (entries: readonly ProofLine[]): ProofLines =>
  new Map(entries.map((entry) => [entry.id, entry]))

const hashes = new WeakMap<ProofLine, { text: string; hash: string }>()
/** Hashes a line once, however many sentences cite it. */
function hashOf(line: ProofLine): string {
  const before = hashes.get(line)
  if (before?.text === line.text) return before.hash
  const hash = textHash(line.text)
  hashes.set(line, { text: line.text, hash })
  return hash
}

/** Evidence for these ids with the lines' hashes; drops ids that are not in the transcript. */
export const freezeLines = (ids: readonly string[], lines: ProofLines): EvidenceLine[] =>
  [...new Set(ids)].flatMap((id) => {
    const line = lines.get(id)
    return line ? [{ id, hash: hashOf(line) }] : []
  })

/** Whether the line has not changed since it proved something. */
export function isUnchangedLine({ id, hash }: EvidenceLine, lines: ProofLines): boolean {
  const line = lines.get(id)
  return line !== undefined && (hash === '' || hash === hashOf(line))
}

const contentOf = (sentences: readonly Sentence[]): string => sentences.map((sentence) => sentence.text).join(' ')

/** A template's section with these sentences; its confidence is computed from them. */
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
    ...confidenceOf(sentences, lines),
    suggestions: [],
    editable: true,
    sentences,
  }
}

/** The sections of a record that the doctor writes: those of the specialty's template, empty. */
export const emptySections = (specialty: Specialty, newId: () => string): Section[] =>
  templateOf(specialty).sections.map((part) => sectionOf(part, newId(), [], new Map()))
