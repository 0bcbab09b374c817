import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { readFrames } from './read.ts'

/** The facts of a question and its answer: '+' affirmed, '-' denied, then the slots. The reason of the visit repeats them. */
const factsOf = (question: string, answer: string): string[] =>
  readFrames(
    readDialogue([
      { id: 'q', speaker: 'doctor', text: question },
      { id: 'r', speaker: 'patient', text: answer },
    ]),
  )
    .everything()
    .filter(({ kind }) => kind !== 'reason')
    .map(({ polarity, name, slots }) =>
      [polarity === 'denied' ? '-' : '+', name.trim(), ...[...slots.values()].map(({ text }) => text)].join(' '),
    )

test('an answer affirms and denies what it says, and nothing more', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['Tem febre?', 'Não.', ['- febre']],
    ['Palpitação?', 'Tenho não.', ['- palpitações']],
    ['Teve tosse?', 'Tosse zero, doutora.', ['- tosse']],
    ['Tem falta de ar ou dor no peito?', 'Nenhum dos dois.', ['- dispneia', '- dor torácica']],
    ['Tontura, enjoo?', 'essas coisas aí que o senhor falou nenhuma tenho não', ['- tontura', '- náuseas']],
    // A question put in the negative: agreeing denies, 'sim' may mean either.
    ['Não tem febre?', 'Isso.', ['- febre']],
    ['Não tem tosse?', 'Sim.', []],
    ['Não tem tosse?', 'Tenho.', ['+ tosse']],
    // 'Não sei' denies nothing, nor does the 'não' of another verb.
    ['Teve febre?', 'Não sei.', []],
    ['Teve febre?', 'Não medi, mas estava quente.', []],
    ['Está com dor?', 'Não aguento de dor de cabeça.', ['+ cefaleia']],
    // The 'não' does not deny the next statement.
    ['Febre?', 'Não. Ontem à noite deu trinta e oito e meio.', ['+ febre 38,5 °C']],
    // A number of days is no temperature.
    ['Teve febre?', 'Não. Faz quarenta dias que não tenho.', ['- febre']],
    ['Teve enjoo, vômito?', 'Não, aliás, vomitei uma vez.', ['- náuseas', '+ vômitos']],
    ['Tem enjoo, tontura?', 'Enjoo não, tontura sim.', ['- náuseas', '+ tontura']],
    ['A senhora fuma ou bebe?', 'Não fumo. Tomo uma cerveja.', ['- tabaco', '+ alcool cerveja']],
    // The rest of the answer names what it leaves out of a 'nada disso'.
    ['Tosse? Febre? Falta de ar?', 'Nada disso, só canso.', ['- tosse', '- febre', '- dispneia']],
    ['Cabeça dói, vista embaça?', 'Cabeça não, vista boa.', ['- cefaleia', '- visão turva']],
    ['Convulsionou, vomitou?', 'Nem convulsionou nem vomitou.', ['- convulsão', '- vômitos']],
    // When or how often is a yes.
    ['Tem tontura?', 'Quando levanto.', ['+ tontura ao levantar']],
    // One 'tenho' to a question about two diseases names neither.
    ['Tem pressão alta ou diabetes?', 'Tenho.', []],
    // Whose it is.
    ['Alguém na família com asma?', 'Meu irmão tem.', ['+ irmão|asma']],
    ['E na família?', 'Minha mãe é diabética. Toma metformina.', ['+ mãe|diabetes metformina']],
    ['Tem pressão alta?', 'Pressão alta é minha mãe.', ['+ mãe|hipertensão arterial']],
    // Allergies, and a reaction that is no symptom of today.
    ['Tem alergia?', 'Tenho alergia a camarão.', ['+ camarão']],
    ['Toma algum remédio?', 'A dipirona eu não tomo, fico toda empolada.', ['+ dipirona urticária']],
    ['O que incomoda?', 'Quando eu tomo café tenho azia.', ['+ pirose com café']],
  ]
  for (const [question, answer, facts] of cases)
    expect([question, answer, factsOf(question, answer).sort()]).toEqual([question, answer, [...facts].sort()])
})

test('the answer to a question about another matter adds nothing to the symptom of before', () => {
  const lines = [
    ['patient', 'Vim por uma dor de cabeça na nuca faz duas semanas.'],
    ['doctor', 'A senhora tem medido a pressão em casa?'],
    ['patient', 'De manhã fica treze por oito, mas à noite já deu quinze por nove duas vezes.'],
    ['doctor', 'E essa dor de cabeça, quando aparece?'],
    ['patient', 'Quando acordo, umas três vezes na semana.'],
  ] as const
  const headache = readFrames(readDialogue(lines.map(([speaker, text], at) => ({ id: `e${at}`, speaker, text })))).find(
    'symptom',
    'cefaleia',
  )
  expect(headache?.slots.get('often')).toMatchObject({ text: '3x/semana', lines: ['e4'] })
})
