import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { writeHistory } from '../note/history.ts'
import { Frames } from './frame.ts'
import { readHistory } from './history.ts'

const noteOf = (talk: string): string[] => {
  const frames = new Frames()
  readHistory(frames, readDialogue(read(talk)))
  return writeHistory(frames).map(({ part, text }) => `${part} ${text}`)
}

test('short answers complete the disease or operation spoken of last; the last side wins', () => {
  expect(
    noteOf(`
M: Já teve infecção de urina antes?
P: Já tive uma com nove meses, ficou dez dias de cefalexina.
M: Operou alguma coisa?
P: Operei a catarata, do olho esquerdo. Faz dois anos.
M: Do esquerdo?
P: O direito, doutora.`),
  ).toEqual([
    'hpp Infecção urinária aos 9 meses, tratada com cefalexina.',
    'hpp Cirurgia de catarata à direita há 2 anos.',
  ])
})

test('a relative keeps the disease, the age and the medicine', () => {
  expect(
    noteOf(`
M: Alguém na família com problema de coração?
P: Meu pai infartou com cinquenta anos. Minha mãe tem diabetes, usa insulina.`),
  ).toEqual(['hf Pai com infarto agudo do miocárdio aos 50 anos.', 'hf Mãe com diabetes em uso de insulina.'])
})

test('habits stand with their amounts, what is denied comes last', () => {
  expect(
    noteOf(`
M: O senhor fuma?
P: Fumo uma carteira por dia, há trinta anos.
M: E bebida?
P: Uma cervejinha no fim de semana.`),
  ).toEqual(['hab Tabagista, 1 maço/dia há 30 anos; bebe cerveja aos finais de semana.'])
})
