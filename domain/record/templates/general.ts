import { allergies, drinking, duration, examination, family, medication, smoking } from './expected.ts'
import type { TemplatePart } from './template.ts'

export const general: readonly TemplatePart[] = [
  {
    key: 'queixa_principal',
    title: 'Queixa Principal',
    canonical: 'queixa_principal',
    belongs: 'O motivo da consulta, com duração.',
    expected: [duration],
  },
  {
    key: 'hda',
    title: 'História da Doença Atual',
    canonical: 'hda',
    belongs: 'Início, evolução, características, sintomas associados e negados, o que já foi tentado.',
    expected: [],
  },
  {
    key: 'hpp',
    title: 'História Patológica Pregressa',
    canonical: 'hpp',
    belongs: 'Doenças, cirurgias, internações, medicamentos em uso, alergias, história ginecológica.',
    expected: [allergies, medication],
  },
  {
    key: 'hf',
    title: 'História Familiar',
    canonical: 'hf',
    belongs: 'Doenças de pais, irmãos e avós.',
    expected: [family],
  },
  {
    key: 'habitos',
    title: 'Hábitos de Vida',
    canonical: 'habitos',
    belongs: 'Tabaco, álcool, drogas, atividade física, trabalho, moradia, vida sexual.',
    expected: [smoking, drinking],
  },
  {
    key: 'exame_fisico',
    title: 'Exame Físico',
    canonical: 'exame_fisico',
    belongs: 'Sinais vitais e achados ditos durante o exame.',
    expected: [examination],
  },
  {
    key: 'hipotese',
    title: 'Hipótese Diagnóstica',
    canonical: 'hipotese',
    belongs: 'O que o médico disse que pode ser, e o que disse que não parece ser.',
    expected: [],
  },
  {
    key: 'conduta',
    title: 'Conduta',
    canonical: 'conduta',
    belongs: 'Medicamentos, exames, encaminhamentos e procedimentos decididos.',
    expected: [],
  },
  {
    key: 'orientacoes',
    title: 'Orientações',
    canonical: 'orientacoes',
    belongs: 'Cuidados, sinais de alerta e retorno.',
    expected: [],
  },
]
