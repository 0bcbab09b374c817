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

test('explanations, fears and what could come are no hypotheses; a rejected question is one', () => {
  const plan = planOf(`
M: Depressão não é fraqueza, viu.
M: Na maioria das vezes é um vírus.
M: Se não tratar, isso pode virar abscesso.
M: Então é pneumonia, sem sinal de gravidade.
P: E tuberculose, doutora, pode ser?
M: Muito improvável, o senhor não perdeu peso.`).join('\n')
  expect(plan).toMatch(/^Pneumonia/m)
  expect(plan).toMatch(/^Tuberculose pouco provável\.$/m)
  expect(plan).not.toMatch(/[Dd]epressão|viral|[Aa]bscesso/)
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
  expect(marked).toMatch(/Se dispneia, febre que não passa ou desmaio, ir ao pronto-socorro\./)
  const bare = planOf('M: se tiver falta de ar ou desmaiar corre pro hospital').join('\n')
  expect(bare).toMatch(/Se dispneia ou desmaio, ir ao hospital\./)
})

test('a sign told with a verb is a noun; a pain that comes back sends nobody to the clinic', () => {
  const plan = planOf('M: Se a dor no peito voltar, a tosse piorar ou os lábios ficarem roxos, vai pro pronto-socorro.')
  expect(plan.join('\n')).toMatch(/piora da tosse ou lábios roxos, ir ao pronto-socorro\./)
  expect(plan.join('\n')).not.toMatch(/retornar para reavaliação/)
})

test('an exam told as a circumstance is not ordered, and the time of the return is not its time', () => {
  const plan = planOf(`
M: Vou pedir um hemograma.
M: Com a radiografia limpa desse jeito eu fico tranquila.
M: Retorno em três semanas com o hemograma.`).join('\n')
  expect(plan).toMatch(/^Solicitado hemograma\.$/m)
  expect(plan).not.toMatch(/radiografia/)
})

test('a colleague that the doctor calls or the patient has is no referral', () => {
  const plan = planOf(`
M: Eu mesma ligo pro seu cardiologista amanhã.
M: E vou encaminhar o senhor pro pneumologista.`).join('\n')
  expect(plan).toMatch(/Encaminhamento à pneumologia\./)
  expect(plan).not.toMatch(/cardiologia/)
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
  expect(planOf('M: E volta comigo duas semanas depois da cirurgia.').join('\n')).toMatch(
    /Retorno 2 semanas após a cirurgia\./,
  )
})

test('the patient comes back where a time follows the verb; a symptom that comes back, a job and an interval are no return', () => {
  expect(planOf('M: O senhor pode voltar em vinte dias.')).toContain('Retorno em 20 dias.')
  expect(planOf('M: Volta com a mamografia em vinte dias.')).toContain('Retorno em 20 dias.')
  for (const talk of [
    'M: A tosse pode voltar em vinte dias, viu.',
    'M: Pode voltar ao trabalho em sete dias.',
    'M: O retorno é de quatro em quatro meses.',
  ])
    expect(planOf(talk).join('\n')).not.toMatch(/Retorno/)
})

test('the return does not take the condition of the emergency room or of an earlier return', () => {
  const sent = planOf('M: Volte em duas semanas, ou procure o pronto-socorro se a falta de ar piorar.')
  expect(sent).toEqual(expect.arrayContaining(['Retorno em 2 semanas.', 'Se piora da dispneia, ir ao pronto-socorro.']))
  for (const talk of [
    'M: Volte em duas semanas, ou antes se a tosse piorar.',
    'M: Volte em duas semanas, se a tosse piorar volte antes.',
  ])
    expect(planOf(talk)).toContain('Retorno em 2 semanas.')
  expect(planOf('M: Volta em três dias se não melhorar.')).toContain('Retorno em 3 dias se não melhorar.')
})

test('the days of a Holter follow a de, and an exam after com is no order', () => {
  expect(planOf('M: Vou pedir um Holter em sete dias.')).toContain('Solicitado Holter de 24 h em 7 dias.')
  expect(planOf('M: Vou pedir um Holter de sete dias.')).toContain('Solicitado Holter de 7 dias.')
  expect(planOf('M: Com ressonância a gente decide, vou pedir em duas semanas.').join('\n')).not.toMatch(/ressonância/)
})
