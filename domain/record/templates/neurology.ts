import { bloodPressure, drinking, duration, family, sleep, smoking } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, usual } from './usual.ts'

export const neurology: readonly TemplatePart[] = [
  usual('queixa_principal', 'O motivo da consulta, com duração.', [duration]),
  usual(
    'hda',
    'Modo de instalação (súbito ou progressivo) e evolução; cefaleia e suas características, crises (como começam, duração, testemunha), déficit de força ou sensibilidade, visão, fala, marcha, equilíbrio, memória, esfíncteres; sintomas negados e o que já foi tentado.',
    [
      {
        name: 'instalação',
        pattern: /comec|inici|subit|repent|de repente|aos poucos|progress|gradu|desde|\bha\b/,
        elsewhere: /\bcomec(ou|aram|a|am)\b|subit|repente|repentin|aos poucos|progressiv|gradual|\bdesde\b/,
        suggestion: 'Modo de instalação dos sintomas: não informado na consulta.',
      },
    ],
  ),
  usual(
    'hpp',
    'Doenças, crises ou AVC anteriores, trauma de crânio, cirurgias, internações, lateralidade quando dita.',
  ),
  ...medicinesAndAllergies,
  usual('hf', 'Enxaqueca, epilepsia, AVC, aneurisma, demência, Parkinson e outras doenças de parentes.', [family]),
  usual(
    'habitos',
    'Sono, tabaco, álcool, drogas, cafeína, atividade física, trabalho, autonomia nas atividades diárias.',
    [smoking, drinking, sleep],
  ),
  {
    ...usual('exame_fisico', 'Sinais vitais, ausculta e achados gerais ditos durante o exame.', [bloodPressure]),
    title: 'Exame Físico Geral',
  },
  {
    key: 'exame_neurologico',
    title: 'Exame Neurológico',
    canonical: 'exame_fisico',
    belongs:
      'Consciência e funções cognitivas, linguagem, pares cranianos, fundo de olho, força e tônus, sensibilidade, reflexos, coordenação, equilíbrio, marcha, sinais meníngeos.',
    expected: [
      {
        name: 'consciência',
        pattern: /consci|vigil|lucid|orientad|glasgow|alerta/,
        elsewhere: /consci|\bvigil\b|lucid[oa]|orientad[oa] (no|em|auto|alo)|glasgow/,
        suggestion: 'Nível de consciência: não ditado na consulta.',
      },
      {
        name: 'pares cranianos',
        pattern: /pares|crania|pupil|fotorreag|ocular|olhos|facial|face|visual|lingua|nistagmo/,
        elsewhere:
          /pares crania|nervos? crania|pupilas|fotorreag|isocoric|nistagmo|mimica|movimentos oculares|campo visual|fundo de olho/,
        suggestion: 'Pares cranianos: não ditados na consulta.',
      },
      {
        name: 'força',
        pattern: /forca|paresia|plegia|tonus|mingazzini|motor/,
        elsewhere: /forca (\w+ )?(grau|preserv|norm|muscular|simetric|cinco)|paresia|plegia|mingazzini/,
        suggestion: 'Força muscular: não ditada na consulta.',
      },
      {
        name: 'sensibilidade',
        pattern: /sensib|hipoestes|parestes|\btato\b|dolorosa/,
        elsewhere: /sensibilidade|hipoestes|parestes/,
        suggestion: 'Sensibilidade: não ditada na consulta.',
      },
      { name: 'reflexos', pattern: /reflex|babinski|patelar/, suggestion: 'Reflexos: não ditados na consulta.' },
      {
        name: 'coordenação e marcha',
        pattern: /coorden|dedo.?nariz|index|marcha|romberg|andar|equilibr/,
        elsewhere: /coordenac|dedo.?nariz|\bmarcha\b|romberg/,
        suggestion: 'Coordenação e marcha: não ditadas na consulta.',
      },
    ],
    takes:
      /\b(exame neurologico|consci\w+|vigil|lucid\w+|orientad\w+|desorientad\w+|glasgow|linguagem|afasi\w+|disartri\w+|memoria|mini.?mental|pares cranianos|nervos? cranianos?|pupilas?|fotorreag\w+|isocoric\w+|anisocoric\w+|nistagmo|oculomotr\w+|movimentos oculares|campo visual|fundo de olho|papiledema|paralisia|facial|desvio de (rima|comissura|lingua)|rima|forca|paresia|hemiparesia|plegia|hemiplegia|tonus|rigidez|espastic\w+|hipotoni\w+|trofismo|tremor\w*|bradicinesi\w+|fasciculac\w+|sensibilidade|hipoestesi\w+|parestesi\w+|monofilamento|reflexos?|patelar\w*|aquileu\w*|babinski|cutaneo.?plantar|clonus|coordenac\w+|dedo.?nariz|index.?nariz|dismetria|disdiadococinesia|romberg|marcha|equilibrio|mingazzini|sinais? meninge\w+|rigidez de nuca|kernig|brudzinski|lasegue|deficit|phalen|tinel|dix.?hallpike)\b/,
  },
  {
    key: 'exames_complementares',
    title: 'Exames Complementares',
    canonical: 'exame_fisico',
    part: 'exc',
    optional: true,
    belongs:
      'Resultados vistos: tomografia, ressonância, eletroencefalograma, eletroneuromiografia, líquor, laboratório.',
    expected: [],
    takes:
      /\b(tomografia|ressonancia|angio\w+|eletroencefalograma|eeg|eletroneuromiografia|potencia(l|is) evocad\w+|polissonografia|liquor|puncao|doppler|raio.?x|radiografia|hemograma|creatinina|sodio|glicada|tsh|b12|exames? de sangue|laborator\w+)\b/,
  },
  usual(
    'hipotese',
    'Diagnóstico sindrômico, topográfico e etiológico ditos, e o que o médico disse que não parece ser.',
  ),
  usual('conduta', 'Medicamentos da crise e preventivos, exames, encaminhamentos e procedimentos decididos.'),
  usual('orientacoes', 'Diário de crises, gatilhos, sono, direção de veículos, sinais de alerta e retorno.'),
]
