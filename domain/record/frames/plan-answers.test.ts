// What a doctor concludes and plans in everyday words, and what the patient answers.
import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { writeMedicines } from '../note/medicines.ts'
import { writePlan } from '../note/plan.ts'
import { readFrames } from './read.ts'

const opening = `
M: bom dia, o que te trouxe aqui hoje?
P: eu não tô me sentindo bem, doutor, já faz umas duas semanas
M: duas semanas, tá. e isso piora com alguma coisa?
P: piora mais no fim do dia
M: tem mais alguma coisa junto?
P: não, só isso mesmo
M: tem alguma doença, toma algum remédio?
P: não, nada
M: alguém na família tem algum problema de saúde?
P: que eu saiba não
M: certo, deixa eu te examinar
M: tá bom, pode sentar`

/** The conclusions and the plan of a consultation that ends with these lines: 'd ' doctor, 'p ' patient, ' | ' between. */
function planOf(talk: string): string[] {
  const lines = talk.split(' | ').map((line) => line.replace(/^d /, 'M: ').replace(/^p /, 'P: '))
  const frames = readFrames(readDialogue(read(`${opening}\n${lines.join('\n')}`)))
  return [...writePlan(frames), ...writeMedicines(frames).filter(({ part }) => part === 'con')].map(({ text }) => text)
}

test.each([
  [
    'd se você sentir que não tá ajudando nada, ou que a ansiedade tá piorando, a ponto de você não dar conta do trabalho, ou não conseguir, fazer as suas coisas normais do dia a dia | d aí é importante que você ligue de volta',
    [
      'Se ausência de melhora, entrar em contato.',
      'Se piora da ansiedade a ponto de não dar conta do trabalho ou não conseguir fazer as atividades habituais, entrar em contato.',
    ],
  ],
  [
    'd se você sentir que não tá ajudando nada | d ou que a ansiedade tá piorando, a ponto de você não dar conta do trabalho | d aí me liga',
    ['Se ausência de melhora ou piora da ansiedade a ponto de não dar conta do trabalho, entrar em contato.'],
  ],
  [
    'd se o inchaço aumentar | d ou se a perna ficar quente e vermelha | d corre pro hospital',
    ['Se aumento do inchaço ou perna quente e vermelha, ir ao hospital.'],
  ],
  [
    'd caso apareça mancha no corpo ou sangramento, procura o pronto socorro',
    ['Se mancha no corpo ou sangramento, ir ao pronto-socorro.'],
  ],
  [
    'd se tiver pensamento de se machucar, liga pro 188 ou vem aqui na hora',
    ['Se pensamento de se machucar, ligar 188 ou retornar para reavaliação.'],
  ],
  [
    'd se a dor ficar muito forte, se você começar a vomitar ou tiver febre alta, vai pra emergência',
    ['Se dor muito forte, vômitos ou febre alta, ir à emergência.'],
  ],
  ['d não precisa voltar se melhorar', []],
  ['d não precisa ir pro hospital se a febre baixar', []],
  ['d não precisa esperar, se piorar a falta de ar vai pro hospital', ['Se piora da dispneia, ir ao hospital.']],
])('warnings: %s', (talk, expected) => {
  expect(planOf(talk)).toEqual(expected)
})
