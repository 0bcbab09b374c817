import type { Section } from '../record.ts'

/** A section's title as a heading in 'Texto para Prontuário'. */
export const headingOf = ({ title }: Pick<Section, 'title'>): string => title.trim().toLocaleUpperCase('pt-BR')
/** The first line of 'Texto para Prontuário'. */
export const titleLine = (patientName: string): string => `CONSULTA MÉDICA - ${patientName.toLocaleUpperCase('pt-BR')}`
const title = /^CONSULTA MÉDICA - [^\p{Ll}]*$/u

const HEADING_LETTERS = 80
/** A heading by the doctor: text below it no longer belongs to the section above. */
const isOwnHeading = (line: string): boolean =>
  line.length <= HEADING_LETTERS &&
  /\p{Lu}{2}/u.test(line) &&
  line === line.toLocaleUpperCase('pt-BR') &&
  !/[.!?…;,]$/.test(line)

const frame = [
  /^Registro de uso de IA: .*; (ainda não revisado por médico|revisado por .+)\.$/,
  /^Estruturado em: \d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}:\d{2}$/,
]
/** A line of the layout, which is not part of the record. */
const isFrame = (line: string): boolean => frame.some((pattern) => pattern.test(line))

export type TextPart<S> = {
  /** Null above the first heading, below a heading by the doctor, and after the layout's lines. */
  section: S | null
  heading: string | null
  /** The first line of the text, as the layout writes it. */
  isTitle: boolean
  /** The text below the heading, and its place. */
  body: string
  from: number
  to: number
}

/** Splits 'Texto para Prontuário' at its headings, by layout or doctor. */
export function textParts<S extends Pick<Section, 'title'>>(text: string, sections: readonly S[]): TextPart<S>[] {
  // If several sections share a heading, the first one counts.
  const headings = new Map(sections.toReversed().map((section) => [headingOf(section), section]))
  const parts: TextPart<S>[] = []
  const open = (part: Partial<TextPart<S>>, at: number) => {
    parts.push({ section: null, heading: null, isTitle: false, body: '', from: at, to: at, ...part })
  }
  open({}, 0)
  let at = 0
  let hasText = false
  for (const raw of text.split('\n')) {
    const line = raw.trim().normalize('NFC')
    const next = Math.min(at + raw.length + 1, text.length)
    const section = headings.get(line)
    const isTitle = !hasText && title.test(line)
    if (section) open({ section, heading: line }, next)
    else if (isTitle || isOwnHeading(line)) open({ heading: line, isTitle }, next)
    else if (isFrame(line)) open({}, next)
    else {
      const part = parts.at(-1)
      if (part) part.to = at + raw.length
    }
    hasText ||= line !== ''
    at = next
  }
  return parts.map((part) => ({ ...part, body: text.slice(part.from, part.to) }))
}

/** The part below a section's heading; undefined if there is none or more than one. */
export function partOf<S extends Pick<Section, 'title'>>(
  text: string,
  sections: readonly S[],
  section: Pick<Section, 'title'>,
): TextPart<S> | undefined {
  const own = textParts(text, sections).filter((part) => part.section && headingOf(part.section) === headingOf(section))
  return own.length === 1 ? own[0] : undefined
}

const bare = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
/** Whether the text below a section's headings equals the section, or all sections that share its heading. */
export function hasSectionText(
  text: string,
  sections: readonly (Pick<Section, 'title'> & Partial<Pick<Section, 'content' | 'order'>>)[],
  section: Pick<Section, 'title' | 'content'>,
): boolean {
  const isOwn = (other: Pick<Section, 'title'>) => headingOf(other) === headingOf(section)
  const sharing = sections.filter(isOwn).sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const content = sharing.length > 1 ? sharing.map((one) => one.content ?? '').join(' ') : section.content
  const bodies = textParts(text, sections).filter((part) => part.section && isOwn(part.section))
  return bare(bodies.map(({ body }) => body).join('\n')) === bare(content)
}
