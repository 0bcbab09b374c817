import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { writePlan } from '../note/plan.ts'
import { Frames } from './frame.ts'
import { readPlan } from './plan.ts'

/** The plan of a consultation whose second half is this talk. */
function planOf(talk: string): string[] {
  const clauses = readDialogue(
    read(`
M: Bom dia. O que o senhor sente?
P: Tosse há cinco dias, com catarro amarelo.
M: Teve febre?
P: Tive, trinta e oito e meio.
M: Vou examinar. Pulmão com estertores na base direita.
M: Saturação noventa e seis.
M: Vou passar amoxicilina de quinhentos, de oito em oito horas, por sete dias.
P: Tá bom, doutora.
${talk}`),
  )
  const frames = new Frames()
  readPlan(frames, clauses)
  return writePlan(frames).map(({ text }) => text)
}

test('a hypothesis keeps its certainty, its side and what was ruled out', () => {
  const plan = planOf(`
M: Isso é uma pneumonia, à direita.
M: Tuberculose é pouco provável.`)
  expect(plan.join('\n')).toMatch(/^Pneumonia.* à direita\.$/m)
  expect(plan.join('\n')).not.toMatch(/^(Provável )?[Tt]uberculose\.$/m)
})

test('orders carry region, side and time; a refused exam is not ordered', () => {
  const plan = planOf(`
M: Vou pedir hemograma e um raio-x do joelho direito.
M: Repito o hemograma em duas semanas.
M: Não precisa de tomografia.`).join('\n')
  expect(plan).toMatch(/radiografia d[eo] joelho direito/)
  expect(plan).toMatch(/Não indicada tomografia/)
  expect(plan).not.toMatch(/[Ss]olicitada tomografia/)
})

test('a warning keeps its signs and where to go, also without punctuation', () => {
  const marked = planOf('M: Se tiver falta de ar, febre que não passa ou desmaiar, corre pro pronto-socorro.').join(
    '\n',
  )
  expect(marked).toMatch(/Se dispneia, febre que não passa ou desmaiar, ir ao pronto-socorro\./)
  const bare = planOf('M: se tiver falta de ar ou desmaiar corre pro hospital').join('\n')
  expect(bare).toMatch(/Se dispneia ou desmaiar, ir ao hospital\./)
})

test('advice is an infinitive; a dropped option and advice of a neighbour are not the plan', () => {
  const plan = planOf(`
M: Agora em casa: beba bastante água e evite cigarro.
M: Eu ia pedir uma tomografia.
P: Minha vizinha falou pra tomar chá de alho.`).join('\n')
  expect(plan).toMatch(/[Bb]eber bastante água e evitar cigarro\./)
  expect(plan).not.toMatch(/tomografia|alho/)
})

test('leave has its days and the return its time', () => {
  const plan = planOf(`
M: Vou dar um atestado de três dias.
M: Retorno em quinze dias com os exames.`).join('\n')
  expect(plan).toMatch(/Atestado de 3 dias\./)
  expect(plan).toMatch(/Retorno em 15 dias com resultados de exames\./)
})
