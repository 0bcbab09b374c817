import type { CopyProfile } from '../../account/settings.ts'
import { diagnosisName } from '../cid10/cid10.ts'
import type { CanonicalKey, Diagnosis, Section } from '../record.ts'
import { type CopyProfileField, copyPartNames, type OwnCopyProfile } from './copy-profile.ts'
import { underHeadings } from './headed.ts'
import { headingOf, textParts } from './text-parts.ts'

export const copyProfileLabels: Record<CopyProfile, string> = {
  one: 'Um campo',
  sections: 'Um campo por seção',
  soap: 'SOAP (e-SUS PEC)',
}

/** A field of the other system; `text` is empty where the record has nothing for it. */
export type CopyField = { title: string; text: string }

/** The four fields of e-SUS PEC by the canonical part, which every section of every template has. */
const soap: readonly { title: string; parts: readonly CanonicalKey[] }[] = [
  { title: 'Subjetivo', parts: ['queixa_principal', 'hda', 'hpp', 'hf', 'habitos'] },
  { title: 'Objetivo', parts: ['exame_fisico'] },
  { title: 'Avaliação', parts: ['hipotese'] },
  { title: 'Plano', parts: ['conduta', 'orientacoes'] },
]

/** The fields with which a doctor's new profile begins. */
export const soapFields = (): CopyProfileField[] =>
  soap.map(({ title, parts }) => ({
    title,
    parts: [...parts, ...(title === 'Avaliação' ? (['diagnosticos'] as const) : [])],
  }))

type CopiedSection = Pick<Section, 'title' | 'content' | 'order' | 'canonical'>
/** `edited`: 'Texto para Prontuário' as the doctor wrote it; null while it follows the sections. */
export type CopiedRecord = {
  sections: readonly CopiedSection[]
  diagnoses: readonly Diagnosis[]
  edited: string | null
}

const blocks = (texts: readonly string[]) => texts.filter(Boolean).join('\n\n')
const withTitle = ({ title, content }: Pick<CopiedSection, 'title' | 'content'>) =>
  content.trim() === '' ? '' : `${title.trim()}: ${content.trim()}`

/** The sections in order, with the doctor's own words where the text was edited: none of them is left out. */
function sectionsOf({ sections, edited }: CopiedRecord): CopiedSection[] {
  const ordered = [...sections].sort((a, b) => a.order - b.order)
  if (edited === null) return ordered
  const written = new Map<CopiedSection, string[]>(ordered.map((section) => [section, []]))
  let current = ordered[0]
  for (const { section, heading, isTitle, body } of textParts(edited, ordered)) {
    current = section ?? current
    const own = section || isTitle || heading === null ? '' : `${heading}\n`
    if (current && (own + body).trim() !== '') written.get(current)?.push((own + body).trim())
  }
  return ordered.map((section) => ({ ...section, content: blocks(written.get(section) ?? []) }))
}

/** The fields to copy, in the order of the other system. In SOAP the diagnoses follow the hypothesis. */
export function copyFields(profile: Exclude<CopyProfile, 'one'> | OwnCopyProfile, record: CopiedRecord): CopyField[] {
  const sections = sectionsOf(record)
  const codes = record.diagnoses.map((one) => `${one.system} ${one.code} ${diagnosisName(one)}`).join('\n')
  if (typeof profile === 'object') return ownFields(profile, sections, codes)
  if (profile === 'sections')
    return [
      ...underHeadings(sections).map(({ title, content }) => ({ title, text: content })),
      { title: 'Diagnósticos', text: codes },
    ].filter(({ text }) => text !== '')
  return soap.map(({ title, parts }) => {
    const own = sections.filter(({ canonical }) => parts.includes(canonical))
    return { title, text: blocks([...underHeadings(own).map(withTitle), parts.includes('hipotese') ? codes : '']) }
  })
}

const ownFields = (
  { fields, titles }: OwnCopyProfile,
  sections: readonly CopiedSection[],
  codes: string,
): CopyField[] =>
  fields.map(({ title, parts }) => {
    const own = parts
      .flatMap((part) =>
        part === 'diagnosticos'
          ? [{ title: copyPartNames.diagnosticos, content: codes }]
          : sections.filter(({ canonical }) => canonical === part),
      )
      .filter(({ content }) => content.trim() !== '')
    return { title, text: blocks(titles ? withTitles(own) : own.map(({ content }) => content.trim())) }
  })

/** Each with its title; neighbours of one title have it once. */
function withTitles(parts: readonly Pick<CopiedSection, 'title' | 'content'>[]): string[] {
  const texts: string[] = []
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    if (before && headingOf(before) === headingOf(part)) texts.push(`${texts.pop()}\n${part.content.trim()}`)
    else texts.push(withTitle(part))
  }
  return texts
}

/** The next field with text after `last`, from the first again at the end; null if all are empty. */
export function nextField(fields: readonly CopyField[], last: number | null): number | null {
  const from = last === null ? 0 : last + 1
  const order = fields.map((_, index) => (from + index) % fields.length)
  return order.find((index) => fields[index]?.text) ?? null
}

/** The toast after a copy: 'Copiado: Avaliação (3 de 4)'. */
export const copiedMessage = (fields: readonly CopyField[], index: number): string =>
  `Copiado: ${fields[index]?.title} (${index + 1} de ${fields.length})`
