import { allergies, bloodPressure, drinking, duration, family, medication, smoking } from './expected.ts'
import type { TemplatePart } from './template.ts'

export const cardiology: readonly TemplatePart[] = [
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
    belongs:
      'Dor torácica (tipo, irradiação, relação com esforço), dispneia e classe funcional, ortopneia, palpitações, síncope, edema; início, evolução e sintomas negados; pressão medida em casa.',
    expected: [
      {
        name: 'dor torácica',
        said: /peito|toracic|precordi|angina|aperto/,
        suggestion: 'Dor torácica: não investigada na consulta.',
      },
      {
        name: 'dispneia',
        said: /falta de ar|dispne|cansaco|cansad|folego|ortopne/,
        suggestion: 'Dispneia e tolerância ao esforço: não investigadas na consulta.',
      },
      {
        name: 'palpitações e síncope',
        said: /palpit|batedeira|acelerad|dispara|sincope|desmai/,
        suggestion: 'Palpitações e síncope: não investigadas na consulta.',
      },
    ],
  },
  {
    key: 'fatores_risco',
    title: 'Fatores de Risco Cardiovascular',
    canonical: 'hpp',
    belongs:
      'Hipertensão, diabetes, dislipidemia, obesidade, doença renal e eventos cardiovasculares prévios, presentes ou negados. Tabagismo fica em Hábitos; parentes, em História Familiar; remédios, na História Patológica Pregressa.',
    expected: [
      {
        name: 'hipertensão',
        said: /hipertens|pressao/,
        elsewhere:
          /hipertens|pressao (\w+ )?(alta|controlad\w+|descontrolad\w+|boa)|(problema|remedio) (de|da|para|pra) (a )?pressao/,
        suggestion: 'Hipertensão arterial: não investigada na consulta.',
      },
      {
        name: 'diabetes',
        said: /diabet/,
        elsewhere: /diabet|acucar (alto|no sangue)|insulina/,
        suggestion: 'Diabetes: não investigado na consulta.',
      },
      {
        name: 'dislipidemia',
        said: /colesterol|dislipid|triglicer/,
        elsewhere: /colesterol|dislipid|triglicer|gordura no sangue/,
        suggestion: 'Dislipidemia: não investigada na consulta.',
      },
    ],
    // What is taken for it is a medication in use, and an allergy an allergy.
    takes:
      /^(?!.*\b(toma|tomava|usa|usava|uso|alerg\w+|comprimidos?|miligramas?|mg)\b).*(hipertens|pressao alta|diabet|colesterol|dislipid|triglicer|obes|infart|angina|\bavc\b|derrame|angioplast|stent|safena|revasculariz|marca-?passo|arritmia|fibrilac|insuficiencia (cardiaca|renal)|apneia|pre-?eclampsia)/,
  },
  {
    key: 'hpp',
    title: 'História Patológica Pregressa',
    canonical: 'hpp',
    belongs: 'Outras doenças, cirurgias, internações, medicamentos em uso com dose e adesão, alergias.',
    expected: [allergies, medication],
  },
  {
    key: 'hf',
    title: 'História Familiar',
    canonical: 'hf',
    belongs: 'Doença coronariana precoce, morte súbita, hipertensão, diabetes e cardiomiopatia em parentes.',
    expected: [family],
  },
  {
    key: 'habitos',
    title: 'Hábitos de Vida',
    canonical: 'habitos',
    belongs: 'Tabagismo (carga), álcool, drogas, atividade física, alimentação e sal, sono, trabalho.',
    expected: [
      smoking,
      drinking,
      {
        name: 'atividade física',
        said: /atividade|exerc|caminh|\bcorr(e|o|ia|ida|er|endo)\b|academ|sedent|esporte|bicicleta|natac|\bnad[ao]\b|futebol/,
        suggestion: 'Atividade física: não investigada na consulta.',
      },
    ],
  },
  {
    key: 'exame_fisico',
    title: 'Exame Físico',
    canonical: 'exame_fisico',
    belongs:
      'Pressão arterial (braço, posição), frequência e ritmo, peso, ausculta cardíaca e pulmonar, pulsos, turgência jugular, edema.',
    expected: [
      bloodPressure,
      {
        name: 'ausculta cardíaca',
        said: /ausculta|bulhas|sopro|ritmo|coracao/,
        elsewhere: /ausculta (card|do cora|normal)|bulhas|sopros?\b/,
        suggestion: 'Ausculta cardíaca: não ditada na consulta.',
      },
    ],
  },
  {
    key: 'exames_complementares',
    title: 'Exames Complementares',
    canonical: 'exame_fisico',
    optional: true,
    belongs:
      'Resultados vistos: eletrocardiograma, ecocardiograma, Holter, MAPA, teste ergométrico, imagem, laboratório.',
    expected: [],
    takes:
      /\b(eletro(cardiograma)?|ecg|eco(cardiograma)?|holter|mapa|ergometric\w+|esteira|cintilo\w+|cateterismo|cineangio\w+|coronariografia|tomografia|angiotomografia|ressonancia|raio.?x|radiografia|doppler|ultrassom\w*|fracao de ejecao|troponina|bnp|colesterol|ldl|hdl|triglicer\w+|glicada|creatinina|ureia|potassio|sodio|hemograma|hemoglobina|tsh)\b/,
  },
  {
    key: 'hipotese',
    title: 'Hipótese Diagnóstica',
    canonical: 'hipotese',
    belongs: 'Diagnósticos e hipóteses ditos, com classe funcional ou risco cardiovascular quando o médico os disse.',
    expected: [],
  },
  {
    key: 'conduta',
    title: 'Conduta',
    canonical: 'conduta',
    belongs: 'Medicamentos iniciados, ajustados ou suspensos, exames, procedimentos e encaminhamentos decididos.',
    expected: [],
  },
  {
    key: 'orientacoes',
    title: 'Orientações',
    canonical: 'orientacoes',
    belongs: 'Dieta e sal, atividade física, medida da pressão em casa, sinais de alerta e retorno.',
    expected: [],
  },
]
