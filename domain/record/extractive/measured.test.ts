import { expect, test } from 'vitest'
import { read } from '#tests/testkit/consultations.ts'
import { proveRecord } from '../proof/prove.ts'
import type { Specialty } from '../specialty.ts'
import { structureByRules } from './structure.ts'

const written = (text: string, specialty: Specialty) => {
  const entries = read(text)
  const draft = structureByRules({ entries, specialty })
  let count = 0
  const proven = proveRecord({ entries, context: '', specialty }, draft.sections, () => `s${++count}`)
  const flagged = proven.sections.flatMap(({ sentences }) => sentences.filter((item) => item.flags.length > 0))
  expect(flagged.map((item) => item.text)).toEqual([])
  return Object.fromEntries(
    draft.sections
      .filter((section) => section.sentences.length > 0)
      .map(({ key, sentences }) => [key, sentences.map((item) => `${item.text} ${item.evidence.join(' ')}`)]),
  )
}

test('a value told alone keeps the name of what was measured, and the line that names it', () => {
  const told = `
M: Bom dia, seu Antônio. O que houve?
P: Doutor, minha pressão em casa deu 15 por 9 ontem. Fiquei preocupado.
M: Tem medido com frequência?
P: Medi três vezes. Deu 16 por 10, 15 por 9 e 14 por 9.
M: Dor no peito?
P: Não.
M: E a pressão lá no posto, deu quanto?
P: Deu 150 por 90.
M: E a glicemia?
P: Deu duzentos e dez em jejum.
M: Aqui a pressão tá 148 por 92, frequência 84.`
  expect(written(told, 'cardiology')).toEqual({
    queixa_principal: ['Pressão em casa deu 15 por 9 ontem, ficou preocupado. e1 e2'],
    hda: [
      'Mediu três vezes; pressão 16 por 10, 15 por 9 e 14 por 9. e2 e3 e4',
      'Nega dor no peito. e5 e6',
      'Pressão 150 por 90. e7 e8',
      'Glicemia duzentos e dez em jejum. e9 e10',
    ],
    exame_fisico: ['A pressão está 148 por 92, frequência 84. e11'],
  })
})

test('read aloud while the doctor guides it, a value is of the examination', () => {
  const told = `
M: O que houve, dona Lia?
P: Tô com tontura desde ontem.
M: O aparelho de pressão tá aí?
P: Tá aqui.
M: Coloca no braço esquerdo e fica quieta um minuto.
P: Deu cento e doze por sessenta e oito. Pulso noventa e quatro.`
  expect(written(told, 'general')).toMatchObject({
    queixa_principal: ['Refere tontura desde ontem. e1 e2'],
    exame_fisico: ['Pressão cento e doze por sessenta e oito, pulso noventa e quatro. e3 e6'],
  })
})

test('of a child the companion speaks of nobody else, unless another was named', () => {
  const told = `
M: Oi, mãe. O que aconteceu com o Pedro?
P: Ele tá com febre desde ontem, doutora. Deu 39 agora de manhã.
M: Alguém doente em casa?
P: O irmãozinho dele teve gripe semana passada. Ele também vomitou duas vezes.
M: Tá comendo?
P: Ele come pouco, mas mama bem.`
  expect(written(told, 'pediatrics')).toEqual({
    queixa_principal: ['Refere febre desde ontem. e1 e2'],
    hda: [
      'Temperatura 39 agora de manhã. e1 e2',
      'O irmãozinho dele teve gripe semana passada; ele também (paciente ou irmãozinho) vomitou duas vezes. e3 e4',
      'Come pouco, mas mama bem. e5 e6',
    ],
  })
})
