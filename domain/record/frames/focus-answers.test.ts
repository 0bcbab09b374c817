import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { readingOnce } from '../../remembered.ts'
import { candidatesOf } from '../note/candidates.ts'

/** The sentences of the facts. Lines alternate: the patient begins. */
const sentencesOf = (...texts: readonly string[]): string[] =>
  readingOnce(() => {
    const lines = texts.map((text, at) => ({ id: `e${at}`, speaker: at % 2 ? 'doctor' : 'patient', text }) as const)
    return candidatesOf(readDialogue(lines)).flatMap(({ from, text }) => (from === 'frames' ? [text] : []))
  })

test('short answers fill the symptom in focus', () => {
  const cases: readonly (readonly [readonly string[], string])[] = [
    [
      [
        'Tô com uma dor na barriga.',
        'Onde é?',
        'É na parte de baixo da barriga, mais pra um lado só.',
        'Qual lado?',
        'Do lado esquerdo.',
      ],
      'Dor abdominal no baixo ventre à esquerda.',
    ],
    [
      ['Tô com diarreia.', 'Quantas vezes por dia o senhor tá indo?', 'Umas seis ou sete vezes.'],
      'Diarreia, 6 a 7x/dia.',
    ],
    [
      ['Ando com umas palpitações.', 'Parece um batimento regular ou irregular?', 'Irregular, eu acho.'],
      'Palpitações, com ritmo irregular.',
    ],
    [['É uma dor no peito.', 'É aperto, queimação, pontada?', 'É um aperto.'], 'Dor torácica, em aperto.'],
    [['Meu joelho tá inchado.', 'Qual joelho?', 'O direito.'], 'Aumento de volume articular no joelho direito.'],
    [['Tô vendo embaçado.', 'De um olho só ou dos dois?', 'Só do esquerdo.'], 'Visão turva no olho esquerdo.'],
    [
      ['Tô com tosse.', 'Tem sangue no catarro?', 'Não.', 'Piora em algum horário?', 'De noite, quando eu deito.'],
      'Tosse, pior à noite, com piora ao deitar.',
    ],
    [
      ['Tô com falta de ar.', 'As pernas incham?', 'Incham no fim do dia.'],
      'Edema de membros inferiores, ao fim do dia.',
    ],
    [
      ['Dor no peito quando respiro fundo.', 'Panturrilha inchada?', 'A esquerda tá inchada.'],
      'Edema na panturrilha esquerda.',
    ],
    [
      ['É o ombro, doutor, o direito.', 'O que piora?', 'Levantar o braço.', 'À noite dói?', 'Dói, quando eu deito.'],
      'Dor no ombro direito, com piora ao elevar o braço e ao deitar.',
    ],
    [
      ['É um caroço no pescoço.', 'Dói?', 'Não.', 'Cresceu?', 'Cresceu um pouquinho.'],
      'Linfonodomegalia na região cervical, indolor, com aumento de tamanho.',
    ],
    [
      ['Tô com corrimento.', 'De que cor?', 'Branco, parecendo leite talhado.'],
      'Corrimento vaginal, esbranquiçado e grumoso.',
    ],
    [
      ['Minha garganta dói.', 'Alguém em casa com a mesma coisa?', 'Minha filha teve semana passada.'],
      'Refere filha com quadro semelhante.',
    ],
  ]
  for (const [talk, wanted] of cases) expect(sentencesOf(...talk), talk.join(' ')).toContain(wanted)
})

test('a relative is ill only where the question and the answer say so', () => {
  const well = [
    ['Uma dor de cabeça.', 'Tem alguém com você em casa agora?', 'Meu marido tá trabalhando aqui do lado.'],
    ['Tô com diarreia.', 'Alguém em casa com a mesma coisa?', 'Meu marido tá ótimo.'],
    ['Tô com diarreia.', 'Alguém em casa com a mesma coisa?', 'Minha filha não teve.'],
  ]
  for (const talk of well) expect(sentencesOf(...talk).join(' '), talk.join(' ')).not.toMatch(/quadro|doente/)
  expect(sentencesOf('Tô com tosse.', 'Tem alguém doente perto de você?', 'Uma colega teve gripe.').join(' ')).toMatch(
    /contato com colega doente/,
  )
})

test('a question leaves out what was said before it', () => {
  expect(sentencesOf('Tô com diarreia.', 'Tem sangue, muco?', 'Sangue não, muco tem.')).toEqual(
    expect.arrayContaining(['Nega sangue nas fezes.', 'Refere muco nas fezes.']),
  )
  expect(sentencesOf('Tá ardendo pra urinar.', 'E a cor?', 'Hoje saiu um pouquinho de sangue.')).toContain(
    'Hematúria, em pequena quantidade.',
  )
  expect(sentencesOf('Meu joelho tá inchado.', 'Trava?', 'Não trava.')).toContain('Nega travamento articular.')
  // The same words of another matter.
  const others = [
    ['Tô com diarreia.', 'Vou pedir um exame de sangue e de fezes.', 'Tá bom.'],
    ['Tô com tosse.', 'Toma remédio?', 'Tomo um pra afinar o sangue.'],
    ['A tosse melhorou.', 'Doou sangue?', 'Doei sangue em janeiro.'],
    ['Eu tive diarreia.', 'E hoje?', 'O médico do posto tirou sangue e deu colesterol alto.'],
    ['Meu joelho dói.', 'E a família?', 'Minha mãe tem problema de joelho que trava.'],
  ]
  for (const talk of others)
    expect(sentencesOf(...talk).join(' '), talk.join(' ')).not.toMatch(/sangue nas|hemop|trav/i)
})

test('a comparison is no symptom, a choice is no yes, and a verb said again is one', () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['Dor de cabeça.', 'É como?', 'Latejando, parece que tem um coração batendo.'], /palpita/i],
    [['Uma tontura.', 'Roda tudo ou é mais uma sensação de desmaio?', 'Roda tudo.'], /síncope/i],
    [['Não tô dormindo direito e choro à toa.'], /nega choro/i],
    [['A criança não quer comer nada.'], /nega/i],
    [['Tá ardendo.', 'É forte?', 'Não é forte, é um tipo de ardência.'], /nega/i],
  ]
  for (const [talk, wrong] of cases) expect(sentencesOf(...talk).join(' '), talk.join(' ')).not.toMatch(wrong)
  expect(sentencesOf('Ele caiu.', 'Bateu a cabeça?', 'Bateu, mas não desmaiou.').join(' ')).toMatch(/trauma de crânio/)
  expect(sentencesOf('Tô triste.', 'Já pensou em morrer?', 'Já pensei que seria melhor sumir.').join(' ')).toMatch(
    /ideação suicida/,
  )
})
