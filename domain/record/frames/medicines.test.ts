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
