import type { Section } from '../record.ts'

/** As a section's title stands over its words in 'Texto para Prontuário'. */
export const headingOf = ({ title }: Pick<Section, 'title'>): string => title.trim().toLocaleUpperCase('pt-BR')
export const titleLine = (patientName: string): string => `CONSULTA MÉDICA - ${patientName.toLocaleUpperCase('pt-BR')}`
const title = /^CONSULTA MÉDICA - [^\p{Ll}]*$/u

const HEADING_LETTERS = 80
/** A heading of the doctor's own: what stands below it is no longer of the section above. */
const isOwnHeading = (line: string): boolean =>
  line.length <= HEADING_LETTERS &&
  /\p{Lu}{2}/u.test(line) &&
  line === line.toLocaleUpperCase('pt-BR') &&
  !/[.!?…;,]$/.test(line)

const frame = [
  /^Registro de uso de IA: .*; (ainda não revisado por médico|revisado por .+)\.$/,
  /^Estruturado em: \d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}:\d{2}$/,
]
/** What the layout says of itself: whatever else stands in the text is of the record. */
const isFrame = (line: string): boolean => frame.some((pattern) => pattern.test(line))

export type TextPart<S> = {
  /** Null above the first heading, below one of the doctor's own and behind the layout's lines. */
  section: S | null
  heading: string | null
  /** The text's own first line, as the layout writes it. */
  isTitle: boolean
  /** What stands below the heading, and where. */
  body: string
  from: number
  to: number
}

/** 'Texto para Prontuário' heading by heading, whoever wrote it. */
export function textParts<S extends Pick<Section, 'title'>>(text: string, sections: readonly S[]): TextPart<S>[] {
  const headings = new Map(sections.map((section) => [headingOf(section), section]))
  const parts: TextPart<S>[] = []
  const open = (part: Partial<TextPart<S>>, at: number) => {
    parts.push({ section: null, heading: null, isTitle: false, body: '', from: at, to: at, ...part })
  }
  open({}, 0)
  let at = 0
  let begun = false
  for (const raw of text.split('\n')) {
    const line = raw.trim().normalize('NFC')
    const next = Math.min(at + raw.length + 1, text.length)
    const section = headings.get(line)
    const isTitle = !begun && title.test(line)
    if (section) open({ section, heading: line }, next)
    else if (isTitle || isOwnHeading(line)) open({ heading: line, isTitle }, next)
    else if (isFrame(line)) open({}, next)
    else {
      const part = parts.at(-1)
      if (part) part.to = at + raw.length
    }
    begun ||= line !== ''
    at = next
  }
  return parts.map((part) => ({ ...part, body: text.slice(part.from, part.to) }))
}

/** Where a section's words stand: below its heading, if there is only one. */
export function partOf<S extends Pick<Section, 'title'>>(
  text: string,
  sections: readonly S[],
  section: Pick<Section, 'title'>,
): TextPart<S> | undefined {
  const own = textParts(text, sections).filter((part) => part.section && headingOf(part.section) === headingOf(section))
  return own.length === 1 ? own[0] : undefined
}

const bare = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
/** Whether below a section's headings stand its words and nothing else. */
export const saysSection = (
  text: string,
  sections: readonly Pick<Section, 'title'>[],
  section: Pick<Section, 'title' | 'content'>,
): boolean =>
  bare(
    textParts(text, sections)
      .filter((part) => part.section && headingOf(part.section) === headingOf(section))
      .map(({ body }) => body)
      .join('\n'),
  ) === bare(section.content)
