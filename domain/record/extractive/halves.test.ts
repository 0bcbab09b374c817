import { expect, test } from 'vitest'
import { halves, motherTells } from '#tests/testkit/consultations.ts'
import { proveRecord } from '../proof/prove.ts'
import type { CanonicalKey } from '../record.ts'
import type { SpokenLine } from './segment.ts'
import { structureByRules } from './structure.ts'

const run = (entries: readonly SpokenLine[]) => {
  let count = 0
  const draft = structureByRules({ entries, specialty: 'general' })
  const { sections } = proveRecord({ entries, context: '', specialty: 'general' }, draft.sections, () => `s${++count}`)
  const written = (key: CanonicalKey) =>
    sections
      .find((section) => section.canonical === key)
      ?.sentences.map((item) => `${item.text} ${item.evidence.map((line) => line.id).join(' ')}`) ?? []
  return { written, all: sections.map((section) => section.content).join('\n') }
}

/** One question and its answer, after a complaint that is always the same. */
const answered = (question: string, answer: string) => {
  const { written } = run([
    { id: 'a', speaker: 'patient', text: 'Estou com coceira no braço faz uma semana.' },
    { id: 'q', speaker: 'doctor', text: question },
    { id: 'r', speaker: 'patient', text: answer },
  ])
  return (['queixa_principal', 'hda', 'hpp', 'hf', 'habitos'] as const)
    .flatMap(written)
    .filter((text) => text.endsWith(' q r'))
    .map((text) => text.replace(/ q r$/, ''))
}

test('a consultation of half denials keeps every half, and the plan reads as a note', () => {
  const { written, all } = run(halves)
  expect(written('queixa_principal')).toEqual([
    'Queimação na boca do estômago há cerca de vinte dias, principalmente depois do café. e1 e2',
  ])
  expect(written('hda')).toEqual([
    'Queimação de madrugada, cerca de duas vezes na semana. e3 e4',
    'Nega febre. e5 e6',
    'Não vomitou sangue. e7 e8',
    'Nega vômito. e11 e12',
    'Enjoo sente de manhã. e11 e12',
    'Fezes ficaram escuras: não sabe, não repara. e13 e14',
    'Concentração: não consegue ler uma página. e15 e16',
    'Tosse: não mediu direito, mas acha que pouca. e17 e18',
  ])
  expect(written('hpp')).toEqual([
    'Nega pressão alta e diabetes, só o colesterol. e19 e20',
    'Alergia: ibuprofeno dá falta de ar. e25 e26',
    'Alergia: só a amendoim. e27 e28',
  ])
  expect(written('hf')).toEqual([
    'Problema de estômago na família: irmão operou de úlcera, mas paciente nunca operou. e29 e30',
  ])
  expect(written('habitos')).toEqual([
    'Não fuma, toma uma cachaça antes do almoço. e21 e22',
    'Nega uso de cocaína; maconha fumou quando era jovem. e23 e24',
  ])
  expect(written('exame_fisico')).toEqual([
    'Deu cento e trinta e cinco por oitenta no braço esquerdo. e31',
    'Abdome flácido, com dor no epigástrio. e31',
  ])
  expect(written('hipotese')).toEqual(['Provável gastrite, pelo uso de anti-inflamatório. e32'])
  expect(written('conduta')).toEqual([
    'Começar omeprazol vinte miligramas em jejum. e33',
    'Solicitar endoscopia. e33',
    'Não tomar anti-inflamatório por conta própria. e34',
  ])
  expect(written('orientacoes')).toEqual([
    'Diminuir o café e evitar comer tarde. e34',
    'Se a dor passar de oito em dez ou se as fezes ficarem pretas, correr para a emergência. e35',
    'Retorno daqui a quatro semanas, com a endoscopia na mão. e36',
  ])
  expect(all).not.toMatch(/emagre/)
})

test('what a companion says of themself is not told of the patient', () => {
  const { written } = run(motherTells)
  expect(written('queixa_principal')).toEqual(['Refere dor de garganta desde ontem e não quer comer. e1 e2'])
  expect(written('hda')).toEqual([
    'Febre: não mediu, mas ela estava pelando de quente. e3 e4',
    'Nega tosse e vômito, só o nariz escorrendo. e5 e6',
  ])
  expect(written('hpp')).toEqual(['Alergia: só a ovo. e7 e8'])
  expect(written('hf')).toEqual(['O pai dela tem asma, a mãe tem rinite. e9 e10'])
  expect(written('habitos')).toEqual([])
  expect(written('exame_fisico')).toEqual([
    'Peso dezesseis quilos. e11',
    'Temperatura trinta e oito e dois. e11',
    'Garganta vermelha, com placas. e11',
  ])
  expect(written('hipotese')).toEqual(['Amigdalite, de bactéria. e12'])
  expect(written('conduta')).toEqual(['Tomar amoxicilina, sete ml de doze em doze horas por dez dias. e13'])
  expect(written('orientacoes')).toEqual(['Trazer ela de volta se não melhorar em dois dias. e14'])
})

test('no answer is taken for more than it denies', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    // Agreeing with a question put in the negative denies; 'sim' may mean either, and 'tenho' affirms.
    ['Não tem febre?', 'Isso.', ['Nega febre.']],
    ['O senhor não teve febre?', 'Exatamente.', ['Nega febre.']],
    ['Não tem tosse?', 'Sim.', []],
    ['Não tem tosse?', 'Tenho.', ['Refere tosse.']],
    ['Nunca fumou?', 'Isso, nunca.', ['Nunca fumou.']],
    ['A senhora não é alérgica a nenhum remédio, é?', 'Sou, a penicilina.', ['Alergia: penicilina.']],
    // Who does not know denies nothing, nor does another verb's 'não'.
    ['Teve febre?', 'Não sei.', ['Febre: não sabe.']],
    ['Teve febre?', 'Não medi, mas tava quente.', ['Febre: não mediu, mas estava quente.']],
    ['Tem dificuldade de concentração?', 'Não consigo ler uma página.', ['Não consegue ler uma página.']],
    ['Teve falta de ar?', 'Não muita.', ['Falta de ar: não muita.']],
    ['Febre?', 'Não. Ontem à noite deu trinta e oito.', ['Febre: ontem à noite deu trinta e oito.']],
    ['Teve enjoo, vômito, diarreia?', 'Não, aliás, vomitei uma vez.', ['Vomitou uma vez.']],
    // Two-part questions: what is told again after the 'não' is not denied.
    ['A senhora fuma ou bebe?', 'Não fumo. Tomo uma cerveja.', ['Não fuma, toma uma cerveja.']],
    ['A senhora fuma ou bebe?', 'Não. Só um vinho no domingo.', ['Não fuma, só um vinho no domingo.']],
    ['Você fuma ou bebe?', 'Bebo.', ['Bebe.']],
    ['Fuma, bebe, usa alguma droga?', 'Não, nada.', ['Não fuma nem bebe nem usa nenhuma droga.']],
    ['Usa cocaína, maconha?', 'Não. Maconha às vezes.', ['Nega uso de cocaína; maconha às vezes.']],
    [
      'Já operou ou ficou internado?',
      'Não operei. Fiquei internado por dengue.',
      ['Não operou, ficou internado por dengue.'],
    ],
    ['A dor melhora com repouso ou piora?', 'Não melhora não. Piora de noite.', ['Não melhora, piora de noite.']],
    ['Tem pressão alta ou diabetes?', 'Tenho.', ['Refere pressão alta ou diabetes.']],
    ['Tem falta de ar ou dor no peito?', 'Nenhum dos dois.', ['Nega falta de ar e dor no peito.']],
    ['Tem alergia a algum remédio?', 'Não. Só a dipirona.', ['Alergia: só a dipirona.']],
    [
      'Tem alergia a remédio ou alimento?',
      'Remédio não. Camarão me dá coceira.',
      ['Nega alergia a remédio.', 'Alergia: camarão dá coceira.'],
    ],
    // Whose asthma it is.
    [
      'Alguém na família com asma?',
      'Meu irmão tem, mas eu não tenho.',
      ['Asma na família: irmão tem, mas paciente não tem.'],
    ],
  ]
  for (const [question, answer, expected] of cases)
    expect([question, answer, [...answered(question, answer)].sort()]).toEqual([question, answer, [...expected].sort()])
})

test('what a patient tells is never an examination, whatever was asked', () => {
  const { written } = run([
    { id: 'a', speaker: 'patient', text: 'Estou com tosse faz duas semanas.' },
    { id: 'q', speaker: 'doctor', text: 'Perdeu peso ou acordou suando à noite?' },
    { id: 'r', speaker: 'patient', text: 'Não, o peso está igual e não acordo suando.' },
    { id: 'd', speaker: 'doctor', text: 'A saturação está em noventa e oito por cento.' },
  ])
  expect(written('exame_fisico')).toEqual(['A saturação está em noventa e oito por cento. d'])
  expect(written('hda').join(' ')).toContain('peso')
})

test('what a relative has or takes is told of the relative, as long as they are spoken of', () => {
  const { written } = run([
    { id: 'a', speaker: 'patient', text: 'Estou com coceira no braço faz uma semana.' },
    { id: 'q', speaker: 'doctor', text: 'E na família, alguma doença?' },
    { id: 'r', speaker: 'patient', text: 'A minha mãe é bipolar. Toma lítio desde nova. Eu tomo losartana.' },
  ])
  expect(written('hf').join(' ')).toMatch(/mãe toma lítio/i)
  expect(written('hpp').join(' ')).not.toMatch(/lítio/)
  expect(written('hf').join(' ')).not.toMatch(/mãe toma losartana/)
})
