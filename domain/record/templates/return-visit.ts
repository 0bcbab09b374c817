import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, testResults, usual } from './usual.ts'

/** The history is known from the first consultation: only what is new or changed is written, and nothing of it is due. */
export const returnVisit: readonly TemplatePart[] = [
  { ...usual('queixa_principal', 'Por que volta: resultado, controle ou piora.'), title: 'Motivo do Retorno' },
  {
    ...usual(
      'hda',
      'O que mudou desde a última consulta: sintomas que melhoraram, pioraram ou surgiram, uso do que foi prescrito e seus efeitos.',
    ),
    title: 'Evolução desde a Última Consulta',
  },
  { ...usual('hpp', 'Doenças, cirurgias e internações novas ou lembradas.'), optional: true },
  ...medicinesAndAllergies.map((part) => ({ ...part, optional: true as const })),
  { ...usual('hf', 'Doenças de parentes, se ditas.'), optional: true },
  { ...usual('habitos', 'Mudanças de hábitos desde a última consulta.'), optional: true },
  { ...usual('exame_fisico', 'Sinais vitais e achados ditos durante o exame.'), optional: true },
  testResults,
  {
    ...usual('hipotese', 'Como o médico avalia a evolução: controle, diagnóstico confirmado, mudado ou afastado.'),
    title: 'Avaliação',
  },
  usual('conduta', 'O que continua, muda ou para; exames, encaminhamentos e procedimentos decididos.'),
  usual('orientacoes', 'Cuidados, sinais de alerta e próximo retorno.'),
]
