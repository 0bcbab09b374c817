import { drinking, duration, family, sleep, smoking } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, usual } from './usual.ts'

export const psychiatry: readonly TemplatePart[] = [
  usual('queixa_principal', 'O motivo da consulta nas palavras do paciente, com duração; quem encaminhou.', [duration]),
  usual(
    'hda',
    'Início e fatores desencadeantes, humor, ansiedade, sono, apetite, energia, concentração, prazer, sintomas psicóticos, funcionamento no trabalho e em casa, sintomas negados.',
    [
      sleep,
      {
        name: 'apetite',
        pattern: /apetite|\bfome\b|\bcom(e|er|endo|ia|ido)\b|\bpeso\b|emagrec|engord/,
        suggestion: 'Apetite e peso: não investigados na consulta.',
      },
    ],
  ),
  {
    key: 'avaliacao_risco',
    title: 'Avaliação de Risco',
    canonical: 'hda',
    belongs:
      'Ideação, plano, intenção e tentativas de suicídio, autolesão, risco a terceiros, acesso a meios e fatores de proteção: o que foi perguntado e respondido, inclusive o que foi negado.',
    expected: [
      {
        name: 'ideação suicida',
        pattern: /suic|morrer|morte|morto|vida|se (matar|machucar|cortar|ferir)|autoles|autoagress/,
        elsewhere:
          /suicid|(vontade|ideias?|pens\w+|desejo|quer\w*) (\w+ ){0,4}(morrer|morte|morta|morto|sumir|desaparecer)|tirar (a )?(propria |sua |minha )?vida|acabar com (a |minha |sua )?(propria )?vida|nao (queria |quer )?acordar|\b(se|me) (matar|machucar|cortar|ferir)\b|autoles|autoagress/,
        suggestion: 'Ideação suicida: não investigada na consulta.',
      },
    ],
    takes:
      /suicid|autoles|autoagress|automutil|\bse (matar|mata|machuc\w+|cort\w+|fer(ir|iu|ia|e)|jogar)\b|(vontade|ideias?|pensamentos?|pensa\w*|pensou|desejo|queria|quer) (\w+ ){0,3}(morrer|morte|morta|morto|sumir|desaparecer|nao acordar)|tirar (a )?(propria |sua )?vida|acabar com (tudo|a vida|a propria vida)|nao (queria|quer) (mais )?viver|tentou contra a|agredir|machucar (alguem|outr|os outros)|arma (de fogo|em casa)/,
  },
  {
    key: 'historia_psiquiatrica',
    title: 'História Psiquiátrica Pregressa',
    canonical: 'hpp',
    belongs:
      'Episódios e diagnósticos anteriores, internações psiquiátricas, tentativas de suicídio, psicoterapia, psicofármacos já usados com resposta e efeitos.',
    expected: [
      {
        name: 'tratamentos anteriores',
        pattern: /./,
        elsewhere:
          /psiquiatr|psicolog|psicoterap|\bterapia\b|antidepressiv|\bja (se tratou|fez tratamento|tratou)|tratamento (anterior|antes|psi\w+)/,
        suggestion: 'Tratamentos psiquiátricos anteriores: não investigados na consulta.',
      },
    ],
    takes:
      /psiquiatr|psicolog|psicoterap|\bterapia|depress|ansiedade|\bpanico|bipolar|\bmania|esquizo|psicos|psicotic|transtorno|\btoc\b|\btdah\b|burnout|suicid|autoles|surto|(sertralina|fluoxetina|escitalopram|citalopram|paroxetina|venlafaxina|desvenlafaxina|duloxetina|bupropiona|mirtazapina|trazodona|amitriptilina|nortriptilina|clomipramina|litio|valpro\w+|lamotrigina|quetiapina|olanzapina|risperidona|aripiprazol|haloperidol|clozapina|clonazepam|alprazolam|diazepam|lorazepam|bromazepam|zolpidem|metilfenidato|lisdexanfetamina|rivotril)/,
  },
  usual('hpp', 'Doenças clínicas, cirurgias, convulsões e traumas de crânio.'),
  ...medicinesAndAllergies,
  usual('hf', 'Transtornos mentais, suicídio e uso de substâncias em parentes; outras doenças da família.', [family]),
  {
    key: 'historia_pessoal',
    title: 'História Pessoal e Social',
    canonical: 'habitos',
    belongs: 'Infância, escolaridade, trabalho, relações e com quem mora, rede de apoio, perdas e violência.',
    expected: [
      {
        name: 'rede de apoio',
        pattern: /./,
        elsewhere:
          /\b(mor(o|a) (com|sozinh\w)|com quem (\w+ )*mora|casad[oa]|filhos|trabalh(o|a)|namorad[oa]|rede de apoio)\b/,
        suggestion: 'Moradia, trabalho e rede de apoio: não investigados na consulta.',
      },
    ],
    takes:
      /\b(mora|morando|vive (com|sozinh\w+)|casad[oa]|separad[oa]|divorciad[oa]|solteir[oa]|viuv[oa]|namorad[oa]|marido|esposa|companheir[oa]|filh[oa]s?|trabalh\w+|emprego|desempregad[oa]|demitid[oa]|demissao|afastad[oa]|estud\w+|escola|faculdade|aposentad[oa]|amig[oa]s|igreja|religi\w+|apoio|infancia|violencia|abuso)\b/,
  },
  {
    ...usual(
      'habitos',
      'Álcool, tabaco, drogas (quantidade, frequência, último uso), cafeína, atividade física, telas, rotina.',
      [
        smoking,
        drinking,
        {
          name: 'outras substâncias',
          pattern: /\bdrogas?\b|maconha|cocaina|crack|substancia/,
          suggestion: 'Uso de outras substâncias: não investigado na consulta.',
        },
      ],
    ),
    title: 'Hábitos de Vida e Uso de Substâncias',
  },
  {
    key: 'exame_mental',
    title: 'Exame do Estado Mental',
    canonical: 'exame_fisico',
    belongs:
      'Aparência, atitude, consciência, orientação, atenção, memória, linguagem, humor, afeto, pensamento (curso, forma, conteúdo), sensopercepção, psicomotricidade, juízo, crítica e ideação suicida: só o que o médico disse observar.',
    expected: [
      {
        name: 'humor e afeto',
        pattern: /humor|afeto|eutimic|hipotimic|hipertimic/,
        elsewhere: /\bhumor (\w+ )?(\w*timic|deprimid|ansios|polarizad)|\bafeto\b|eutimic|hipotimic|hipertimic/,
        suggestion: 'Humor e afeto: não ditados na consulta.',
      },
      {
        name: 'pensamento',
        pattern: /pensamento|delir|ideac|discurso/,
        elsewhere:
          /(curso|conteudo) do pensamento|pensamento (logic|organizad|coerente|lentific|aceler)|sem delir|discurso/,
        suggestion: 'Pensamento: não ditado na consulta.',
      },
      {
        name: 'orientação',
        pattern: /orientad|orientac|lucid/,
        elsewhere: /orientad[oa] (no|em|auto|alo|global)|lucid[oa]/,
        suggestion: 'Orientação: não ditada na consulta.',
      },
    ],
    takes:
      /\b(aparencia|vestes|higiene|atitude|cooperativ\w+|colaborativ\w+|contato visual|vigil|lucid\w+|orientad\w+|desorientad\w+|atencao|hipoproseic\w+|memoria|discurso|fala (lentific\w+|aceler\w+|monoton\w+|pausad\w+|coerente)|logorrei\w+|humor|eutimi\w+|hipotimi\w+|hipertimi\w+|afeto|labil\w*|ansios[oa]|pensamento|ideac\w+|delir\w+|ruminac\w+|alucina\w+|sensopercep\w+|psicomotric\w+|psicomotor\w*|agitad[oa]|juizo|critica|insight|pragmatismo|volic\w+|chorou|choros[oa]|teste do relogio|mini.?mental)\b/,
  },
  {
    ...usual(
      'exame_fisico',
      'Sinais vitais, peso e achados físicos ou neurológicos ditos; resultados de exames vistos.',
    ),
    optional: true,
  },
  usual('hipotese', 'Diagnósticos e hipóteses ditos, e o que o médico disse que não parece ser.'),
  usual(
    'conduta',
    'Psicofármacos e doses, psicoterapia, exames, encaminhamentos, internação, atestado, contato com a família.',
  ),
  usual(
    'orientacoes',
    'Efeitos esperados dos medicamentos, sono e rotina, plano de segurança, quem procurar em crise, retorno.',
  ),
]
