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

test('a question is answered disease by disease, and an operation keeps its reason', () => {
  expect(
    noteOf(`
M: Alguma doença, pressão, coração, rim?
P: Coração não. Pressão eu tenho faz oito anos.
M: Já operou alguma coisa?
P: Tirei a vesícula por pedra em dois mil e quinze.
M: E a vacina do tétano?
P: Faz uns doze anos.`),
  ).toEqual([
    'hpp Hipertensão arterial há 8 anos; colecistectomia por colelitíase em 2015.',
    'hpp Nega doença cardíaca.',
    'hab Última vacina antitetânica há 12 anos.',
  ])
})

test('the relative of a relative, and a companion who tells of their own, have their own names', () => {
  expect(
    noteOf(`
M: Na família, alguém com infarto?
P: A mãe do meu pai, com setenta anos. Minha mãe não teve nada.
P: A irmã da minha mãe teve câncer de mama.`),
  ).toEqual(['hf Avó paterna com infarto agudo do miocárdio aos 70 anos.', 'hf Tia materna com câncer de mama.'])
  expect(
    noteOf(`
M: Bom dia, mãe. Como ela nasceu?
P: Ela nasceu de trinta e oito semanas, de cesárea, com três quilos e duzentos.
M: E ela mamou no peito?
P: Ela mamou até um ano. Ela vai na creche, ela dorme bem, ela come de tudo.
M: Alguém na família com asma, mãe?
P: Eu tenho asma. Meu pai tem diabetes.
M: Alguém fuma perto dela?
P: Meu marido fuma na varanda.`),
  ).toEqual([
    'hpp Parto cesáreo com 38 semanas, peso 3.200 g.',
    'hf Mãe com asma.',
    'hf Avô materno com diabetes.',
    'hab Pai tabagista.',
  ])
})

test('amounts and endings belong to the habit beside them, and other people have habits of their own', () => {
  expect(
    noteOf(`
M: Fuma, bebe?
P: Parei de fumar tem cinco anos, e bebo duas taças de vinho no sábado e no domingo. Quem fuma é o meu irmão.
M: Mora com quem? Trabalha em quê?
P: Moro com o marido e dois filhos. Sou auxiliar de limpeza.`),
  ).toEqual([
    'hab Mora com o marido e 2 filhos; auxiliar de limpeza.',
    'hab Ex-tabagista, parou há 5 anos; bebe vinho aos finais de semana, 2 taças.',
  ])
})

test('what is over is no habit, and an end belongs to the habit that it names', () => {
  const habitsOf = (answer: string) => noteOf(`M: O senhor fuma?\nP: ${answer}\nM: O pulmão está limpo.`).join('\n')
  expect(habitsOf('Fumei dez anos, parei faz quinze.')).toMatch(/^hab Ex-tabagista por 10 anos, parou há 15 anos\.$/m)
  expect(habitsOf('Fumo, mas parei de beber faz dois anos.')).toMatch(/Tabagista; etilismo prévio, parou há 2 anos\./)
  for (const ended of ['Já fumei, hoje não.', 'Faz oito anos que parei.', 'Fumei trinta anos, parei em 2010.'])
    expect(habitsOf(ended)).not.toMatch(/hab (Tabagista|Fuma)\b/)
})

test('an amount has the period that the talk gives, or none', () => {
  const habitsOf = (answer: string) => noteOf(`M: O senhor fuma, bebe, toma café?\nP: ${answer}`).join('\n')
  expect(habitsOf('Fumo dois maços por semana.')).toMatch(/Tabagista, 2 maços\/semana/)
  expect(habitsOf('Fumo oito cigarros por dia. Não, doze.')).toMatch(/Tabagista, 12 cigarros\/dia/)
  expect(habitsOf('Fumo doze cigarros.')).toMatch(/Tabagista, 12 cigarros\.$/)
  expect(habitsOf('Tomo uma xícara de café por semana.')).toMatch(/1 xícara de café por semana/)
})

test('perdi tells of a death only right before the relative', () => {
  const familyOf = (answer: string) => noteOf(`M: E na família?\nP: ${answer}`)
  expect(familyOf('Minha mãe tem diabetes, perdi contato com ela.')).toEqual(['hf Mãe com diabetes.'])
  expect(familyOf('Perdi meu pai com infarto.')).toEqual(['hf Pai falecido, com infarto agudo do miocárdio.'])
})

test('a habit told as I belongs to nobody sure where a companion speaks too, and a complete statement settles it', () => {
  expect(
    noteOf(`
M: O que ele tem, mãe? Ele dorme?
P: Ele dorme, ele come, ele cansa.
M: Ele piorou?
P: Piorou.
M: Alguém fuma?
P: Eu fumo dez cigarros.`).join('\n'),
  ).not.toMatch(/abagista/)
  const frames = new Frames()
  readHistory(
    frames,
    readDialogue(read('M: O senhor fuma ou bebe?\nP: Nem um nem outro. Cigarro parei faz dois anos.')),
  )
  expect(frames.find('habit', 'tabaco')).toMatchObject({ polarity: 'affirmed', open: false })
})
