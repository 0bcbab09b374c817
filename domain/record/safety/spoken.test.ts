import { expect, test } from 'vitest'
import { spokenTokensOf } from './spoken.ts'
import { plainWords, writtenOf } from './words.ts'

const read = (text: string): string => plainWords(spokenTokensOf(text))

test.each([
  ['perdi 4 quilos', 'perdi quatro quilos'],
  ['umas 2 ou 3 vezes, de 2 em 2 horas', 'umas duas ou tres vezes de duas em duas horas'],
  [
    'plaquetas 220 mil, desde 1980, depois 2015',
    'plaquetas duzentos e vinte mil desde mil novecentos e oitenta depois dois mil e quinze',
  ],
  ['febre de 38,5', 'febre de trinta e oito e meio'],
  ['creatinina 1,02', 'creatinina um virgula zero dois'],
  ['falta de b doze', 'falta de b12'],
  ['febre de trinta e oito e sete', 'febre de trinta e oito virgula sete'],
])('reads %j as %j', (text, words) => {
  expect(read(text)).toBe(words)
})

test.each(['diabetes tipo 1', 'pressão 120x80', 'saturação 98%', 'telefone 99871234', 'dia 05/03'])(
  'keeps the digits of %j',
  (text) => {
    expect(read(text)).toMatch(/\d/)
  },
)

test('quotes a number as the line has it', () => {
  const text = 'febre de 38,5 ontem'
  expect(writtenOf(spokenTokensOf(text))).toBe(text)
})
