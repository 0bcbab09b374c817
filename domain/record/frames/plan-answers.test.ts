// What a doctor concludes and plans in everyday words, and what the patient answers.
import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { writeMedicines } from '../note/medicines.ts'
import { writePlan } from '../note/plan.ts'
import { readFrames } from './read.ts'

const opening = `
M: bom dia, o que te trouxe aqui hoje?
P: eu não tô me sentindo bem, doutor, já faz umas duas semanas
M: duas semanas, tá. e isso piora com alguma coisa?
P: piora mais no fim do dia
M: tem mais alguma coisa junto?
P: não, só isso mesmo
M: tem alguma doença, toma algum remédio?
P: não, nada
M: alguém na família tem algum problema de saúde?
P: que eu saiba não
M: certo, deixa eu te examinar
M: tá bom, pode sentar`

/** The conclusions and the plan of a consultation that ends with these lines: 'd ' doctor, 'p ' patient, ' | ' between. */
function planOf(talk: string): string[] {
  const lines = talk.split(' | ').map((line) => line.replace(/^d /, 'M: ').replace(/^p /, 'P: '))
  const frames = readFrames(readDialogue(read(`${opening}\n${lines.join('\n')}`)))
  return [...writePlan(frames), ...writeMedicines(frames).filter(({ part }) => part === 'con')].map(({ text }) => text)
}

test.each([
  [
    'd se você sentir que não tá ajudando nada, ou que a ansiedade tá piorando, a ponto de você não dar conta do trabalho, ou não conseguir, fazer as suas coisas normais do dia a dia | d aí é importante que você ligue de volta',
    [
      'Se ausência de melhora, entrar em contato.',
      'Se piora da ansiedade a ponto de não dar conta do trabalho ou não conseguir fazer as atividades habituais, entrar em contato.',
    ],
  ],
  [
    'd se você sentir que não tá ajudando nada | d ou que a ansiedade tá piorando, a ponto de você não dar conta do trabalho | d aí me liga',
    ['Se ausência de melhora ou piora da ansiedade a ponto de não dar conta do trabalho, entrar em contato.'],
  ],
  [
    'd se o inchaço aumentar | d ou se a perna ficar quente e vermelha | d corre pro hospital',
    ['Se aumento do inchaço ou perna quente e vermelha, ir ao hospital.'],
  ],
  [
    'd caso apareça mancha no corpo ou sangramento, procura o pronto socorro',
    ['Se mancha no corpo ou sangramento, ir ao pronto-socorro.'],
  ],
  [
    'd se tiver pensamento de se machucar, liga pro 188 ou vem aqui na hora',
    ['Se pensamento de se machucar, ligar 188 ou retornar para reavaliação.'],
  ],
  [
    'd se a dor ficar muito forte, se você começar a vomitar ou tiver febre alta, vai pra emergência',
    ['Se dor muito forte, vômitos ou febre alta, ir à emergência.'],
  ],
  ['d se a febre passar de três dias você me procura', ['Se febre passar de 3 dias, retornar para reavaliação.']],
  ['d não precisa voltar se melhorar', []],
  ['d não precisa ir pro hospital se a febre baixar', []],
  ['d não precisa esperar, se piorar a falta de ar vai pro hospital', ['Se piora da dispneia, ir ao hospital.']],
])('warnings: %s', (talk, expected) => {
  expect(planOf(talk)).toEqual(expected)
})

test.each([
  ['d é mais provável que as palpitações sejam da ansiedade | p entendi', ['Palpitações provavelmente por ansiedade.']],
  ['d pode ser gota, mas eu quero afastar infecção | p tá', ['Possível gota.', 'Afastar infecção.']],
  ['d eu tô achando que é uma virose | p ah tá', ['Provável infecção viral.']],
  ['d isso aí tá com mais cara de asma do que de bronquite | p ah', ['Provável asma.']],
  ['d isso tem cara de labirintite | p minha mãe tem', ['Provável labirintite.']],
  ['d tá me parecendo uma tendinite no ombro | p é grave?', ['Provável tendinite.']],
  ['d olha, pelo que você me conta parece mais uma enxaqueca do que sinusite', ['Provável enxaqueca.']],
  [
    'd não acho que seja dengue, mas vou pedir um hemograma por segurança',
    ['Dengue pouco provável.', 'Solicitado hemograma.'],
  ],
  ['d não acho que a dor de cabeça seja da pressão | p não?', []],
  ['d a dor da sua mãe é provavelmente da artrose | p é', []],
  ['d as suas palpitações podem ser do café ou da ansiedade? | p acho que da ansiedade', []],
  ['d eu quero afastar qualquer coisa mais grave | p tá', []],
])('hypotheses: %s', (talk, expected) => {
  expect(planOf(talk)).toEqual(expected)
})

test.each([
  ['d vou colher uma cultura da secreção', ['Solicitada cultura de secreção.']],
  [
    'd vou pedir hemograma, e um raio x se não melhorar',
    ['Solicitado hemograma.', 'Solicitar radiografia se não melhorar.'],
  ],
  ['d acho que vale a pena fazer um ou outro exame de sangue básico', ['Solicitados exames de sangue.']],
  ['d não vale a pena fazer raio x agora', ['Não indicada radiografia.']],
  ['d eu queria pedir uma ressonância, mas o convênio não cobre', []],
  ['d tem gente que acha que seria bom fazer tomografia', []],
  ['d não vou pedir exame nenhum agora', ['Sem indicação de exames no momento.']],
  ['d não precisa trazer exame nenhum', []],
  ['d é bom fazer exame de sangue todo ano', []],
  ['d seria bom você ter feito o raio x antes', []],
  ['d vou pedir hemograma | d e repito o hemograma se não melhorar', ['Solicitado hemograma.']],
  [
    'd se continuar com tosse daqui a duas semanas a gente faz um raio x de tórax',
    ['Se continuar com tosse daqui a 2 semanas, solicitar radiografia de tórax.'],
  ],
  [
    'd se não melhorar com o remédio eu te mando pro dermatologista',
    ['Se não melhorar com o medicamento, encaminhar à dermatologia.'],
  ],
  [
    'd se a terapia não resolver, aí depois a gente pode pensar numa medicação',
    ['Se a terapia não resolver, considerar medicação.'],
  ],
  ['d se for gota mesmo a gente começa o alopurinol depois', ['Se for gota mesmo, iniciar alopurinol.']],
  ['d se você tivesse vindo antes eu pedia uma tomografia', []],
  ['d se fosse dengue eu pediria plaquetas', []],
  ['d pode tomar dipirona se tiver dor ou febre', ['Dipirona, se dor ou febre.']],
  [
    'd pelo sus tem psicoterapia, terapia cognitivo comportamental, você mesma se inscreve',
    ['Psicoterapia cognitivo-comportamental pelo SUS, com inscrição pela própria paciente.'],
  ],
  ['d o ibuprofeno pode parar', ['Suspender ibuprofeno.']],
  ['d não pode parar o ibuprofeno', []],
  ['d vamos nos ver de novo em três semanas', ['Retorno em 3 semanas.']],
])('orders and what comes later: %s', (talk, expected) => {
  expect(planOf(talk)).toEqual(expected)
})

test.each([
  ['d seria bom fazer um eletrocardiograma | p pode ser', ['Solicitado ECG.']],
  ['d seria bom fazer um ultrassom | p não precisa não doutor', ['Recusa ultrassonografia.']],
  [
    'd eu queria que você fizesse uma endoscopia | p nossa, endoscopia eu tenho medo, não quero fazer não',
    ['Recusa endoscopia digestiva alta.'],
  ],
  ['d quer que eu peça os exames pra dst? | p quero', ['Solicitadas sorologias para IST.']],
  ['d quer fazer uma tomografia? | p não tem problema, pode pedir', ['Solicitada tomografia.']],
  ['d acho bom pedir uma ressonância | p não precisa, eu já fiz', []],
  ['d quer fazer uma ressonância? | p não precisa, eu já fiz', []],
  ['d você quer fazer o exame de hiv? | p não sei, vou pensar', []],
  ['d você já fez endoscopia? | p não', []],
  ['d eu acho que seria bom você passar com um psicólogo | p eu também acho', ['Encaminhamento à psicologia.']],
  [
    'd quer que eu te encaminhe pro nutricionista? | p por enquanto não',
    ['Recusa encaminhamento à nutrição no momento.'],
  ],
  ['d quer tentar fisioterapia ou acupuntura? | p acupuntura eu não quero', ['Recusa encaminhamento à acupuntura.']],
  ['d você aceita ir pro psiquiatra? | p psiquiatra não, não sou louca', ['Recusa encaminhamento à psiquiatria.']],
  ['d quer a receita do anticoncepcional? | p quero', []],
  ['d o que você acha da gente aumentar a sertralina? | p pode ser', []],
  ['d a gente pode fazer uma infiltração, o que o senhor acha? | p vamos fazer então', ['Infiltração.']],
  [
    'd eu posso te passar um remédio pra dormir, você quer? | p não, prefiro sem remédio',
    ['Recusa medicação para dormir.'],
  ],
  ['d você quer continuar com a sertralina? | p quero', []],
  ['d posso ver a sua endoscopia? | p pode', []],
  ['d vamos ver o raio x? | p vamos', []],
  ['d podemos conversar sobre a vacina da gripe? | p pode ser', []],
  ['d quer que eu explique o exame de sangue? | p quero', []],
])('offers: %s', (talk, expected) => {
  expect(planOf(talk)).toEqual(expected)
})
