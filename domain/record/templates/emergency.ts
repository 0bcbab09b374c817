import { bloodPressure, duration } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, usual } from './usual.ts'

/** No part of the history is obligatory: the patient may be unable to give it. */
export const emergency: readonly TemplatePart[] = [
  {
    key: 'motivo_atendimento',
    title: 'Motivo do Atendimento',
    canonical: 'queixa_principal',
    belongs: 'O que trouxe o paciente, há quanto tempo, como chegou (andando, SAMU, trazido por quem).',
    expected: [duration],
  },
  {
    ...usual(
      'hda',
      'Hora de início, mecanismo, evolução, sintomas associados e negados, o que foi feito antes da chegada, última refeição; quem informou, se não o paciente.',
    ),
    title: 'História do Evento',
    optional: true,
  },
  {
    key: 'antecedentes',
    title: 'Antecedentes',
    canonical: 'hpp',
    optional: true,
    belongs: 'Doenças, cirurgias, gestação, vacina do tétano.',
    expected: [],
  },
  ...medicinesAndAllergies.map((part) => ({ ...part, optional: true as const })),
  { ...usual('hf', 'Doenças de parentes que o caso pede, se ditas.'), optional: true },
  {
    ...usual('habitos', 'Álcool, tabaco e outras substâncias, com último uso; com quem mora, se dito.'),
    title: 'Hábitos e Substâncias',
    optional: true,
  },
  {
    key: 'avaliacao_primaria',
    title: 'Avaliação Primária (ABCDE)',
    canonical: 'exame_fisico',
    belongs:
      'A via aérea e coluna cervical, B respiração, C circulação e sangramentos, D neurológico (Glasgow, pupilas), E exposição; estado geral.',
    expected: [
      {
        name: 'estado geral e ABCDE',
        pattern: /./,
        elsewhere: /estado geral|vias? aereas?|glasgow|murmurio|pupilas|perfusao|lucid[oa]|abcde/,
        suggestion: 'Avaliação primária (ABCDE): não ditada na consulta.',
      },
    ],
    takes:
      /\b(avaliacao primaria|abcde|vias? aereas?|colar cervical|estridor|murmurio|expansibilidade|esforco respiratorio|tiragem|enchimento capilar|perfusao|pulsos? (centra\w+|perifer\w+|chei\w+|fin\w+|radia\w+|presentes?)|hemorragia|sangramento (ativo|externo|controlado)|sem sangramentos?|glasgow|pupilas?|isocoric\w+|fotorreag\w+|exposicao|estado geral|gravemente|torporos\w+|inconsciente|nivel de consciencia|pelve (estavel|instavel)|fast)\b/,
  },
  {
    key: 'sinais_vitais',
    title: 'Sinais Vitais',
    canonical: 'exame_fisico',
    belongs:
      'Pressão, frequência cardíaca e respiratória, saturação, temperatura, glicemia capilar, dor de zero a dez.',
    expected: [
      bloodPressure,
      {
        name: 'frequência cardíaca',
        pattern: /frequencia|\bfc\b|batimentos|\bbpm\b/,
        elsewhere: /frequencia (cardiaca|de (\d|\w+enta|cem|cento))|\bfc\b|batimentos|\bbpm\b/,
        suggestion: 'Frequência cardíaca: não ditada na consulta.',
      },
      { name: 'saturação', pattern: /satur|oximet/, suggestion: 'Saturação de oxigênio: não ditada na consulta.' },
    ],
    takes:
      /\b(sinais vitais|pressao|pa|frequencia (cardiaca|respiratoria)|fc|fr|batimentos|bpm|saturacao|saturando|satura|oximetria|temperatura|graus|afebril|glicemia capilar|dextro|hgt|escala de dor)\b/,
  },
  {
    ...usual(
      'exame_fisico',
      'Exame por segmentos: cabeça, pescoço, tórax, abdome, pelve, membros, dorso, neurológico.',
    ),
    title: 'Avaliação Secundária',
    optional: true,
  },
  {
    key: 'exames_complementares',
    title: 'Exames Complementares',
    canonical: 'exame_fisico',
    part: 'exc',
    optional: true,
    belongs: 'Resultados vistos no atendimento: eletrocardiograma, laboratório, radiografia, tomografia, ultrassom.',
    expected: [],
    takes:
      /\b(eletro(cardiograma)?|ecg|troponina|gasometria|lactato|hemograma|leucograma|leucocitos|pcr|creatinina|ureia|potassio|sodio|lipase|amilase|d.?dimero|beta.?hcg|urina (um|1|tipo)|sumario|raio.?x|radiografia|tomografia|ultrassom\w*|exames? de (sangue|imagem|urina))\b/,
  },
  usual('hipotese', 'O que o médico disse que pode ser, o que quer afastar, e a gravidade dita.'),
  usual('conduta', 'Medicamentos dados no atendimento e prescritos, exames pedidos, monitorização, interconsultas.'),
  {
    key: 'procedimentos',
    title: 'Procedimentos Realizados',
    canonical: 'conduta',
    optional: true,
    belongs:
      'O que foi feito: acesso venoso, sutura, imobilização, intubação, drenagem, cardioversão, curativo, com hora se dita.',
    expected: [],
    takes:
      /\b(acesso (venoso|central|periferico)|sutur\w+|pontos?|limpeza|curativo|desbrida\w+|drenagem|drenei|drenar o abscesso|intub\w+|entub\w+|ventilac\w+|mascara|cateter|oxigenio|imobiliz\w+|tala|gesso|reduc\w+|cardiovers\w+|desfibril\w+|massagem|reanimac\w+|puncao|puncion\w+|sonda\w*|lavagem|tamponamento|nebuliz\w+|inalac\w+)\b/,
  },
  {
    key: 'destino',
    title: 'Destino',
    canonical: 'conduta',
    belongs:
      'Alta, observação, internação, UTI, centro cirúrgico, transferência, evasão ou recusa, com condição na saída.',
    expected: [
      {
        name: 'destino',
        pattern: /./,
        elsewhere:
          /\b((de|dar|ter|recebe) alta|alta (hoje|agora|com)|em observacao|observacao (por|ate)|intern(ar|ado|ada|acao)|uti|enfermaria|centro cirurgico|transfer\w+|(para|pra) casa)\b/,
        suggestion: 'Destino do paciente: não informado na consulta.',
      },
    ],
    takes:
      /\b(alta|observacao|intern(ar|ac\w+|ad[oa]|o)|uti|enfermaria|centro cirurgico|transfer\w+|vaga|regulac\w+|remocao|evasao|evadiu|recus\w+ (o )?(atendimento|internac\w+)|liberad[oa]|liberar (para|pra) casa|ir (para|pra) casa|encaminh\w+ (para|pro|ao) (o )?hospital)\b/,
  },
  {
    ...usual('orientacoes', 'Cuidados, sinais de alerta para voltar ao pronto-socorro e acompanhamento ambulatorial.'),
    title: 'Orientações de Alta',
  },
]
