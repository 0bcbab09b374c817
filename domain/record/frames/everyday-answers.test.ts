import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { readingOnce } from '../../remembered.ts'
import { candidatesOf } from '../note/candidates.ts'

/** The sentences of the facts. Lines alternate: the doctor begins. */
const sentencesOf = (...texts: readonly string[]): string[] =>
  readingOnce(() => {
    const lines = texts.map((text, at) => ({ id: `e${at}`, speaker: at % 2 ? 'patient' : 'doctor', text }) as const)
    return candidatesOf(readDialogue(lines)).flatMap(({ from, text }) => (from === 'frames' ? [text] : []))
  })

test('everyday answers say what the note says', () => {
  const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
    [['Apetite?', 'Tô sem fome nenhuma.'], ['Refere redução do apetite.']],
    [['Vomitou quantas vezes?', 'Umas quatro vezes ontem, hoje nenhuma.'], ['Vômitos, 4 episódios ontem.']],
    [['O joelho trava?', 'Já travou duas vezes.'], ['Travamento articular, 2 episódios.']],
    [
      ['Essa dor de cabeça é de que lado?', 'Sempre do lado esquerdo, lateja, e a luz me incomoda.'],
      ['Cefaleia à esquerda, latejante.', 'Refere fotofobia.'],
    ],
    [['Arde pra urinar?', 'Arde, e vou toda hora no banheiro, sai só um pouquinho.'], ['Refere disúria e polaciúria.']],
    [
      ['Sente o coração acelerar?', 'De vez em quando ele dispara do nada, dura uns dez minutos e passa.'],
      ['Palpitações, com duração de 10 minutos, intermitentes.'],
    ],
    [
      ['E a garganta?', 'Dor de garganta. Melhorou um pouco, mas ontem voltou tudo.'],
      ['Odinofagia, com melhora e piora depois.'],
    ],
    [['Sangra?', 'Sangrou uma vez quando eu cocei.'], ['Refere sangramento.']],
    [['A dor nas costas vai pra perna?', 'Não, fica só nas costas.'], ['Dorsalgia, sem irradiação.']],
    [['O que houve com o pé?', 'Virei o pé.', 'Ficou roxo?', 'Ficou roxo do lado de fora.'], ['Refere equimoses.']],
    [['E a boca?', 'A boca ficou roxa.'], ['Refere cianose.']],
    [['Essa dor no ombro vai pro braço?', 'Vai até o cotovelo.'], ['Dor no ombro, com irradiação para o cotovelo.']],
    [['Perdeu o interesse pelas coisas?', 'Perdi, nem novela eu quero ver.'], ['Refere anedonia.']],
    [['Tem ferida?', 'Uma no tornozelo que não fecha há três meses.'], ['Feridas no tornozelo há 3 meses.']],
    [['E o estômago?', 'Queima depois que eu como.'], ['Refere queimação epigástrica.']],
    [['Zumbido?', 'No ouvido direito, direto.'], ['Refere zumbido.']],
    [['Regurgita?', 'Regurgita umas três vezes por dia, mas ganha peso.'], ['Regurgitação, 3x/dia.']],
    [['Ele mama no peito?', 'Só no peito, não dou mais nada.'], ['Aleitamento materno exclusivo.']],
    [['Tá mamando?', 'Mama o peito e dou fórmula também.'], ['Aleitamento misto.']],
    [['As vacinas estão em dia?', 'Tão, só falta a da gripe.'], ['Vacinas em dia, exceto influenza.']],
    [
      ['Tá aplicando a insulina?', 'Tô, vinte unidades de manhã, mas esqueço às vezes.'],
      ['Insulina 20 UI SC pela manhã, em uso irregular.'],
    ],
  ]
  for (const [talk, wanted] of cases)
    expect(sentencesOf(...talk), talk.join(' ')).toEqual(expect.arrayContaining([...wanted]))
  expect(sentencesOf('Arde pra urinar?', 'Arde.', 'Dor nas costas?', 'Um pouco do lado direito.').join(' ')).toMatch(
    /Disúria.*Dorsalgia|disúria.*dorsalgia/,
  )
  // The same words of another matter.
  const others: readonly (readonly [readonly string[], RegExp])[] = [
    [['Febre?', 'Um pouco de tosse.'], /febre/i],
    [['Dor no peito?', 'Na barriga.'], /torácica/i],
    [['Tem caroço na mama?', 'Tenho.'], /amamenta/i],
    [['Aperto no peito?', 'Só no peito.'], /aleitamento/i],
    [['Incha?', 'Incho as pernas, e a boca ficou com o lábio roxo.'], /equimose/i],
    [['E a dor?', 'A dor nas costas vai e volta, e piorou ontem.'], /com melhora/i],
    [['E a febre?', 'A febre continua.', 'E o que fez?', 'Já fui duas vezes no posto.'], /episódios/i],
    [['E o estômago?', 'Queima a garganta.'], /epigástrica/i],
  ]
  for (const [talk, wrong] of others) expect(sentencesOf(...talk).join(' '), talk.join(' ')).not.toMatch(wrong)
  expect(sentencesOf('Sente dor no peito que vai pro braço?', 'Sinto.').join(' ')).toMatch(/torácica/)
})
