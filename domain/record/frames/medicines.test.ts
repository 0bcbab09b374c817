import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { writeMedicines } from '../note/medicines.ts'
import { readFrames } from './read.ts'

const written = (talk: string): string[] => writeMedicines(readFrames(readDialogue(read(talk)))).map(({ text }) => text)

test('a question and its answers give one line for each medicine', () => {
  expect(
    written(`
M: Que remédio a senhora toma?
P: Losartana de cinquenta, uma de manhã e uma de noite.
M: E a sinvastatina, toma?
P: Não. Essa eu larguei faz dois meses, me dava dor nas pernas.
M: E o omeprazol, de vinte?
P: Era vinte. Agora é quarenta, em jejum.
M: Toma anticoncepcional?
P: Tomo o Yasmin, um por dia.`),
  ).toEqual([
    'Losartana 50 mg VO 2x/dia.',
    'Sinvastatina suspensa por conta própria há 2 meses por dor na perna.',
    'Omeprazol 40 mg VO em jejum.',
    'Yasmin VO 1x/dia.',
  ])
})

test('an allergy has its reaction, and a denial is one', () => {
  expect(
    written(`
M: Alergia a algum remédio?
P: Dipirona. Fiquei toda empolada quando era criança.`),
  ).toEqual(['Alergia a dipirona, com urticária na infância.'])
  expect(
    written(`
M: Alergia a algum remédio?
P: Que eu saiba não.`),
  ).toEqual(['Nega alergias.'])
})

test('a bare number is a strength only where tablets are sold in it', () => {
  expect(
    written(`
M: E o metoprolol, toma?
P: Tomo, o de cinquenta, de manhã. O pulso fica em cinquenta e oito.
M: Toma mais alguma coisa?
P: Naproxeno, quando tenho cólica, uns três dias no mês.`),
  ).toEqual(['Metoprolol 50 mg VO pela manhã.', 'Naproxeno VO 3 dias/mês, se cólica.'])
})

test('a stopped medicine stays stopped, and one weighed is not prescribed', () => {
  expect(
    written(`
M: E o enalapril?
P: Esse faz um ano que eu não tomo, me dava tosse.
M: A senhora usa algum remédio do seu marido?
P: Meu marido toma atenolol.
M: Exame físico sem alterações, a hipótese é hipertensão.
M: Vou passar losartana, cinquenta miligramas, duas vezes por dia.
M: Na verdade, começo com vinte e cinco, uma vez por dia.
M: Propranolol eu cogitei, mas não vou usar.`),
  ).toEqual(['Enalapril suspenso há 1 ano por tosse.', 'Losartana 25 mg VO 1x/dia.', 'Não prescrever propranolol.'])
})

test('a condition belongs to its own medicine', () => {
  expect(
    written(`
M: Exame físico sem alterações, a hipótese é gripe.
M: Vou passar dipirona de um grama, de seis em seis horas, se precisar.
M: E prednisona, se o chiado não melhorar em dois dias, quarenta miligramas por cinco dias.
M: Amoxicilina com clavulanato, oitocentos e setenta e cinco por cento e vinte e cinco, de doze em doze horas, sete dias.
M: Salmeterol com fluticasona, vinte e cinco por cento e vinte e cinco, dois jatos de doze em doze horas.`),
  ).toEqual([
    'Dipirona 1 g VO de 6/6 h, se necessário.',
    'Prednisona 40 mg VO por 5 dias, se chiado não melhorar em 2 dias.',
    'Amoxicilina com clavulanato 875/125 mg VO de 12/12 h por 7 dias.',
    'Salmeterol com fluticasona 25/125 mcg, 2 jatos inalatório de 12/12 h.',
  ])
})

test('an allergy of somebody else is none', () => {
  expect(
    written(`
M: Aqui no cadastro está escrito alergia a penicilina.
P: Isso aí tá errado, quem é alérgica é minha irmã.`),
  ).toEqual([])
})

test('a refused medicine has its reason, and a dose after it does not prescribe it', () => {
  expect(
    written(`
M: Exame físico sem alterações, a hipótese é hipertensão.
M: Vou passar dipirona de um grama, de seis em seis horas, se precisar.
M: Ibuprofeno eu não dou, porque tem gastrite.
M: São seiscentos miligramas, de oito em oito horas.`),
  ).toEqual(['Dipirona 1 g VO de 6/6 h, se necessário.', 'Não prescrever ibuprofeno por gastrite.'])
  expect(
    written(`
M: Exame físico sem alterações, a hipótese é hipertensão.
M: Não vou usar losartana por causa da tosse.
M: Cinquenta miligramas, uma vez ao dia.`).join('\n'),
  ).not.toMatch(/^Losartana 50/m)
})
