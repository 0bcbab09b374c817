import { expect, test } from 'vitest'
import { cough, read } from '#tests/testkit/consultations.ts'
import { type Grounds, proveRecord } from '../proof/prove.ts'
import { isRecordReady, withSuggestions } from '../proof/suggestions.ts'
import type { CanonicalKey } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import { completenessIssues, completenessOf, completenessParts, toComplete } from './completeness.ts'

const sections = (content: Partial<Record<CanonicalKey, string>>) =>
  Object.entries(content).map(([canonical, content]) => ({ canonical: canonical as CanonicalKey, content }))
const whole = (specialty: Specialty, content: Record<string, string>, sources: Partial<Grounds> = {}) =>
  withSuggestions(
    specialty,
    templateOf(specialty).sections.map(({ key, canonical }) => ({ key, canonical, content: content[key] ?? '' })),
    { entries: [], context: '', ...sources },
  )
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

  // A hypothesis alone is no diagnosis; a code by the doctor is.
  const open = sections({ hda: 'Cefaleia.', hipotese: 'Provável enxaqueca.', conduta: 'Analgésico.' })
  expect(parts(completenessOf('neurology', open))).toEqual(['exame_fisico', 'exames_complementares', 'diagnostico'])
  const coded = [{ system: 'CID-10' as const, code: 'G43.9', text: 'Enxaqueca, sem especificação' }]
  // Without a table nothing can be coded.
  expect(parts(completenessOf('neurology', open, [], undefined, false))).not.toContain('diagnostico')
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
  const filled = whole('emergency', {
    motivo_atendimento: 'Encontrado desacordado hoje.',
    avaliacao_primaria: 'Via aérea pérvia, Glasgow três.',
    sinais_vitais: 'Pressão 80 por 40, frequência 120, saturação 88%.',
    hipotese: 'Infarto.',
    conduta: 'Ácido acetilsalicílico.',
    destino: 'Transferência.',
    orientacoes: 'Família orientada.',
  })
  expect(completenessIssues('emergency', filled)).toEqual([])
})

test('a suggestion names only facts that sections, consultation and earlier notes lack', () => {
  const suggested = (specialty: Specialty, content: Record<string, string>, sources: Partial<Grounds> = {}) =>
    whole(specialty, content, sources).flatMap(({ suggestions }) => suggestions)
  const says =
    (specialty: Specialty, content: Record<string, string>, sources: Partial<Grounds> = {}) =>
    (about: string) =>
      suggested(specialty, content, sources).find((suggestion) => suggestion.startsWith(about))

  expect(says('general', {})('Alergias')).toBe('Alergias: não investigadas na consulta.')
  expect(suggested('general', {}).every(isRecordReady)).toBe(true)
  expect(isRecordReady('Alergias: ditas na consulta, não registradas.')).toBe(false)
  expect(suggested('general', { hpp: 'Nega ALERGIAS.' })).not.toContainEqual(expect.stringMatching(/^Alergias/))

  // From another section, unless about another person or another time.
  const elsewhere = says('general', {
    queixa_principal: 'Tosse.',
    hda: 'Tosse há quatro dias, com febre. Nega alergia a medicamentos.',
    hpp: 'Hipertenso, parou de fumar em 2010.',
  })
  expect(['Alergias', 'Duração', 'Tabagismo'].map(elsewhere)).toEqual([undefined, undefined, undefined])
  const others = says('cardiology', {
    hpp: 'Toma losartana. Nega alergias.',
    hf: 'Pai diabético; mãe fumava e tinha alergia a dipirona.',
    hda: 'Pressão medida em casa de quinze por nove.',
  })
  expect(['Diabetes', 'Tabagismo', 'Pressão'].map(others)).toEqual([
    'Diabetes: não investigado na consulta.',
    'Tabagismo: não investigado na consulta.',
    'Pressão arterial: não ditada na consulta.',
  ])

  // Spoken in the consultation and lost: the suggestion says so.
  const entries = read(`
    M: Tem alergia a algum remédio? Toma algum remédio todo dia?
    P: Losartana. E a dipirona me empola toda.
    M: Fuma?
    P: Fumei dez anos.
    M: Na família, alguém com diabetes?
    P: Minha irmã tem pressão alta.
    M: Evite álcool e sal. A pressão está quatorze por nove, ausculta normal, bulhas rítmicas.`)
  const lost = says('cardiology', {}, { entries })
  expect(
    ['Alergias', 'Medicamentos', 'Tabagismo', 'História familiar', 'Pressão', 'Ausculta', 'Etilismo', 'Diabetes'].map(
      lost,
    ),
  ).toEqual([
    'Alergias: ditas na consulta, não registradas.',
    'Medicamentos em uso: ditos na consulta, não registrados.',
    'Tabagismo: dito na consulta, não registrado.',
    'História familiar: dita na consulta, não registrada.',
    'Pressão arterial: dita na consulta, não registrada.',
    'Ausculta cardíaca: dita na consulta, não registrada.',
    'Etilismo: não investigado na consulta.',
    'Diabetes: não investigado na consulta.',
  ])

  // Drug names count as drugs in use; a family of drugs is no relative, and running to a hospital is no sport.
  const named = says('cardiology', { medicamentos: 'Losartana de cinquenta, um de manhã e um de noite.' })
  expect(named('Medicamentos')).toBeUndefined()
  // A record of before has no section for medicines and allergies: its past history holds them.
  const before = (hpp: string) =>
    withSuggestions(
      'cardiology',
      whole('cardiology', { hpp }).filter(({ key }) => key !== 'medicamentos' && key !== 'alergias'),
      { entries: [], context: '' },
    )
      .flatMap(({ suggestions }) => suggestions)
      .filter((suggestion) => /^(Medicamentos|Alergias)/.test(suggestion))
  expect([before('').length, before('Losartana de cinquenta. Nega alergias.').length]).toEqual([2, 0])
  const beside = says(
    'cardiology',
    {},
    {
      entries: read(`
        M: Quais remédios o senhor tá tomando?
        P: Nenhum.
        M: Essa de jeito nenhum, é da família da penicilina.
        M: Se a dor durar mais de vinte minutos, corre pro pronto-socorro.
        P: Corre risco, doutora?`),
    },
  )
  expect(['Medicamentos', 'História familiar', 'Atividade física'].map(beside)).toEqual([
    'Medicamentos em uso: ditos na consulta, não registrados.',
    'História familiar: não investigada na consulta.',
    'Atividade física: não investigada na consulta.',
  ])

  // An earlier note counts, except for a measurement of that time.
  const suggestionAbout = says(
    'cardiology',
    {},
    { context: 'Diabética, alérgica a sulfa. Não fuma. PA 150x90 em março.' },
  )
  expect(['Diabetes', 'Alergias', 'Tabagismo', 'Pressão'].map(suggestionAbout)).toEqual([
    undefined,
    undefined,
    undefined,
    'Pressão arterial: não ditada na consulta.',
  ])
  const child = { context: 'Menina de três anos, acompanhada pela mãe.' }
  expect(says('pediatrics', {}, child)('Informante')).toBeUndefined()
  expect(says('pediatrics', {})('Informante')).toBe('Informante: não identificado na consulta.')
  const { sections } = proveRecord({ entries: cough, context: '', specialty: 'general' }, [], () => 's')
  expect(completenessIssues('general', sections)).toEqual(
    expect.arrayContaining(['Alergias: ditas na consulta, não registradas.', 'Conduta: seção vazia.']),
  )
})

test('“Para completar” repeats nothing, and a hypothesis is no missing diagnosis', () => {
  const list = (content: Record<string, string>) => {
    const sections = whole('general', content)
    return toComplete('general', sections, completenessOf('general', sections, [], 'Ana'))
  }
  const nothing = list({})
  expect(nothing.filter((item) => /exame físico/i.test(item))).toEqual(['Exame físico: não ditado na consulta.'])
  expect(nothing.filter((item) => /hip.tese|diagn.stic/i.test(item))).toEqual(['Hipótese Diagnóstica: seção vazia.'])
  expect(nothing.filter((item) => /conduta/i.test(item))).toEqual(['Conduta: seção vazia.'])
  expect(
    list({
      queixa_principal: 'Tosse há quatro dias.',
      hda: 'Com febre.',
      hpp: 'Nega alergias. Não toma medicamentos.',
      hf: 'Pai hipertenso.',
      habitos: 'Nega tabagismo e etilismo.',
      exame_fisico: 'Roncos em base direita.',
      hipotese: 'Provável bronquite.',
      conduta: 'Solicitado raio X de tórax.',
      orientacoes: 'Retorno em sete dias.',
    }),
  ).toEqual(['Diagnóstico: em hipótese, ainda sem código CID-10.'])
})
