import { expect, test } from 'vitest'
import { completenessIssues, completenessOf, completenessParts } from './completeness.ts'
import type { CanonicalKey } from './record.ts'

const sections = (content: Partial<Record<CanonicalKey, string>>) =>
  Object.entries(content).map(([canonical, content]) => ({ canonical: canonical as CanonicalKey, content }))
const parts = (found: ReturnType<typeof completenessOf>) => found.missing.map((item) => item.part)

test('the meter counts what a record contains by CFM 1.638, and says what is missing', () => {
  const whole = sections({
    queixa_principal: 'Tosse há três semanas.',
    exame_fisico: 'Pressão cento e quarenta por noventa. Roncos na base direita.',
    hipotese: 'Bronquite. Afastar pneumonia.',
    conduta: 'Solicitar raio X de tórax.',
    orientacoes: 'Retorno em sete dias.',
  })
  expect(completenessOf('general', whole)).toEqual({ share: 1, missing: [] })
  expect(parts(completenessOf('general', whole, [], ' '))).toEqual(['identificacao'])

  const nothing = completenessOf('general', [])
  expect(nothing.share).toBeCloseTo(1 / completenessParts.length)
  expect(parts(nothing)).toEqual(completenessParts.map(({ part }) => part).slice(1))
  for (const { message } of nothing.missing) expect(message).toMatch(/^\p{Lu}.+: .+\.$/u)

  // A hypothesis alone is no diagnosis; a code the doctor entered is one.
  const open = sections({ hda: 'Cefaleia.', hipotese: 'Provável enxaqueca.', conduta: 'Analgésico.' })
  expect(parts(completenessOf('neurology', open))).toEqual(['exame_fisico', 'exames_complementares', 'diagnostico'])
  const coded = [{ system: 'CID-10' as const, code: 'G43.9', text: 'Enxaqueca, sem especificação' }]
  expect(parts(completenessOf('neurology', open, coded))).toEqual(['exame_fisico', 'exames_complementares'])

  // The result of a test is no physical examination, and a finding no test.
  expect(parts(completenessOf('general', sections({ exame_fisico: 'Hemograma normal.' })))).toContain('exame_fisico')
  expect(parts(completenessOf('general', sections({ exame_fisico: 'Garganta sem alterações.' })))).toContain(
    'exames_complementares',
  )
})

test('an emergency may lack its history: neither meter nor validation asks for it', () => {
  const arrived = sections({
    exame_fisico: 'Via aérea pérvia, Glasgow três. Eletrocardiograma com supradesnivelamento.',
    hipotese: 'Infarto agudo do miocárdio.',
    conduta: 'Transferência para a hemodinâmica.',
  })
  expect(completenessOf('emergency', arrived)).toEqual({ share: 1, missing: [] })
  expect(parts(completenessOf('cardiology', arrived))).toEqual(['anamnese'])
  const filled = [
    { key: 'motivo_atendimento', content: 'Encontrado desacordado hoje.' },
    { key: 'avaliacao_primaria', content: 'Via aérea pérvia, Glasgow três.' },
    { key: 'sinais_vitais', content: 'Pressão 80 por 40, frequência 120, saturação 88%.' },
    { key: 'hipotese', content: 'Infarto.' },
    { key: 'conduta', content: 'Ácido acetilsalicílico.' },
    { key: 'destino', content: 'Transferência.' },
    { key: 'orientacoes', content: 'Família orientada.' },
  ]
  expect(completenessIssues('emergency', filled)).toEqual([])
})
