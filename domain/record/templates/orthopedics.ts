import { duration, family, smoking } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, usual } from './usual.ts'

export const orthopedics: readonly TemplatePart[] = [
  usual('queixa_principal', 'O motivo da consulta, com local, lado e duração.', [duration]),
  {
    key: 'mecanismo_trauma',
    title: 'Mecanismo do Trauma',
    canonical: 'hda',
    optional: true,
    belongs:
      'Como, quando e onde foi o trauma, energia, estalo, se conseguiu apoiar ou mover depois; ou ausência de trauma.',
    expected: [],
    takes:
      /\b(cai|caiu|caindo|queda|torc\w+|entorse|bateu|batida|pancada|atropel\w+|acidente|colis\w+|escorreg\w+|tropec\w+|pisou em falso|virou o (pe|tornozelo|joelho)|estal(o|ou)|trauma\w*|esmag\w+|jogando|carreg\w+ peso|levant\w+ peso|na hora (inchou|doeu)|conseguiu (pisar|apoiar|andar)|mau jeito)\b/,
  },
  usual(
    'hda',
    'Dor (local, irradiação, intensidade, ritmo mecânico ou inflamatório, repouso e noite), inchaço, bloqueio, instabilidade, formigamento, fraqueza, limitação, tratamentos já feitos, sintomas negados.',
    [
      {
        name: 'lado',
        pattern: /direit|esquerd|bilateral|ambos|dois lados|coluna|lombar|cervical|pescoco|costas/,
        elsewhere:
          /\b(lado|perna|pe|joelho|ombro|mao|braco|quadril|tornozelo|punho|cotovelo|dedo|coxa)s? (\w+ )?(direit|esquerd)|\bo (direito|esquerdo)\b|bilateral|dois lados|coluna|lombar|cervical|pescoco|costas/,
        suggestion: 'Lado acometido: não informado na consulta.',
      },
    ],
  ),
  usual('hpp', 'Fraturas e cirurgias ortopédicas, próteses, doenças, osteoporose.'),
  ...medicinesAndAllergies,
  usual('hf', 'Osteoporose, artrose, artrite e outras doenças de parentes.', [family]),
  {
    ...usual(
      'habitos',
      'Trabalho e esforço repetitivo, esporte e nível, membro dominante, tabaco, álcool, moradia e escadas.',
      [
        {
          name: 'ocupação ou esporte',
          pattern:
            /trabalh|profiss|servico|aposentad|esport|exerc|atividade|academ|\bcorr(e|o|ia|ida|er|endo)\b|futebol|joga|treina|caminh/,
          elsewhere:
            /\btrabalh(o|a|ei|ava|ando)\b|profissao|aposentad|esporte|exercicio|atividade fisica|academia|futebol|\btrein(o|a)\b/,
          suggestion: 'Ocupação e atividade física: não investigadas na consulta.',
        },
        smoking,
      ],
    ),
    title: 'Ocupação, Esporte e Hábitos',
  },
  {
    ...usual('exame_fisico', 'Sinais vitais, peso e achados fora do aparelho locomotor ditos durante o exame.'),
    title: 'Exame Físico Geral',
    optional: true,
    takes:
      /^(?!.*\b(ombros?|cotovelos?|punhos?|maos?|dedos?|quadril|joelhos?|tornozelos?|pes?|coluna|lombar|cervical|marcha)\b).*\b(pressao|pa|frequencia|saturacao|saturando|temperatura|pesa|quilos|altura|ausculta|pulmao|pulmoes|coracao|bulhas|abdome|abdomen|bom estado geral|corad[oa]|orientad[oa])\b/,
  },
  {
    key: 'exame_ortopedico',
    title: 'Exame Ortopédico',
    canonical: 'exame_fisico',
    belongs:
      'Inspeção, palpação, amplitude de movimento, força, testes especiais (com o nome dito), estabilidade, marcha e exame neurovascular do membro.',
    expected: [
      {
        name: 'inspeção',
        pattern: /inspec|edema|inchad|inchaco|deform|hematoma|equimose|cicatriz|atrofia|desvio|derrame|pele/,
        elsewhere: /inspecao|edema|deformidade|hematoma|equimose|derrame articular|atrofia/,
        suggestion: 'Inspeção: não ditada na consulta.',
      },
      {
        name: 'palpação',
        pattern: /palp|dor (a|na|no|em|sobre)\b|doloros|dolorid|indolor|crepit|apert/,
        elsewhere: /palpacao|dor (a|na|no|em|sobre) .{0,30}(palpar|apertar|compressao|linha)|indolor|crepitac/,
        suggestion: 'Palpação: não ditada na consulta.',
      },
      {
        name: 'amplitude de movimento',
        pattern: /amplitude|flex|extens|rotac|abduc|aduc|movimento|mobilidade|graus|arco/,
        elsewhere: /amplitude|\bflexao|\bextensao|rotacao|abducao|aducao|mobilidade|arco de movimento/,
        suggestion: 'Amplitude de movimento: não ditada na consulta.',
      },
      {
        name: 'neurovascular',
        pattern: /puls|perfus|sensib|forca|neurovascular|reflex|formig/,
        elsewhere: /\bpulsos\b|perfusao|sensibilidade|neurovascular|reflexos/,
        suggestion: 'Exame neurovascular: não ditado na consulta.',
      },
    ],
  },
  {
    key: 'exames_imagem',
    title: 'Exames de Imagem',
    canonical: 'exame_fisico',
    part: 'exc',
    optional: true,
    belongs:
      'Resultados vistos: radiografia, ressonância, tomografia, ultrassom, densitometria, eletroneuromiografia, laboratório.',
    expected: [],
    takes:
      /\b(raio.?x|radiografia|rx|ressonancia|tomografia|ultrassom\w*|densitometria|cintilografia|eletroneuromiografia|t.?score|hemograma|vhs|pcr|acido urico|exames? de (sangue|imagem))\b/,
  },
  usual('hipotese', 'Diagnóstico com lado e classificação ditos, e o que o médico disse que não parece ser.'),
  usual(
    'conduta',
    'Imobilização, redução, infiltração, medicamentos, fisioterapia, exames, cirurgia, encaminhamentos, atestado.',
  ),
  usual(
    'orientacoes',
    'Carga permitida, repouso, gelo, cuidados com a imobilização, exercícios, sinais de alerta e retorno.',
  ),
]
