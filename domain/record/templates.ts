import type { CanonicalKey } from './record.ts'
import type { Specialty } from './specialty.ts'

/** What a complete section speaks of: tested against the whole section's plain text. */
export type Expected = { name: string; said: RegExp; suggestion: string }
export type TemplateSection = {
  key: string
  title: string
  canonical: CanonicalKey
  order: number
  /** What belongs here: shown as help, and said to a language model. */
  belongs: string
  expected: readonly Expected[]
}
export type Template = { specialty: Specialty; sections: readonly TemplateSection[] }

const general: readonly TemplateSection[] = [
  {
    key: 'queixa_principal',
    title: 'Queixa Principal',
    canonical: 'queixa_principal',
    order: 1,
    belongs: 'O motivo da consulta, com duração.',
    expected: [
      {
        name: 'duração',
        said: /\b(ha|desde|ontem|hoje|dias?|semanas?|mes|meses|anos?|horas?)\b/,
        suggestion: 'Duração da queixa: não informada na consulta.',
      },
    ],
  },
  {
    key: 'hda',
    title: 'História da Doença Atual',
    canonical: 'hda',
    order: 2,
    belongs: 'Início, evolução, características, sintomas associados e negados, o que já foi tentado.',
    expected: [],
  },
  {
    key: 'hpp',
    title: 'História Patológica Pregressa',
    canonical: 'hpp',
    order: 3,
    belongs: 'Doenças, cirurgias, internações, medicamentos em uso, alergias, história ginecológica.',
    expected: [
      { name: 'alergias', said: /alerg/, suggestion: 'Alergias: não investigadas na consulta.' },
      {
        name: 'medicamentos',
        said: /medic|remedio|em uso|uso de|toma\b|usa\b|bombinha|insulina|miligrama|\bmg\b|comprimido|capsula/,
        suggestion: 'Medicamentos em uso: não investigados na consulta.',
      },
    ],
  },
  {
    key: 'hf',
    title: 'História Familiar',
    canonical: 'hf',
    order: 4,
    belongs: 'Doenças de pais, irmãos e avós.',
    expected: [{ name: 'família', said: /./, suggestion: 'História familiar: não investigada na consulta.' }],
  },
  {
    key: 'habitos',
    title: 'Hábitos de Vida',
    canonical: 'habitos',
    order: 5,
    belongs: 'Tabaco, álcool, drogas, atividade física, trabalho, moradia, vida sexual.',
    expected: [
      { name: 'tabagismo', said: /fum|tabag|cigarr/, suggestion: 'Tabagismo: não investigado na consulta.' },
      {
        name: 'etilismo',
        said: /alcool|bebe|bebid|cervej|vinho|etil/,
        suggestion: 'Etilismo: não investigado na consulta.',
      },
    ],
  },
  {
    key: 'exame_fisico',
    title: 'Exame Físico',
    canonical: 'exame_fisico',
    order: 6,
    belongs: 'Sinais vitais e achados ditos durante o exame.',
    expected: [{ name: 'exame', said: /./, suggestion: 'Exame físico: não ditado na consulta.' }],
  },
  {
    key: 'hipotese',
    title: 'Hipótese Diagnóstica',
    canonical: 'hipotese',
    order: 7,
    belongs: 'O que o médico disse que pode ser, e o que disse que não parece ser.',
    expected: [],
  },
  {
    key: 'conduta',
    title: 'Conduta',
    canonical: 'conduta',
    order: 8,
    belongs: 'Medicamentos, exames, encaminhamentos e procedimentos decididos.',
    expected: [],
  },
  {
    key: 'orientacoes',
    title: 'Orientações',
    canonical: 'orientacoes',
    order: 9,
    belongs: 'Cuidados, sinais de alerta e retorno.',
    expected: [],
  },
]

const written: Partial<Record<Specialty, readonly TemplateSection[]>> = { general }

/** The template of a specialty; those not written yet use the general one. */
export const templateOf = (specialty: Specialty): Template => ({ specialty, sections: written[specialty] ?? general })
