import type { Earlier } from '../edit/edit.ts'
import { quoted } from '../edit/quoted.ts'
import { editSection, type Grounds } from '../proof/prove.ts'
import type { CanonicalKey, Flag, Section, Sentence } from '../record.ts'
import { hasSectionText, headingOf, textParts } from './text-parts.ts'

/** Each section's sentences as structured, by section id. */
export type Structured = ReadonlyMap<string, readonly Earlier[]>

/**
 * Findings in the words that the doctor wrote into 'Texto para Prontuário'. This text is copied and printed, so each
 * finding waits until it is seen, unless it was seen in `before`.
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
  const unproven = removedUnproven(sections, structured)
  // Checks all text below one heading together, even if the heading repeats; text below no section's heading counts as
  // one.
  const bodies = new Map<Section | null, string[]>()
  for (const { section, heading, isTitle, body } of textParts(text, sections)) {
    const own = section || heading === null || isTitle ? body : `${heading}\n${body}`
    const others = bodies.get(section)
    if (others) others.push(own)
    else bodies.set(section, [own])
  }
  for (const [section, parts] of bodies) {
    const body = parts.join('\n')
    const below = section === null ? sections : sections.filter((one) => headingOf(one) === headingOf(section))
    const flags =
      section && below.length === 1
        ? findings(grounds, section, unproven, body)
        : findingsOfSeveral(grounds, below, unproven, body)
    for (const flag of flags) {
      const message = `Texto para prontuário: ${flag.message}`
      found.set(message, { ...flag, message, seen: seen.has(message) })
    }
  }
  return [...found.values()]
}

/** Unproven sentences as structured that no section has any more: in the text they are not the doctor's own words. */
function removedUnproven(sections: readonly Section[], structured: Structured): Sentence[] {
  const current = new Set(sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)))
  return sections
    .flatMap(({ id }) => structured.get(id) ?? [])
    .filter(({ text, proof }) => proof === 'none' && !current.has(text))
    .map(({ text }) => ({ text, evidence: [], proof: 'none', flags: [], seen: false }))
}

/** Checks the text as if it were written into the section. Sentences that the section has are marked there already. */
function findings(grounds: Grounds, section: Section, unproven: readonly Sentence[], body: string): Flag[] {
  const own = new Set(section.sentences.map((sentence) => sentence.text))
  return editSection(grounds, { ...section, sentences: [...section.sentences, ...unproven] }, body)
    .sentences.filter((sentence) => !own.has(sentence.text))
    .flatMap(({ text, proof, flags }) =>
      proof === 'none' && flags.length === 0
        ? [{ kind: 'support' as const, message: `${quoted(text)} está sem prova na transcrição.` }]
        : flags,
    )
}

/**
 * Text below no section's heading, or below that of several sections, may belong to any of them: checks it as history,
 * and as a plan with a forbidden drug.
 */
function findingsOfSeveral(
  grounds: Grounds,
  sections: readonly Section[],
  unproven: readonly Sentence[],
  body: string,
): Flag[] {
  const [first] = sections
  if (!first || body.trim() === '') return []
  const sentences = sections.flatMap((section) => section.sentences)
  const as = (canonical: CanonicalKey) => findings(grounds, { ...first, key: '', canonical, sentences }, unproven, body)
  return [...as('hda'), ...as('conduta').filter((flag) => flag.kind === 'allergy')]
}

const missedChangeMessage = ({ title }: Pick<Section, 'title'>) =>
  `O texto para prontuário foi editado à parte e não acompanhou a mudança em “${title}”.`

/** The finding that the text lacks a change of this section. It is always unseen. */
export const missedChange = (section: Pick<Section, 'title'>): Flag => ({
  kind: 'text',
  message: missedChangeMessage(section),
  seen: false,
})

/** The findings of `before` that are still true: below its heading, the text differs from the section. */
export const remainingMissedChanges = (
  sections: readonly Section[],
  text: string | null,
  before: readonly Flag[],
): Flag[] =>
  before.filter(({ kind, message }) => {
    if (kind !== 'text' || text === null) return false
    const section = sections.find((other) => missedChangeMessage(other) === message)
    return section === undefined || !hasSectionText(text, sections, section)
  })
