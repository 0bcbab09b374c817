import { expect, test } from 'vitest'
import { read } from '#tests/testkit/consultations.ts'
import shorts from '../lexicon/shorts.json' with { type: 'json' }
import { inFull } from '../lexicon/shorts.ts'
import { contentOf } from '../note/content.ts'
import { proveRecord } from '../proof/prove.ts'
import type { CanonicalKey } from '../record.ts'
import { briefly } from './brief.ts'
import { concisely, isSaidIn, readingOf } from './concise.ts'
import type { Style } from './writing.ts'

const places: Record<string, CanonicalKey> = {
  hda: 'hda',
  hpp: 'hpp',
  med: 'hpp',
  ef: 'exame_fisico',
  con: 'conduta',
  ori: 'orientacoes',
}

let ids = 0
/** The history of a draft by somebody else, in this style. */
function historyOf(texts: readonly [text: string, ...lines: string[]][], style: Style, talk: string) {
  const draft = [{ key: 'hda', sentences: texts.map(([text, ...evidence]) => ({ text, evidence })) }]
  const grounds = { entries: read(talk), context: '', specialty: 'general' as const }
  const { sections } = proveRecord(grounds, draft, () => `id${ids++}`, undefined, { words: [], style })
  const hda = sections.find(({ key }) => key === 'hda')?.sentences ?? []
  return hda.map(({ text, evidence }) => [text, evidence.map(({ id }) => id).join(' ')])
}

test('concise: plain denials join with the lines of all, and a denial with a limit stays by itself', () => {
  const talk = `
M: Febre? Tosse?
P: Não, nem uma nem outra.
M: Falta de ar?
P: Não.
M: Dor no peito ao andar depressa?
P: Não.
M: Náuseas? Vômitos?
P: Náuseas não. Vômitos também não.
M: Já pensou em se matar?
P: Não.`
  const texts: [string, ...string[]][] = [
    ['Paciente nega febre e tosse.', 'e1', 'e2'],
    ['Nega dispneia.', 'e3', 'e4'],
    ['Nega dor no peito ao andar depressa.', 'e5', 'e6'],
    ['Nega náuseas e vômitos.', 'e7', 'e8'],
    ['Nega ideação suicida.', 'e9', 'e10'],
    ['Nega dispneia.', 'e3', 'e4'],
    ['Nega vômitos.', 'e8'],
  ]
  expect(historyOf(texts, { form: 'telegraphic', extent: 'concise' }, talk)).toEqual([
    ['Nega febre, tosse, dispneia, náuseas e vômitos.', 'e1 e2 e3 e4 e7 e8'],
    ['Nega dor no peito ao andar depressa.', 'e5 e6'],
    ['Nega ideação suicida.', 'e9 e10'],
  ])
  const lists = (...texts: string[]) =>
    concisely(
      texts.map((text) => ({ text, evidence: [] })),
      () => true,
    ).map(({ text }) => text)
  expect(lists('Nega febre ou tosse.', 'Nega náuseas nem vômitos.')).toEqual(['Nega febre, tosse, náuseas e vômitos.'])
  expect(lists('Manter losartana.', 'Manter metformina e AAS.')).toEqual(['Manter losartana, metformina e AAS.'])
  for (const choice of [
    ['Manter losartana ou enalapril.', 'Manter metformina.'],
    ['Suspender sinvastatina.', 'Suspender AAS ou clopidogrel.'],
    ['Solicitada tomografia ou ressonância.', 'Solicitado hemograma.'],
    ['Repetir hemograma.', 'Repetir ferritina ou ferro.'],
    ['Refere tosse ou coriza.', 'Refere febre.'],
  ])
    expect(lists(...choice)).toEqual(choice)
  const complete = historyOf(texts, { form: 'sentences', extent: 'complete' }, talk)
  expect(complete.map(([text]) => text)).toEqual(texts.map(([text]) => text))
})

test('concise: usual abbreviations, figures and no empty beginning; what governs another name, a quotation and guidance stay', () => {
  const concise = (place: string, text: string, keeps = (_: string) => true, manners = {}) => {
    const canonical = places[place] ?? 'hda'
    const usual = { spokenFor: false, remote: false, form: 'telegraphic' as const, isUrgent: false }
    return briefly(
      text,
      { key: place === 'med' ? 'medicamentos' : canonical, canonical },
      { ...usual, ...manners },
      [],
      keeps,
    )
  }
  const shorter = [
    [
      'hda',
      'Refere dor no joelho há cerca de três dias, com piora ao andar.',
      'Dor no joelho há ~3 dias, pior ao andar.',
    ],
    ['hda', 'Apresenta leve dor lombar duas vezes por semana.', 'Leve dor lombar 2x/semana.'],
    ['hpp', 'Hipertensão arterial e diabetes tipo 2.', 'HAS e DM2.'],
    ['med', 'Losartana 50 mg, 1 comprimido de 12 em 12 horas.', 'Losartana 50 mg, 1 cp 12/12h.'],
    ['ef', 'Pressão arterial de 152 por 96 mmHg, edema de membros inferiores.', 'PA 152x96 mmHg, edema de MMII.'],
    ['con', 'Prescrita dipirona 1 g de 6/6 h, se dor.', 'Dipirona 1 g 6/6h, se dor.'],
    ['con', 'Solicitada radiografia do joelho direito.', 'Solicitada RX do joelho direito.'],
    ['ori', 'Orientado a manter repouso.', 'Manter repouso.'],
    ['hda', 'Mora em Três Lagoas, com três filhos.', 'Mora em Três Lagoas, com 3 filhos.'],
    ['hda', 'Duas crises por mês.', '2 crises por mês.'],
    ['ef', 'Ausência de edema.', 'Sem edema.'],
  ] as const
  for (const [place, text, expected] of shorter) expect(concise(place, text)).toBe(expected)
  const stays = [
    ['hda', 'Refere ser alérgica.'],
    ['hpp', 'Hipertensão arterial pulmonar.'],
    ['hda', 'Paciente: “cerca de três dias, hipertensão arterial”.'],
    ['hda', 'Há vinte e três dias.'],
    ['ori', 'Procurar o pronto-socorro, 2 vezes por dia.'],
    ['con', 'Suspensa dipirona.'],
    ['hda', 'Três Lagoas é onde mora.'],
    ['hda', 'Vômitos 3 vezes na semana passada.'],
    ['hda', 'Vomitou 3 vezes na semana.'],
    ['hda', 'Acordou 2 vezes à noite.'],
    ['hda', 'Episódios com duração de 5 a 10 min.'],
    ['ori', 'Deve melhorar em cinco dias.'],
    ['ori', 'Deve ser uma virose.'],
    ['ori', 'Retornar na ausência de melhora.'],
    ['con', 'Não fornecido atestado.'],
    ['con', 'Solicitada ressonância magnética, encaminhado ao pronto-socorro.'],
    ['hpp', 'Insuficiência cardíaca.'],
  ] as const
  for (const [place, text] of stays) expect(concise(place, text)).toBe(text)
  // In an emergency a bare medicine was given at once.
  const urgent = concise('con', 'Prescrita dipirona 1 g.', undefined, { isUrgent: true })
  expect([urgent, concise('con', 'Prescrita dipirona 1 g.')]).toEqual(['Prescrita dipirona 1 g.', 'Dipirona 1 g.'])
  // Where the whole is refused, each change that is allowed by itself is made.
  expect(concise('hpp', 'Diabetes tipo 2 há cerca de 3 anos.', (one) => !one.includes('DM2'))).toBe(
    'Diabetes tipo 2 há ~3 anos.',
  )
})

test('every abbreviation is read as the name it stands for, and written in full where patients read it', () => {
  const conceptsOf = (text: string) => [...contentOf(text)].filter((item) => item.startsWith('concept'))
  for (const [short, names] of Object.entries({ ...shorts.spelled, ...shorts.known })) {
    const [full = ''] = names.split(';')
    expect([short, inFull(`Com ${short}.`)]).toEqual([short, `Com ${full}.`])
    const own = conceptsOf(short)
    expect([short, conceptsOf(full).length === 0 || own.length > 0]).toEqual([short, true])
  }
  expect(conceptsOf('HAS há 2 anos.')).toEqual(['concept hipertensão arterial'])
  expect(conceptsOf('Há 2 anos.')).toEqual([])
  // A typed note means other things by these: interconsulta, observation, clotting time.
  for (const typed of [
    'Solicitada IC com a cardiologia.',
    'PS: trazer exames.',
    'Insulina REG 4 UI.',
    'TS e TC normais.',
  ])
    expect([inFull(typed), conceptsOf(typed).includes('concept insuficiência cardíaca')]).toEqual([typed, false])
})

test('concise: a sentence that another one of the same lines says is dropped with its lines kept; a doubt is no repeat', () => {
  const talk = `
M: Alguém na família tem asma?
P: Meu pai tem asma desde criança.
M: Fuma?
P: Moro sozinho.`
  const of = (...texts: [string, ...string[]][]) => historyOf(texts, { form: 'telegraphic', extent: 'concise' }, talk)
  expect(of(['Pai com asma.', 'e2'], ['Pai tem asma, desde criança.', 'e1', 'e2'])).toEqual([
    ['Pai tem asma, desde criança.', 'e2 e1'],
  ])
  expect(of(['Pai tem asma, desde criança.', 'e1', 'e2'], ['Pai com asma.', 'e2'])).toHaveLength(1)
  expect(of(['Provável pai com asma.', 'e2'], ['Pai com asma.', 'e2'])).toHaveLength(2)
  const isSaid = (one: string, other: string) => isSaidIn(readingOf(one), readingOf(other))
  expect(isSaid('Dor no ombro direito.', 'Dor no joelho direito e no ombro.')).toBe(false)
  expect(isSaid('Dor há dois dias.', 'Dor há três dias, contínua.')).toBe(false)
  expect(isSaid('Dor no ombro.', 'Nega febre, dor no ombro.')).toBe(false)
  expect(isSaid('Dipirona 1 g.', 'Dipirona 1 g, se dor.')).toBe(false)
  // A quoting sentence says no more than the note of its line: the note stays. Where it says more, both stay.
  const one = { text: 'Dor no joelho direito.', evidence: [{ id: 'e1' }] }
  const quoting = (text: string) => [
    concisely([one, { text, evidence: one.evidence }], () => true).map((group) => group.text),
    concisely([{ text, evidence: one.evidence }, one], () => true).map((group) => group.text),
  ]
  expect(quoting('No joelho direito, tem dor.')).toEqual([[one.text], [one.text]])
  expect(quoting('Dor no joelho direito, aí eu fui embora.').map((texts) => texts.length)).toEqual([2, 2])
  expect(quoting('Dor no joelho direito, com edema.')).toEqual(Array(2).fill(['Dor no joelho direito, com edema.']))
})

test('concise: a long section is compared without reading each sentence again for every other', () => {
  let reads = 0
  const counted = (at: number) => ({
    get text() {
      reads += 1
      return `Dor de número ${at} no joelho direito.`
    },
    get evidence() {
      reads += 1
      return [{ id: 'e1' }]
    },
  })
  const sentences = Array.from({ length: 60 }, (_, at) => counted(at))
  expect(concisely(sentences, () => true)).toHaveLength(60)
  expect(reads).toBeLessThanOrEqual(60 * 3)
})
