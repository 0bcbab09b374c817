import { expect, test } from 'vitest'
import { check, kinds, type Said } from '#tests/testkit/said.ts'

const call: Said[] = [
  ['d', 'Bom dia, dona Lúcia. O que traz a senhora aqui hoje?'],
  ['p', 'Então, doutor, eu tô com uma tosse seca, faz umas duas semanas, mais de noite.'],
  ['d', 'Teve febre nesse tempo, ou catarro?'],
  ['p', 'Não, febre não, e catarro também não.'],
  ['d', 'E remédio, a senhora toma algum todo dia?'],
  ['p', 'Tomava enalapril, mas parei no mês passado. Agora é só a metformina.'],
  ['d', 'Alguém na família com asma, pulmão?'],
  ['p', 'Minha irmã tem asma desde menina. Eu não, nunca tive nada.'],
  [
    'd',
    'Olha, isso pode ser refluxo, mas eu ainda não tenho certeza. Acho mais provável que seja do remédio da pressão.',
  ],
  ['d', 'Se não melhorar em três semanas, aí a gente pede uma radiografia do tórax.'],
  ['p', 'Tá bom, doutor.'],
]

test('[SF23] what reads well and says more than its lines is doubted, with a reason and a line', () => {
  expect(kinds(call, 'Refluxo gastroesofágico confirmado.', { cites: [8], section: 'hipotese' })).toEqual(['certainty'])
  expect(kinds(call, 'Solicitada radiografia de tórax.', { cites: [9], section: 'conduta' })).toEqual(['condition'])
  const [flag] = check(call, 'Asma desde a infância.', { cites: [7], section: 'hpp' })
  expect(flag).toMatchObject({ kind: 'relative', lines: expect.arrayContaining(['l7']) })
  expect(kinds(call, 'Enalapril em uso contínuo.', { cites: [5], section: 'hpp' })).not.toEqual([])
})

test('[SF23] what the lines say is believed, in the words of a note', () => {
  expect(kinds(call, 'Tosse seca há 2 semanas, pior à noite.', { cites: [1] })).toEqual([])
  expect(kinds(call, 'Nega febre e expectoração.', { cites: [2, 3] })).toEqual([])
  expect(kinds(call, 'Irmã com asma desde a infância.', { cites: [7], section: 'hf' })).toEqual([])
  expect(kinds(call, 'Suspendeu enalapril no mês passado.', { cites: [5], section: 'hpp' })).toEqual([])
  expect(kinds(call, 'Metformina em uso.', { cites: [5], section: 'hpp' })).toEqual([])
  expect(
    kinds(call, 'Se não melhorar em 3 semanas, solicitar radiografia de tórax.', { cites: [9], section: 'conduta' }),
  ).toEqual([])
})
