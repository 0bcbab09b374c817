import { duration, examination, family, sleep } from './expected.ts'
import type { TemplatePart } from './part.ts'
import { medicinesAndAllergies, usual } from './usual.ts'

export const pediatrics: readonly TemplatePart[] = [
  {
    key: 'informante',
    title: 'Informante',
    canonical: 'hda',
    belongs: 'Quem traz a criança e conta a história (mãe, pai, avó, cuidador, o próprio adolescente).',
    expected: [
      {
        name: 'informante',
        pattern: /./,
        elsewhere:
          /\bsou (a |o )?(mae|pai|avo|tia|tio|madrinha)\b|acompanhad[oa]|trazid[oa]|\b(mae|pai|avo) (relata|refere|informa)\b|, ?(mae|mamae|pai|papai|vo)\b ?([,.?!]|$)/m,
        noted: true,
        suggestion: 'Informante: não identificado na consulta.',
      },
    ],
    takes:
      /^(informante|acompanhante|acompanhad[oa] (d[aoe]|pel[ao]|por)|trazid[oa] (d[aoe]|pel[ao]|por)|(a |o )?(mae|pai|avo|tia|tio|cuidadora?|responsavel) (e )?(quem )?(informa|relata|traz|trouxe|acompanha)\b|vem (com|acompanhad))/,
  },
  usual(
    'queixa_principal',
    'O motivo da consulta nas palavras do informante, com duração; ou consulta de puericultura.',
    [duration],
  ),
  usual(
    'hda',
    'Início, evolução, febre (medida e duração), aceitação de alimentos e líquidos, diurese, evacuações, estado geral, contato com doentes, sintomas negados e o que já foi dado.',
  ),
  {
    key: 'gestacao_parto',
    title: 'Gestação, Parto e Período Neonatal',
    canonical: 'hpp',
    belongs:
      'Pré-natal e intercorrências da gestação, tipo de parto, idade gestacional, peso e Apgar ao nascer, icterícia, UTI neonatal, triagens.',
    expected: [
      {
        name: 'gestação e parto',
        pattern: /./,
        elsewhere:
          /\b(gestacao|gravidez|pre.?natal|partos?|cesarea|cesariana|prematur\w+|ao nascer|apgar|nasceu (de|com|bem|no tempo|antes))\b/,
        suggestion: 'Gestação, parto e período neonatal: não investigados na consulta.',
      },
    ],
    takes:
      /\b(gestac\w+|gestante|gravidez|gravida|pre.?natal|partos?|cesarea|cesariana|forceps|nasceu|nascid[oa]|nascimento|ao nascer|apgar|prematur\w+|termo|neonatal|uti neo\w*|incubadora|ictericia|amarelinh[oa]|fototerapia|teste d[ao] (pezinho|orelhinha|olhinho|linguinha|coracaozinho))\b/,
  },
  {
    key: 'crescimento_desenvolvimento',
    title: 'Crescimento e Desenvolvimento',
    canonical: 'hpp',
    belongs:
      'Ganho de peso e estatura segundo a caderneta, marcos do desenvolvimento (sustentou a cabeça, sentou, andou, falou), linguagem, desempenho escolar.',
    expected: [
      {
        name: 'desenvolvimento',
        pattern: /./,
        elsewhere:
          /desenvolvimento|percentil|crescimento|engatinh|ganho de peso|ganhando peso|palavrinhas|\b(andou|sentou|falou|anda|fala) (aos|com|sozinh\w|bem|tudo|frases)\b/,
        suggestion: 'Crescimento e desenvolvimento: não investigados na consulta.',
      },
    ],
    takes:
      /\b(desenvolv\w+|crescimento|cresce\w*|percentil|curva|ganho de peso|ganhando peso|sustent\w+ (a )?cabeca|senta|sentou|engatinh\w+|andou|anda (bem|sozinh\w+|com|na idade)|comecou a (andar|falar)|fala (bem|tudo|poucas|frases|palavras|mama|papa)|falou|palavrinhas?|balbuci\w+|sorri\w*|desfrald\w+|marcos|alfabetiz\w+|atraso)\b/,
  },
  {
    key: 'vacinacao',
    title: 'Vacinação',
    canonical: 'hpp',
    belongs: 'Situação vacinal, doses em atraso, reações, caderneta vista ou não.',
    expected: [
      {
        name: 'vacinas',
        pattern: /./,
        elsewhere: /vacin|imuniz|caderneta|carteirinha/,
        suggestion: 'Situação vacinal: não verificada na consulta.',
      },
    ],
    takes:
      /vacin|imuniz|\bbcg\b|pentavalente|triplice|rotavirus|(carteir|cadern)\w* (de vacin\w+ )?(em dia|completa|atrasad)/,
  },
  {
    key: 'alimentacao',
    title: 'Alimentação',
    canonical: 'habitos',
    belongs: 'Aleitamento materno (exclusivo até quando), fórmula, introdução alimentar, dieta atual, suplementos.',
    expected: [
      {
        name: 'alimentação',
        pattern: /./,
        elsewhere:
          /aleitamento|\bmama\b|\bmamando\b|amament|\bformula\b|papinha|alimentacao|se alimenta|\bcom(e|endo|er|ia) (bem|mal|pouco|de tudo|tudo|normal|direito)\b/,
        suggestion: 'Alimentação: não investigada na consulta.',
      },
    ],
    takes:
      /\b(aleitamento|amament\w+|mama(va|ndo|deiras?)?|mamou|peito|leite|formula|papinha|introducao alimentar|desmam\w+|come|comendo|comia|comeu|aliment\w+|dieta|frutas?|verduras?|legumes|refeic\w+|suco|refrigerante|guloseimas?|vitamina [ad]|sulfato ferroso|ferro)\b/,
  },
  usual('hpp', 'Doenças, internações e cirurgias.'),
  ...medicinesAndAllergies,
  usual('hf', 'Doenças de pais, irmãos e avós; asma, alergias, consanguinidade.', [family]),
  {
    ...usual(
      'habitos',
      'Sono, creche ou escola, tempo de tela, moradia, animais, fumantes em casa, quem cuida; no adolescente, também tabaco, álcool, drogas e vida sexual.',
      [
        sleep,
        {
          name: 'creche ou escola',
          pattern: /creche|escol|estud/,
          elsewhere: /creche|escol(a|inha)\b/,
          suggestion: 'Creche ou escola: não investigada na consulta.',
        },
      ],
    ),
    title: 'Hábitos e Ambiente',
  },
  usual(
    'exame_fisico',
    'Peso, estatura, perímetro cefálico, temperatura, estado geral, hidratação e achados ditos durante o exame.',
    [
      examination,
      {
        name: 'peso',
        pattern: /\bpes(o|a|ando|ou)\b|\bquilos?\b|\bkg\b/,
        elsewhere: /\bquilos?\b|\d ?kg\b/,
        suggestion: 'Peso: não ditado na consulta.',
      },
    ],
  ),
  usual(
    'hipotese',
    'O que o médico disse que pode ser, e o que disse que não parece ser; avaliação do crescimento dita por ele.',
  ),
  usual(
    'conduta',
    'Medicamentos com dose como foi dita (por quilo ou em ml), exames, vacinas indicadas, encaminhamentos.',
  ),
  usual('orientacoes', 'Cuidados em casa, alimentação, prevenção de acidentes, sinais de alerta e retorno.'),
]
