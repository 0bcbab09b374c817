import { plain, withoutHidden } from '../../text.ts'
import type { CanonicalKey } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import type { TemplateSection } from '../templates/part.ts'
import { templateOf } from '../templates/template.ts'
import known from './headings.json' with { type: 'json' }
import { HEADINGS_MAX, type Heading, TITLE_MAX } from './writing.ts'

/** `keys`: sections that the heading names; `covers`: parts of the record that it takes if no other heading names them. */
type KnownHeading = { names: string[]; keys?: string[]; covers: CanonicalKey[] }
const byName = new Map((known as KnownHeading[]).flatMap((one) => one.names.map((name) => [name, one] as const)))

/** The longest note that is read. */
export const NOTE_MAX = 20_000
const HEADING_MAX = 60
const HEADING_WORDS = 7

/** '## ', '- ', '> ', '1. ', '2) ', '[', '**': signs that notes put before a heading. */
const before = /^[\s#>*_=\-–—•·[\]/]*(?:\d{1,2}\s*[.)-]\s*)?[\s#*_[]*/
const behind = /[\s:*_=#\-–—\])/.]*$/
const bare = (text: string) => text.replace(before, '').replace(behind, '').trim()
/** The name as the list above has it: 'A/P' as 'a p'. */
const nameOf = (text: string) =>
  plain(text)
    .replace(/\(.*?\)/g, ' ')
    .replace(/(?<=\b[a-z])\.(?=[a-z]\b)/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const isMarked = (line: string) => /^\s*(#|\*\*|==|\[)/.test(line)
const isCapital = (text: string) => /\p{Lu}{2}/u.test(text) && text === text.toLocaleUpperCase('pt-BR')
const isShort = (text: string) =>
  text !== '' && text.length <= HEADING_MAX && text.split(/\s+/).length <= HEADING_WORDS && /\p{L}/u.test(text)

/** A single letter is a heading of SOAP only as a capital: 'o' and 'a' are words. */
const isListed = (name: string) => byName.has(nameOf(name)) && (name.length > 1 || name !== name.toLowerCase())

/** Patterns of a heading and its text, divided by a colon or by a dash. */
const separators = [/^([^:]{1,60}?)\s*:(?!\d)(.*)$/u, /^(\p{L}[^–—]{0,50}?)\s+[-–—]\s+(.*)$/u]
/** Below this length, text behind 'NAME:' is a value of it, as in 'PESO: 70 kg'. */
const VALUE_MAX = 15

/** The heading that the line is or begins with; null without one. Text may follow it on the same line. */
function headingIn(line: string): string | null {
  const text = line.replace(before, '')
  const parts = separators.flatMap((separator) => {
    const [, name = '', rest = ''] = separator.exec(text) ?? []
    return name === '' ? [] : [{ name: bare(name), rest: rest.trim() }]
  })
  const inLine = parts.find(({ name }) => isListed(name))
  if (inLine) return inLine.name
  const whole = bare(line)
  if (isListed(whole)) return whole
  const [first] = parts
  if (first && first.rest.replace(behind, '') !== '')
    return isOwnName(first.name, line) && first.rest.length > VALUE_MAX ? first.name : null
  const isSentence = /[.!?;,]$/.test(line.trim().replace(/[*_]+$/, ''))
  return isShort(whole) && !isSentence && (isMarked(line) || isCapital(whole) || /:[\s*_]*$/.test(line)) ? whole : null
}

/** Whether a name that the list lacks heads its line: marked or in capitals, and no abbreviation of a value. */
const isOwnName = (name: string, line: string) =>
  isShort(name) && !name.includes(',') && (isMarked(line) || (isCapital(name) && name.length > 4))

/**
 * Reads the headings of one note in their order, each once, and proposes the sections of the specialty's template that
 * belong under each. One that is not known becomes a section of the doctor's own.
 */
export function headingsOf(note: string, specialty: Specialty): Heading[] {
  const titles = new Map<string, string>()
  for (const raw of note.slice(0, NOTE_MAX).split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)) {
    // Notes from Word or a web page have tabs and hidden characters, which no title may have.
    const line = withoutHidden(raw.replace(/\s/g, ' ')).normalize('NFC')
    const title = headingIn(line)?.replace(/ +/g, ' ').slice(0, TITLE_MAX)
    if (title && nameOf(title) !== '' && !titles.has(nameOf(title)) && titles.size < HEADINGS_MAX)
      titles.set(nameOf(title), title)
  }
  const { sections } = templateOf(specialty)
  const found = [...titles].map(([name, title]) => ({
    title,
    known: knownOf(name, sections),
    own: [] as TemplateSection[],
  }))
  const free = new Set(sections)
  const take = (one: (typeof found)[number], wanted: (section: TemplateSection) => boolean) => {
    for (const section of sections)
      if (free.has(section) && wanted(section)) {
        one.own.push(section)
        free.delete(section)
      }
  }
  for (const one of found) take(one, ({ key }) => one.known?.keys?.includes(key) ?? false)
  // A narrow heading goes first: 'Antecedentes' takes what 'História familiar' leaves.
  const narrowFirst = [...found].sort((a, b) => (a.known?.covers.length ?? 0) - (b.known?.covers.length ?? 0))
  for (const one of narrowFirst) {
    const { known } = one
    // 'Queixa' names a section; 'Vacinas', where the template has none, is a section of the doctor's own.
    const names = known?.keys === undefined || one.own.length > 0
    if (known && names && !isDetail(known)) take(one, ({ canonical }) => known.covers.includes(canonical))
  }
  return found.map(({ title, known, own }) => ({
    title,
    sections: sections.filter((section) => own.includes(section)).map(({ key }) => key),
    ...(own.length === 0 && { within: known?.covers[0] ?? 'hda' }),
    fixed: [],
  }))
}

/** A heading for a part of a section, such as 'Alergias': it takes nothing else. */
const isDetail = ({ keys }: KnownHeading) => keys !== undefined && !keys.some((key) => mains.has(key))
const mains = new Set([
  'queixa_principal',
  'motivo_atendimento',
  'hda',
  'hpp',
  'antecedentes',
  'hf',
  'habitos',
  'exame_fisico',
  'hipotese',
  'conduta',
  'orientacoes',
])

function knownOf(name: string, sections: readonly TemplateSection[]): KnownHeading | undefined {
  const named = sections.find(({ title }) => nameOf(title) === name)
  return byName.get(name) ?? (named && { names: [], keys: [named.key], covers: [named.canonical] })
}
