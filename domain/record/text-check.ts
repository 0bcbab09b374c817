import type { Decide } from './change.ts'
import { editSection, type Grounds } from './prove.ts'
import { alertNeedsLook, type CanonicalKey, type Flag, type Section } from './record.ts'
import { isFrame } from './unified-text.ts'

const headingOf = (section: Pick<Section, 'title'>) => section.title.toLocaleUpperCase('pt-BR')
/** A heading of the doctor's own: what stands below it is no longer the section's above. */
const HEADING_LETTERS = 80
export const isHeading = (line: string): boolean =>
  line.length <= HEADING_LETTERS && /\p{Lu}{2}/u.test(line) && line === line.toLocaleUpperCase('pt-BR')
const title = /^CONSULTA MÉDICA - [^\p{Ll}]*$/u

const QUOTED_MAX = 60
const quoted = (text: string) => `“${text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX - 1).trimEnd()}…` : text}”`

/**
 * What the checks find in the words a doctor wrote into 'Texto para Prontuário' beside the sections. It is this text
 * that is copied and printed: each finding waits for a look, unless it is among `before` and was looked at.
 */
export function textAlerts(
  grounds: Grounds,
  sections: readonly Section[],
  text: string | null,
  before: readonly Flag[],
): Flag[] {
  if (text === null) return []
  const seen = new Set(before.filter((alert) => alert.seen).map((alert) => alert.message))
  const found = new Map<string, Flag>()
  for (const { section, body } of parts(sections, text))
    for (const flag of section ? findings(grounds, section, body) : findingsOfWhole(grounds, sections, body)) {
      const message = `Texto para prontuário: ${flag.message}`
      found.set(message, { ...flag, message, seen: seen.has(message) })
    }
  return [...found.values()]
}

/** Checked as if it had been written into the section; what stands in the section as it is has its marks there. */
function findings(grounds: Grounds, section: Section, body: string): Flag[] {
  const known = new Set(section.sentences.map((sentence) => sentence.text))
  return editSection(grounds, section, body)
    .sentences.filter((sentence) => !known.has(sentence.text))
    .flatMap(({ text, proof, flags }) =>
      proof === 'none' && flags.length === 0
        ? [{ kind: 'support' as const, message: `${quoted(text)} está sem prova na transcrição.` }]
        : flags,
    )
}

/** Under no section's heading it may be of any: of the history, and of a plan that gives what must not be given. */
function findingsOfWhole(grounds: Grounds, sections: readonly Section[], body: string): Flag[] {
  const [first] = sections
  if (!first || body.trim() === '') return []
  const sentences = sections.flatMap((section) => section.sentences)
  const as = (canonical: CanonicalKey) => findings(grounds, { ...first, key: '', canonical, sentences }, body)
  return [...as('hda'), ...as('conduta').filter((flag) => flag.kind === 'allergy')]
}

/** The text under each section's heading; with no section, what stands above the first or under a heading of its own. */
function parts(sections: readonly Section[], text: string): { section: Section | null; body: string }[] {
  const found: { section: Section | null; body: string }[] = [{ section: null, body: '' }]
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (isFrame(line) || title.test(line)) continue
    const section = sections.find((other) => headingOf(other) === line)
    if (section) found.push({ section, body: '' })
    else {
      if (isHeading(line)) found.push({ section: null, body: '' })
      const current = found.at(-1)
      if (current) current.body += `${line}\n`
    }
  }
  return found
}

/** The doctor looked at these findings, by their messages; one that is no longer made was not the one looked at. */
export const seeingText =
  (messages: readonly string[]): Decide =>
  ({ record }) => {
    const known = new Set(record.alerts.map((alert) => alert.message))
    if (messages.some((message) => !known.has(message))) return 'record_changed'
    const looked = new Set(messages)
    const now = (alert: Flag) => looked.has(alert.message) && alertNeedsLook(alert)
    if (!record.alerts.some(now)) return null
    return { alerts: record.alerts.map((alert) => (now(alert) ? { ...alert, seen: true } : alert)), keeps: false }
  }
