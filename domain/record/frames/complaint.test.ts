import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { writeComplaint } from '../note/complaint.ts'
import { readFrames } from './read.ts'

const complaintsOf = (talk: string): string[] =>
  writeComplaint(readFrames(readDialogue(read(talk)))).map(({ text }) => text)

test('the complaint is what the patient gives as reason, with its last duration and side', () => {
  expect(
    complaintsOf(`
M: Boa tarde, seu Nilton, o que traz o senhor?
P: É o joelho, doutor, o esquerdo. Dói demais.
M: Desde quando?
P: Tem um mês. Não, minto, faz dois meses.
M: O esquerdo, né?
P: Não, desculpa, o direito.
M: Tem febre?
P: Tive febre ontem.`),
  ).toEqual(['Dor no joelho direito há 2 meses.'])
  expect(
    complaintsOf(`
M: Oi, o que aconteceu?
P: Febre e tosse, doutora.
M: Desde que dia?
P: Começou ontem. Não, faz quatro dias.
M: Quatro dias, então. E dor no corpo?
P: Tenho também.`),
  ).toEqual(['Febre e tosse há 4 dias.'])
  // 'Pior' names what makes it worse, and no change in time.
  expect(
    complaintsOf(`
M: O que traz a senhora?
P: Uma dor no ombro direito há três semanas, pior ao levantar o braço.`),
  ).toEqual(['Dor no ombro direito há 3 semanas.'])
})

test('how long an attack lasts, an age and a past time are no beginning of the complaint', () => {
  expect(
    complaintsOf(`
M: O que está acontecendo?
P: Tenho uma tontura, doutora. Minha filha tem dois anos e fico com medo de cair com ela.
M: E desde quando isso?
P: Faz três semanas.
M: E quando vem, quanto tempo dura?
P: Uns dez minutos.`),
  ).toEqual(['Tontura há 3 semanas.'])
})

test('a visit without a symptom names what it is about, and a reason told later takes it back', () => {
  expect(
    complaintsOf(`
M: Bom dia, dona Alzira. Veio pro retorno da pressão, né?
P: Isso, o retorno.
M: Tem sentido tontura?
P: Não.`),
  ).toEqual(['Retorno para controle de hipertensão arterial.'])
  expect(
    complaintsOf(`
M: Bom dia, dona Alzira. Retorno da pressão, né?
P: É, mas hoje eu vim por causa de uma dor de cabeça que não passa.
M: Desde quando?
P: Faz cinco dias.`),
  ).toEqual(['Cefaleia há 5 dias.'])
})

test("'caí' is a fall, a pressure that 'cai' is none", () => {
  expect(complaintsOf('M: O que houve?\nP: Eu caí da escada ontem.')).toEqual(['Queda.'])
  expect(complaintsOf('M: O que houve?\nP: A minha pressão cai toda hora.')).toEqual([])
})

test('two symptoms that begin with one broad word are two', () => {
  expect(
    complaintsOf(`
M: Bom dia, o que houve?
P: Estou com sangramento vaginal e com sangramento na gengiva.`),
  ).toEqual(['Sangramento vaginal e sangramento gengival.'])
})
