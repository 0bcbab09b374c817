import { drinking, duration, examination, family, smoking } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, testResults, usual } from './usual.ts'

export const general: readonly TemplatePart[] = [
  usual('queixa_principal', 'O motivo da consulta, com duração.', [duration]),
  usual('hda', 'Início, evolução, características, sintomas associados e negados, o que já foi tentado.'),
  usual('hpp', 'Doenças, cirurgias, internações, história ginecológica.'),
  ...medicinesAndAllergies,
  usual('hf', 'Doenças de pais, irmãos e avós.', [family]),
  usual('habitos', 'Tabaco, álcool, drogas, atividade física, trabalho, moradia, vida sexual.', [smoking, drinking]),
  usual('exame_fisico', 'Sinais vitais e achados ditos durante o exame.', [examination]),
  testResults,
  usual('hipotese', 'O que o médico disse que pode ser, e o que disse que não parece ser.'),
  usual('conduta', 'Medicamentos, exames, encaminhamentos e procedimentos decididos.'),
  usual('orientacoes', 'Cuidados, sinais de alerta e retorno.'),
]
