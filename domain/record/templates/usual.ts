import type { CanonicalKey } from '../record.ts'
import { allergies, medication } from './expected.ts'
import type { Expected, TemplatePart } from './part.ts'

/** The name of each part in most templates. */
export const usualTitles: Record<CanonicalKey, string> = {
  queixa_principal: 'Queixa Principal',
  hda: 'História da Doença Atual',
  hpp: 'História Patológica Pregressa',
  hf: 'História Familiar',
  habitos: 'Hábitos de Vida',
  exame_fisico: 'Exame Físico',
  hipotese: 'Hipótese Diagnóstica',
  conduta: 'Conduta',
  orientacoes: 'Orientações',
}

/** A section that is exactly one canonical part, under its usual name. */
export const usual = (canonical: CanonicalKey, belongs: string, expected: readonly Expected[] = []): TemplatePart => ({
  key: canonical,
  title: usualTitles[canonical],
  canonical,
  belongs,
  expected,
})

/** The two sections that every template has behind the past history: what a prescriber looks for first. */
export const medicinesAndAllergies: readonly TemplatePart[] = [
  {
    key: 'medicamentos',
    title: 'Medicamentos em Uso',
    canonical: 'hpp',
    part: 'med',
    belongs: 'Um medicamento por frase: nome, dose, via, frequência, desde quando; o que foi suspenso, com o motivo.',
    expected: [medication],
  },
  {
    key: 'alergias',
    title: 'Alergias',
    canonical: 'hpp',
    part: 'ale',
    belongs: 'Substância e reação de cada alergia, ou as alergias que o paciente nega.',
    expected: [allergies],
  },
]

/** Results of tests that were seen or told in the consultation. */
export const testResults: TemplatePart = {
  key: 'exames_complementares',
  title: 'Exames Complementares',
  canonical: 'exame_fisico',
  part: 'exc',
  optional: true,
  belongs: 'Resultados de laboratório, imagem e outros exames ditos na consulta, com data se dita.',
  expected: [],
}
