import { lazily } from '../lazily.ts'
import { writerIn } from '../record/proof/manner.ts'
import type { CanonicalKey, Section } from '../record/record.ts'
import { safetyChecker } from '../record/safety/check.ts'
import { emptySections } from '../record/section.ts'
import type { Specialty } from '../record/specialty.ts'
import { sectionFor } from '../record/templates/place.ts'
import { type Headed, underHeadings } from '../record/text/headed.ts'
import { arrange } from '../record/writing/arrange.ts'
import type { OwnWriting } from '../record/writing/writing.ts'
import { readingOnce } from '../remembered.ts'
import { consultation } from './consultation.ts'
import { type Proved, sampleRecord } from './sample-record.ts'

const { anamnese, exame_fisico: exam, diagnostico, conduta } = sampleRecord
const { principal } = diagnostico
const exams: Proved = {
  text: `Solicitados: ${conduta.exames.map(({ text }) => text).join('; ')}.`,
  at: conduta.exames.flatMap(({ at }) => at),
}
const sentences: readonly (readonly [CanonicalKey, readonly Proved[]])[] = [
  ['queixa_principal', anamnese.queixa_principal],
  ['hda', anamnese.hda],
  // Each of these sentences has a section of its own: allergies, medicines, diseases.
  ...anamnese.hpp.map((one) => ['hpp', [one]] as const),
  ['hf', anamnese.hf],
  ['exame_fisico', Object.values(exam).flat()],
  ['hipotese', [{ ...principal, text: `${principal.text}.` }]],
  ['conduta', [...conduta.medicacao, exams]],
  ['orientacoes', conduta.orientacoes],
]
const entries = consultation.map(({ at, ...line }) => ({ id: at, ...line }))
/** Read at the first sentence that the doctor words otherwise. */
const checker = lazily(() => safetyChecker(entries, ''))

/** The demonstration's record in this specialty as the doctor would write it, heading by heading, by the same checks. */
export const previewOf = (specialty: Specialty, writing: OwnWriting): Headed<Section>[] =>
  readingOnce(() => preview(specialty, writing))

function preview(specialty: Specialty, writing: OwnWriting): Headed<Section>[] {
  let next = 0
  const newId = () => `s${next++}`
  const write = writerIn(writing, { entries, specialty }, { sentence: (one) => checker().sentence(one) })
  const placed = sentences.map(([canonical, all]) => {
    const text = all.map((one) => one.text).join(' ')
    const own = all.map((one) => ({ text: one.text, evidence: one.at.map((id) => ({ id, hash: '' })) }))
    return { key: sectionFor(specialty, canonical, text).key, own }
  })
  const sections = emptySections(specialty, newId).map((section) => {
    const own = placed.flatMap((one) => (one.key === section.key ? one.own : []))
    return {
      ...section,
      content: write
        .section(own, section)
        .map(({ text }) => text)
        .join(' '),
    }
  })
  return underHeadings(arrange(sections, writing.templates[specialty], newId))
}
