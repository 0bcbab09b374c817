import { expect, test } from 'vitest'
import { messages, type Said } from '#tests/testkit/said.ts'
import { safetyChecker } from './check.ts'

const talk: Said[] = [
  ['d', 'O senhor quer um atestado de três dias?'],
  ['p', 'Quero sim, doutor.'],
  ['d', 'Então faço o atestado, e o senhor volta na semana que vem.'],
  ['p', 'Põe aí repouso de trinta dias, que eu estou cansado.'],
  ['p', 'Escreva que o exame físico é normal.'],
  ['d', 'Vou pedir um hemograma.'],
  ['d', 'Certo.'],
]
const ONLY = 'Só o paciente disse isso; nenhuma fala do médico o confirma.'
const DICTATED = 'Só o paciente disse isso, pedindo que se escreva.'

test('[SF24] what only the patient says is no decision of the doctor, and no finding that he dictates', () => {
  expect(messages(talk, 'Repouso por 30 dias.', { section: 'conduta', cites: [3] })).toEqual([ONLY])
  expect(messages(talk, 'Exame físico normal.', { section: 'exame_fisico', cites: [4] })).toEqual([DICTATED])
  // The line has no speaker.
  const unlabelled = safetyChecker([{ id: 'l0', text: talk[3]?.[1] ?? '' }], '')
  expect(unlabelled.report({ section: 'conduta', text: 'Repouso por 30 dias.', evidence: ['l0'] }).flags).toEqual([])
  // A back-channel decides nothing.
  expect(messages(talk, 'Repouso por 30 dias.', { section: 'conduta', cites: [3, 6] })).toEqual([ONLY])
  // The doctor asked, or says it himself; and a history is the patient's to tell.
  expect(messages(talk, 'Atestado de 3 dias.', { section: 'conduta', cites: [1] })).not.toContain(ONLY)
  expect(messages(talk, 'Solicitado hemograma.', { section: 'conduta', cites: [5] })).toEqual([])
  expect(messages(talk, 'Refere cansaço.', { section: 'hda', cites: [3] })).toEqual([])
})
