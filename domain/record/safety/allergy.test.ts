import { expect, test } from 'vitest'
import { read } from '#tests/testkit/consultations.ts'
import type { CanonicalKey } from '../record.ts'
import { safetyChecker } from './check.ts'

const record = (dialogue: string, content: string, canonical: CanonicalKey = 'hpp') =>
  safetyChecker(read(dialogue), '')
    .record([{ canonical, content }])
    .map(({ message }) => message)
const unsaid = (name: string) => [`A consulta fala de alergia a “${name}”, e o registro não diz.`]

test('[SF8] an allergy to contrast, or told by its reaction, is warned of where the record names it as none', () => {
  const contrast = `
    M: Alergia a algum medicamento?
    P: Só iodo, aquele contraste, uma vez inchei todo na tomografia.`
  expect(record(contrast, 'Hipertensão.')).toEqual(unsaid('iodo'))
  for (const content of ['Alergia a contraste iodado.', 'Alergia: só iodo.', 'Alérgico a contraste.'])
    expect(record(contrast, content)).toEqual([])

  const reaction = 'P: Ibuprofeno eu não dou porque ele empolou todo uma vez.'
  expect(record(reaction, 'Bronquite.')).toEqual(unsaid('Ibuprofeno'))
  const story = 'Ibuprofeno a mãe não dá porque ele empolou todo uma vez.'
  expect(record(reaction, story, 'hda')).toEqual(unsaid('Ibuprofeno'))
  expect(record(reaction, story)).toEqual([])
  expect(record(reaction, 'Alergia a ibuprofeno.')).toEqual([])
  expect(record('P: Dipirona eu não posso, fico com a boca inchada.', 'Asma.')).toEqual(unsaid('Dipirona'))

  for (const harmless of [
    'P: Tomei ibuprofeno e não tive reação, e o joelho inchou.',
    'P: Nunca empolei com dipirona.',
    'P: Minha filha empolou com dipirona.',
    'P: Tomo losartana e incho o pé.',
  ])
    expect(record(harmless, 'Hipertensão.')).toEqual([])
})
