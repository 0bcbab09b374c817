import { bloodPressure, drinking, duration, family, smoking } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, usual } from './usual.ts'

export const cardiology: readonly TemplatePart[] = [
  usual('queixa_principal', 'O motivo da consulta, com duração.', [duration]),
  usual(
    'hda',
    'Dor torácica (tipo, irradiação, relação com esforço), dispneia e classe funcional, ortopneia, palpitações, síncope, edema; início, evolução e sintomas negados; pressão medida em casa.',
    [
      {
        name: 'dor torácica',
        pattern: /peito|toracic|precordi|angina|aperto/,
        suggestion: 'Dor torácica: não investigada na consulta.',
      },
      {
        name: 'dispneia',
        pattern: /falta de ar|dispne|cansaco|cansad|folego|ortopne/,
        suggestion: 'Dispneia e tolerância ao esforço: não investigadas na consulta.',
      },
      {
        name: 'palpitações e síncope',
        pattern: /palpit|batedeira|acelerad|dispara|sincope|desmai/,
        suggestion: 'Palpitações e síncope: não investigadas na consulta.',
      },
    ],
  ),
  {
    key: 'fatores_risco',
    title: 'Fatores de Risco Cardiovascular',
    canonical: 'hpp',
    belongs:
      'Hipertensão, diabetes, dislipidemia, obesidade, doença renal e eventos cardiovasculares prévios, presentes ou negados. Tabagismo fica em Hábitos; parentes, em História Familiar; remédios, em Medicamentos em Uso.',
    expected: [
      {
        name: 'hipertensão',
        pattern: /hipertens|pressao/,
        elsewhere:
          /hipertens|pressao (\w+ )?(alta|controlad\w+|descontrolad\w+|boa)|(problema|remedio) (de|da|para|pra) (a )?pressao/,
        suggestion: 'Hipertensão arterial: não investigada na consulta.',
      },
      {
        name: 'diabetes',
        pattern: /diabet/,
        elsewhere: /diabet|acucar (alto|no sangue)|insulina/,
        suggestion: 'Diabetes: não investigado na consulta.',
      },
      {
        name: 'dislipidemia',
        pattern: /colesterol|dislipid|triglicer/,
        elsewhere: /colesterol|dislipid|triglicer|gordura no sangue/,
        suggestion: 'Dislipidemia: não investigada na consulta.',
      },
    ],
    // Takes medications in use and allergies.
    takes:
      /^(?!.*\b(toma|tomava|usa|usava|uso|alerg\w+|comprimidos?|miligramas?|mg)\b).*(hipertens|pressao alta|diabet|colesterol|dislipid|triglicer|obes|infart|angina|\bavc\b|derrame|angioplast|stent|safena|revasculariz|marca-?passo|arritmia|fibrilac|insuficiencia (cardiaca|renal)|apneia|pre-?eclampsia)/,
  },
  usual('hpp', 'Outras doenças, cirurgias e internações.'),
  ...medicinesAndAllergies,
  usual('hf', 'Doença coronariana precoce, morte súbita, hipertensão, diabetes e cardiomiopatia em parentes.', [
    family,
  ]),
  usual('habitos', 'Tabagismo (carga), álcool, drogas, atividade física, alimentação e sal, sono, trabalho.', [
    smoking,
    drinking,
    {
      name: 'atividade física',
      pattern:
        /atividade|exerc|caminh|\bcorr(e|o|ia|ida|er|endo)\b|academ|sedent|esporte|bicicleta|natac|\bnad[ao]\b|futebol/,
      // Only a person's activity: someone who must run to the hospital shows nothing.
      elsewhere:
        /atividade fisica|exercicios?\b|\bcaminhad|\bcaminh(o|a|ar|ando)\b|\bcorr(o|ida|idas|endo)\b|academia|sedentar|esporte|bicicleta|natacao|futebol/,
      suggestion: 'Atividade física: não investigada na consulta.',
    },
  ]),
  usual(
    'exame_fisico',
    'Pressão arterial (braço, posição), frequência e ritmo, peso, ausculta cardíaca e pulmonar, pulsos, turgência jugular, edema.',
    [
      bloodPressure,
      {
        name: 'ausculta cardíaca',
        pattern: /ausculta|bulhas|sopro|ritmo|coracao/,
        elsewhere: /ausculta (card|do cora|normal)|bulhas|sopros?\b/,
        suggestion: 'Ausculta cardíaca: não ditada na consulta.',
      },
    ],
  ),
  {
    key: 'exames_complementares',
    title: 'Exames Complementares',
    canonical: 'exame_fisico',
    part: 'exc',
    optional: true,
    belongs:
      'Resultados vistos: eletrocardiograma, ecocardiograma, Holter, MAPA, teste ergométrico, imagem, laboratório.',
    expected: [],
    takes:
      /\b(eletro(cardiograma)?|ecg|eco(cardiograma)?|holter|mapa|ergometric\w+|esteira|cintilo\w+|cateterismo|cineangio\w+|coronariografia|tomografia|angiotomografia|ressonancia|raio.?x|radiografia|doppler|ultrassom\w*|fracao de ejecao|troponina|bnp|colesterol|ldl|hdl|triglicer\w+|glicada|creatinina|ureia|potassio|sodio|hemograma|hemoglobina|tsh)\b/,
  },
  usual(
    'hipotese',
    'Diagnósticos e hipóteses ditos, com classe funcional ou risco cardiovascular quando o médico os disse.',
  ),
  usual(
    'conduta',
    'Medicamentos iniciados, ajustados ou suspensos, exames, procedimentos e encaminhamentos decididos.',
  ),
  usual('orientacoes', 'Dieta e sal, atividade física, medida da pressão em casa, sinais de alerta e retorno.'),
]
