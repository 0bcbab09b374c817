import { drinking, duration, examination, family, smoking } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, testResults, usual } from './usual.ts'

export const gynecology: readonly TemplatePart[] = [
  usual('queixa_principal', 'O motivo da consulta, com duração.', [duration]),
  usual(
    'hda',
    'Início, evolução, sangramento, corrimento, dor e sua relação com o ciclo, sintomas urinários e mamários, o que já foi tentado.',
  ),
  {
    key: 'historia_ginecologica',
    title: 'História Ginecológica e Obstétrica',
    canonical: 'hpp',
    belongs:
      'Menarca, ciclo, data da última menstruação, contracepção, vida sexual, gestações, partos e abortos, amamentação, preventivo e mamografia anteriores, menopausa.',
    expected: [
      {
        name: 'última menstruação',
        pattern: /\bdum\b|ultima menstruacao|menopausa|nao menstrua/,
        elsewhere: /ultima menstruacao|menstruou|desceu|menopausa|menstru\w+ (foi|veio|parou|atrasad\w+)/,
        suggestion: 'Data da última menstruação: não informada na consulta.',
      },
      {
        name: 'contracepção',
        pattern: /contracep|anticoncep|\bdiu\b|preservativ|camisinha|laquead|vasectom|implante/,
        suggestion: 'Contracepção: não investigada na consulta.',
      },
      {
        name: 'preventivo',
        pattern: /preventivo|papanicolau|citolog/,
        suggestion: 'Exame preventivo: não informado na consulta.',
      },
    ],
    takes:
      /\b(menarca|menopausa|climaterio|ciclos?|menstru\w+|dum|ultima menstruacao|anticoncep\w+|contracep\w+|diu|camisinha|preservativ\w+|laquead\w+|vida sexual|relac(ao|oes) sexua\w+|gestac\w+|gravidez|gravida|gesta|g\d|partos?|cesareas?|abort\w+|amament\w+|preventivo|papanicolau|citologi\w+|mamografia|hpv)\b/,
  },
  usual('hpp', 'Outras doenças, cirurgias, internações, transfusões, trombose.'),
  ...medicinesAndAllergies,
  usual('hf', 'Câncer de mama, ovário e intestino, trombose e outras doenças de parentes.', [family]),
  usual('habitos', 'Tabaco, álcool, drogas, atividade física, trabalho, segurança em casa.', [smoking, drinking]),
  usual('exame_fisico', 'Sinais vitais, mamas, abdome, exame especular e toque ditos durante o exame.', [examination]),
  testResults,
  usual('hipotese', 'O que o médico disse que pode ser, e o que disse que não parece ser.'),
  usual('conduta', 'Medicamentos, contraceptivos, exames, encaminhamentos e procedimentos decididos.'),
  usual('orientacoes', 'Cuidados, sinais de alerta e retorno.'),
]
