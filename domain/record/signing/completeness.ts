import { plain } from '../../text.ts'
import type { CanonicalKey, Diagnosis, Section } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'

/** `title`: as the doctor's own template names the section. */
type Written = Pick<Section, 'key' | 'content' | 'suggestions'> & Partial<Pick<Section, 'title'>>

/** The facts that a complete record of the specialty would still need. They never block. */
export const completenessIssues = (specialty: Specialty, sections: readonly Written[]): string[] =>
  issuesByPart(specialty, sections).flatMap(({ issues }) => issues)

const issuesByPart = (specialty: Specialty, sections: readonly Written[]) =>
  templateOf(specialty).sections.map(({ key, title, canonical, optional, part }) => {
    const written = sections.filter((section) => section.key === key)
    const empty = written.every(({ content }) => content.trim() === '')
    const issues = empty && optional ? [] : written.flatMap(({ suggestions }) => suggestions)
    // The history may state what a section of one part lacks: only its suggestions count.
    const due = empty && !optional && !part && issues.length === 0
    return { canonical, issues: due ? [`${written[0]?.title ?? title}: seção vazia.`] : issues }
  })

/** The parts of a record by CFM 1.638/2002, with their labels on the meter. */
export const completenessParts = [
  { part: 'identificacao', label: 'Identificação do paciente' },
  { part: 'anamnese', label: 'Anamnese' },
  { part: 'exame_fisico', label: 'Exame físico' },
  { part: 'exames_complementares', label: 'Exames complementares' },
  { part: 'hipoteses', label: 'Hipóteses diagnósticas' },
  { part: 'diagnostico', label: 'Diagnóstico' },
  { part: 'tratamento', label: 'Tratamento e conduta' },
] as const
type CompletenessPart = (typeof completenessParts)[number]['part']
export type Completeness = {
  /** The share of present parts among those that count in the specialty, from 0 to 1. */
  share: number
  missing: { part: CompletenessPart; message: string }[]
}

const messages: Record<CompletenessPart, string> = {
  identificacao: 'Identificação do paciente: falta o nome.',
  anamnese: 'Anamnese: sem queixa nem história registrada.',
  exame_fisico: 'Exame físico: nada registrado.',
  exames_complementares: 'Exames complementares: nenhum registrado.',
  hipoteses: 'Hipóteses diagnósticas: nenhuma registrada.',
  diagnostico: 'Diagnóstico: nenhum registrado.',
  tratamento: 'Tratamento: sem conduta nem orientação registrada.',
}

const ONLY_HYPOTHESES = 'Diagnóstico: em hipótese, ainda sem código CID-10.'

const tests =
  /\b(exames?|hemograma|leucograma|eletro(cardiograma|encefalograma|neuromiografia)?|ecg|eco(cardiograma)?|holter|mapa|espirometria|raio.?x|radiografia|tomografia|ressonancia|ultrassom\w*|ultrassonografia|endoscopia|colonoscopia|biopsia|mamografia|papanicolau|preventivo|densitometria|glicemia|glicada|creatinina|ureia|potassio|sodio|tsh|colesterol|troponina|gasometria|pcr|vhs|urocultura|hemocultura|cultura|sorologi\w+|urina (um|1|tipo)|teste (rapido|ergometrico|de)|beta.?hcg|laborator\w+|polissonografia|liquor|audiometria)\b/
/** Words that mark a hypothesis; a sentence without them states the diagnosis. */
const open =
  /\b(provavel\w*|provavelmente|hipotese|suspeit\w+|pode (ser|estar)|podem ser|parece\w*|possivel\w*|possibilidade|sugestiv\w+|suger\w+|compativel|afastar|descartar|investigar|a esclarecer|considerar|pensar em|talvez|nao (parece|e)|em investigacao|ou)\b/

/** How complete a record is. A meter; it never blocks. */
export function completenessOf(
  specialty: Specialty,
  sections: readonly { canonical: CanonicalKey; content: string }[],
  diagnoses: readonly Diagnosis[] = [],
  patientName?: string,
  /** Without a table of CID-10, the lack of a code is no lack. */
  hasCidTable = true,
): Completeness {
  const of = (...keys: CanonicalKey[]) =>
    plain(
      sections
        .filter((section) => keys.includes(section.canonical))
        .map((section) => section.content)
        .join(' '),
    )
  const hypotheses = of('hipotese')
  const there: Record<CompletenessPart, boolean> = {
    identificacao: patientName === undefined || patientName.trim() !== '',
    anamnese: of('queixa_principal', 'hda') !== '',
    exame_fisico: of('exame_fisico').replace(/[^.;]*/g, (said) => (tests.test(said) ? '' : said)).length > 1,
    exames_complementares: tests.test(of('exame_fisico', 'conduta', 'hda', 'orientacoes')),
    hipoteses: hypotheses !== '' || diagnoses.length > 0,
    diagnostico:
      diagnoses.length > 0 ||
      (!hasCidTable && hypotheses !== '') ||
      hypotheses.split(/[.;]\s*/).some((said) => said !== '' && !open.test(said)),
    tratamento: of('conduta', 'orientacoes') !== '',
  }
  const counted = completenessParts.filter(({ part }) => !(part === 'anamnese' && specialty === 'emergency'))
  const message = (part: CompletenessPart) =>
    part === 'diagnostico' && there.hipoteses ? ONLY_HYPOTHESES : messages[part]
  const missing = counted.filter(({ part }) => !there[part]).map(({ part }) => ({ part, message: message(part) }))
  return { share: (counted.length - missing.length) / counted.length, missing }
}

/** The sections whose suggestions already cover a part of the meter. */
const coveredBy: Partial<Record<CompletenessPart, readonly CanonicalKey[]>> = {
  anamnese: ['queixa_principal', 'hda'],
  exame_fisico: ['exame_fisico'],
  hipoteses: ['hipotese'],
  diagnostico: ['hipotese'],
  tratamento: ['conduta', 'orientacoes'],
}

/** 'Para completar': the suggestions of the sections, then the missing parts they do not cover, without repetition. */
export function toComplete(
  specialty: Specialty,
  sections: readonly Written[],
  { missing }: Pick<Completeness, 'missing'>,
): string[] {
  const bySection = issuesByPart(specialty, sections)
  const covered = new Set(bySection.filter(({ issues }) => issues.length > 0).map(({ canonical }) => canonical))
  const more = missing.filter(({ part }) => !coveredBy[part]?.some((key) => covered.has(key)))
  return [...new Set([...bySection.flatMap(({ issues }) => issues), ...more.map(({ message }) => message)])]
}
