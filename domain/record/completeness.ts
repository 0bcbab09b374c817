import { plain } from '../text.ts'
import { suggestionsFor } from './confidence.ts'
import type { CanonicalKey, Diagnosis } from './record.ts'
import type { Specialty } from './specialty.ts'
import { templateOf } from './templates/template.ts'

/** What a complete record of the specialty would still say. About completeness only: never a reason to block. */
export function completenessIssues(
  specialty: Specialty,
  sections: readonly { key: string; content: string }[],
): string[] {
  return templateOf(specialty).sections.flatMap((part) => {
    const content = sections
      .filter((section) => section.key === part.key)
      .map((section) => section.content)
      .join(' ')
      .trim()
    if (content !== '') return suggestionsFor(content, part.expected)
    if (part.optional) return []
    return part.expected.length > 0 ? suggestionsFor('', part.expected) : [`${part.title}: seção vazia.`]
  })
}

/** What a record contains by CFM 1.638/2002, as the meter names it. */
export const completenessParts = [
  { part: 'identificacao', label: 'Identificação do paciente' },
  { part: 'anamnese', label: 'Anamnese' },
  { part: 'exame_fisico', label: 'Exame físico' },
  { part: 'exames_complementares', label: 'Exames complementares' },
  { part: 'hipoteses', label: 'Hipóteses diagnósticas' },
  { part: 'diagnostico', label: 'Diagnóstico' },
  { part: 'tratamento', label: 'Tratamento e conduta' },
] as const
export type CompletenessPart = (typeof completenessParts)[number]['part']
export type Completeness = {
  /** Of the parts that count in the specialty, from 0 to 1. */
  share: number
  missing: { part: CompletenessPart; message: string }[]
}

const messages: Record<CompletenessPart, string> = {
  identificacao: 'Identificação do paciente: falta o nome.',
  anamnese: 'Anamnese: sem queixa nem história registrada.',
  exame_fisico: 'Exame físico: nada registrado.',
  exames_complementares: 'Exames complementares: nenhum pedido, visto ou dispensado.',
  hipoteses: 'Hipóteses diagnósticas: nenhuma registrada.',
  diagnostico: 'Diagnóstico: nenhum firmado nem codificado.',
  tratamento: 'Tratamento: sem conduta nem orientação registrada.',
}

const tests =
  /\b(exames?|hemograma|leucograma|eletro(cardiograma|encefalograma|neuromiografia)?|ecg|eco(cardiograma)?|holter|mapa|espirometria|raio.?x|radiografia|tomografia|ressonancia|ultrassom\w*|ultrassonografia|endoscopia|colonoscopia|biopsia|mamografia|papanicolau|preventivo|densitometria|glicemia|glicada|creatinina|ureia|potassio|sodio|tsh|colesterol|troponina|gasometria|pcr|vhs|urocultura|hemocultura|cultura|sorologi\w+|urina (um|1|tipo)|teste (rapido|ergometrico|de)|beta.?hcg|laborator\w+|polissonografia|liquor|audiometria)\b/
/** What is still open is a hypothesis; what stands without such words was told as the diagnosis. */
const open =
  /\b(provavel\w*|provavelmente|hipotese|suspeit\w+|pode (ser|estar)|podem ser|parece\w*|possivel\w*|possibilidade|sugestiv\w+|suger\w+|compativel|afastar|descartar|investigar|a esclarecer|considerar|pensar em|talvez|nao (parece|e)|em investigacao|ou)\b/

/** How much of what a complete record says is there. A meter, never a blocker. */
export function completenessOf(
  specialty: Specialty,
  sections: readonly { canonical: CanonicalKey; content: string }[],
  diagnoses: readonly Diagnosis[] = [],
  patientName?: string,
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
    diagnostico: diagnoses.length > 0 || hypotheses.split(/[.;]\s*/).some((said) => said !== '' && !open.test(said)),
    tratamento: of('conduta', 'orientacoes') !== '',
  }
  const counted = completenessParts.filter(({ part }) => !(part === 'anamnese' && specialty === 'emergency'))
  const missing = counted.filter(({ part }) => !there[part]).map(({ part }) => ({ part, message: messages[part] }))
  return { share: (counted.length - missing.length) / counted.length, missing }
}
