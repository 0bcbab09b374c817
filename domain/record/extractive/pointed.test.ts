import { expect, test } from 'vitest'
import { denialsIn, keepingDenial } from './pointed.ts'
import { structureByRules } from './structure.ts'

/** What a question and its answer become. */
const written = (question: string, answer: string) =>
  structureByRules({
    entries: [
      { id: 'a', speaker: 'patient', text: 'Estou com coceira no braço faz uma semana.' },
      { id: 'q', speaker: 'doctor', text: question },
      { id: 'r', speaker: 'patient', text: answer },
    ],
    specialty: 'general',
  }).sections.flatMap((section) =>
    section.sentences.filter((item) => item.evidence.includes('r')).map((item) => item.text),
  )

test('what is pointed at is named, and its denial stays', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'E o AAS, que eu tinha passado?',
      'Esse eu nunca comecei, fiquei com medo do estômago.',
      ['AAS: nunca começou, ficou com medo do estômago.'],
    ],
    ['E a insulina?', 'Essa eu nem comecei.', ['Insulina: nem começou.']],
    ['E a metformina?', 'Essa eu nem comprei.', ['Metformina: nem comprou.']],
    ['E o omeprazol?', 'Esse eu não comprei, tava caro.', ['Omeprazol: não comprou, estava caro.']],
    ['E o puran?', 'Esse eu deixei de tomar.', ['Puran: deixou de tomar.']],
    ['E a losartana, tá tomando?', 'Essa eu parei mês passado.', ['Losartana: parou mês passado.']],
    ['E o atenolol?', 'Ele eu tomo todo dia.', ['Atenolol: toma todo dia.']],
    ['E o carvedilol?', 'Isso eu não uso mais.', ['Carvedilol: não usa mais.']],
    ['Fez a mamografia?', 'Ainda não fiz.', ['Não fez a mamografia.']],
    [
      'Já sentiu dor parado, descansando?',
      'Parado não. Mas ontem acordei com falta de ar.',
      ['Nega dor quando parado; ontem acordou com falta de ar.'],
    ],
    [
      'E melhora quando o senhor para?',
      'Melhora, uns cinco minutos e passa.',
      ['Melhora quando para, cerca de cinco minutos e passa.'],
    ],
    ['Começou o enalapril que eu passei?', 'Não, fiquei com medo.', ['Não começou o enalapril, ficou com medo.']],
    // A verb that looks like a preposition, a comma that is no stutter.
    ['O que melhora?', 'Melhora quando para.', ['Melhora quando para.']],
    ['E a batedeira?', 'De vez em quando, quando fico nervoso.', ['Batedeira de vez em quando, quando fica nervoso.']],
  ]
  for (const [question, answer, expected] of cases)
    expect([question, answer, written(question, answer)]).toEqual([question, answer, expected])
})

test('a sentence that lost a denial is written as it was said', () => {
  expect(keepingDenial('AAS começou ontem.', denialsIn(['Esse eu nunca comecei.']))).toBe('Nunca começou.')
  expect(keepingDenial('AAS: comprou, estava caro.', denialsIn(['Esse eu não comprei, estava caro.']))).toBe(
    'AAS: não comprou, estava caro.',
  )
  for (const [kept, said] of [
    ['Não comprou, estava caro.', 'Não comprei, estava caro.'],
    ['Vomitou ontem.', 'Vomitei ontem, hoje não vomitei.'],
    ['Deixou de fumar.', 'Não fumo, deixei de fumar.'],
    ['Nega febre.', 'Não tive febre.'],
  ] as const)
    expect(keepingDenial(kept, denialsIn([said]))).toBe(kept)
})
