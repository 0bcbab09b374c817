import type { Earlier } from '../edit/edit.ts'
import { quoted } from '../edit/quoted.ts'
import { editSection, type Grounds } from '../proof/prove.ts'
import type { CanonicalKey, Flag, Section, Sentence } from '../record.ts'
import { saysSection, textParts } from './text-parts.ts'

/** What each section's sentences were as they were structured, by section. */
export type Structured = ReadonlyMap<string, readonly Earlier[]>

/**
 * What the checks find in the words a doctor wrote into 'Texto para Prontuário' beside the sections. It is this text
 * that is copied and printed: each finding waits for a look, unless it is among `before` and was looked at.
 */
export function textAlerts(
  grounds: Grounds,
  sections: readonly Section[],
  text: string | null,
  before: readonly Flag[],
  structured: Structured = new Map(),
): Flag[] {
  if (text === null) return []
  const seen = new Set(before.filter((alert) => alert.seen).map((alert) => alert.message))
  const found = new Map<string, Flag>()
  const gone = inventedBefore(sections, structured)
  // All that stands below one heading, or below none of ours, is checked at once, however often the heading stands.
  const bodies = new Map<Section | null, string[]>()
  for (const { section, heading, isTitle, body } of textParts(text, sections)) {
    const own = section || heading === null || isTitle ? body : `${heading}\n${body}`
    const others = bodies.get(section)
    if (others) others.push(own)
    else bodies.set(section, [own])
  }
  for (const [section, parts] of bodies) {
    const body = parts.join('\n')
    const flags = section ? findings(grounds, section, gone, body) : findingsOfWhole(grounds, sections, gone, body)
    for (const flag of flags) {
      const message = `Texto para prontuário: ${flag.message}`
      found.set(message, { ...flag, message, seen: seen.has(message) })
    }
  }
  return [...found.values()]
}

/** What nothing proved as it was structured, and no section says now: in the text it is not the doctor's own word. */
function inventedBefore(sections: readonly Section[], structured: Structured): Sentence[] {
  const standing = new Set(sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)))
  return sections
    .flatMap(({ id }) => structured.get(id) ?? [])
    .filter(({ text, proof }) => proof === 'none' && !standing.has(text))
    .map(({ text }) => ({ text, evidence: [], proof: 'none', flags: [], seen: false }))
}

/** Checked as if it had been written into the section; what stands in the section as it is has its marks there. */
function findings(grounds: Grounds, section: Section, gone: readonly Sentence[], body: string): Flag[] {
  const known = new Set(section.sentences.map((sentence) => sentence.text))
  return editSection(grounds, { ...section, sentences: [...section.sentences, ...gone] }, body)
    .sentences.filter((sentence) => !known.has(sentence.text))
    .flatMap(({ text, proof, flags }) =>
      proof === 'none' && flags.length === 0
        ? [{ kind: 'support' as const, message: `${quoted(text)} está sem prova na transcrição.` }]
        : flags,
    )
}

/** Under no section's heading it may be of any: of the history, and of a plan that gives what must not be given. */
function findingsOfWhole(
  grounds: Grounds,
  sections: readonly Section[],
  gone: readonly Sentence[],
  body: string,
): Flag[] {
  const [first] = sections
  if (!first || body.trim() === '') return []
  const sentences = sections.flatMap((section) => section.sentences)
  const as = (canonical: CanonicalKey) => findings(grounds, { ...first, key: '', canonical, sentences }, gone, body)
  return [...as('hda'), ...as('conduta').filter((flag) => flag.kind === 'allergy')]
}

const lostIn = ({ title }: Pick<Section, 'title'>) =>
  `O texto para prontuário foi editado à parte e não acompanhou a mudança em “${title}”.`

/** The text did not follow this section's change: that has to be looked at, whatever was looked at before. */
export const lost = (section: Pick<Section, 'title'>): Flag => ({ kind: 'text', message: lostIn(section), seen: false })

/** Those of `before` that are still so: below its heading the text says something else than the section. */
export const stillLost = (sections: readonly Section[], text: string | null, before: readonly Flag[]): Flag[] =>
  before.filter(({ kind, message }) => {
    if (kind !== 'text' || text === null) return false
    const section = sections.find((other) => lostIn(other) === message)
    return section === undefined || !saysSection(text, sections, section)
  })
