import { expect, test } from 'vitest'
import { read } from '#tests/testkit/consultations.ts'
import { structureByRules } from '../note/structure.ts'
import { proveRecord } from '../proof/prove.ts'
import type { CanonicalKey, Section } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import { readWritingFile, writingFile } from './file.ts'
import { inForm } from './style.ts'
import { emptyWriting, ownWriting, type Style } from './writing.ts'

const places: Record<string, [key: string, canonical: CanonicalKey]> = {
  hda: ['hda', 'hda'],
  hpp: ['hpp', 'hpp'],
  med: ['medicamentos', 'hpp'],
  ale: ['alergias', 'hpp'],
  hf: ['hf', 'hf'],
  hab: ['habitos', 'habitos'],
  ef: ['exame_fisico', 'exame_fisico'],
  con: ['conduta', 'conduta'],
  ori: ['orientacoes', 'orientacoes'],
}
/** The sentence in the middle of its section, or at its beginning, in this form. */
function written(form: Style['form'], place: string, text: string, isFirst = false, visit = {}) {
  const [key = '', canonical = 'hda'] = places[place] ?? []
  return inForm(text, form, { key, canonical }, { spokenFor: false, remote: false, isFirst, ...visit })[0]
}

test('sentences get the verb that their section asks for, and telegraphic ones lose it', () => {
  const both = [
    ['hda', 'Dor torácica em aperto há 2 horas.', 'Refere dor torácica em aperto há 2 horas.'],
    ['hda', 'Dor no joelho que piora ao subir escadas.', 'Refere dor no joelho que piora ao subir escadas.'],
    ['hda', 'Dor “em facada” no flanco há 2 dias.', 'Refere dor “em facada” no flanco há 2 dias.'],
    ['hda', 'IAM há 2 anos.', 'Refere IAM há 2 anos.'],
    ['hpp', 'Cesárea há 4 anos, sem intercorrências.', 'Refere cesárea há 4 anos, sem intercorrências.'],
    ['hpp', 'COVID-19 em abril.', 'Refere COVID-19 em abril.'],
    ['ale', 'Alergia a dipirona (urticária).', 'Refere alergia a dipirona (urticária).'],
    ['hf', 'Mãe com diabetes.', 'Refere mãe com diabetes.'],
    ['med', 'Losartana 50 mg VO 1x/dia.', 'Faz uso de losartana 50 mg VO 1x/dia.'],
    ['med', 'Puran T4 50 mcg em jejum.', 'Faz uso de Puran T4 50 mcg em jejum.'],
  ] as const
  for (const [place, short, full] of both) {
    expect(written('sentences', place, short)).toBe(full)
    const withSubject = full.replace(/^Refere/, 'Paciente refere')
    expect(written('telegraphic', place, withSubject)).toBe(short)
    expect(written('telegraphic', place, short)).toBe(short)
  }
  expect(written('sentences', 'hpp', 'Hipertensa há 10 anos.')).toBe('É hipertensa há 10 anos.')
  expect(written('sentences', 'hab', 'Ex-tabagista, parou há 5 anos.')).toBe('É ex-tabagista, parou há 5 anos.')
  expect(written('sentences', 'med', 'Paciente em uso de enalapril 10 mg.')).toBe('Faz uso de enalapril 10 mg.')
  const first = (place: string, text: string, visit = {}) => written('sentences', place, text, true, visit)
  expect(first('hda', 'Febre há 2 dias.')).toBe('Paciente refere febre há 2 dias.')
  expect(first('hda', 'Nega febre.')).toBe('Paciente nega febre.')
  expect(first('ef', 'SpO2 98% em ar ambiente.')).toBe('Ao exame físico, SpO2 98% em ar ambiente.')
  expect(first('ef', 'Abdome flácido, indolor.')).toBe('Ao exame físico, abdome flácido, indolor.')
  // A mother tells; a video shows no abdomen; a measurement of home was no examination.
  expect(first('hda', 'Febre há 2 dias.', { spokenFor: true })).toBe('Refere febre há 2 dias.')
  expect(first('ef', 'Abdome flácido.', { remote: true })).toBe('Abdome flácido.')
  expect(first('ef', 'PA 120x80 mmHg, referida.')).toBe('PA 120x80 mmHg, referida.')

  const short = [
    ['hda', 'O paciente relata que, desde ontem, tem febre.', 'Desde ontem, tem febre.'],
    ['hda', 'Paciente nega febre e tosse.', 'Nega febre e tosse.'],
    ['hda', 'Paciente refere ser alérgica a dipirona.', 'Refere ser alérgica a dipirona.'],
    ['hda', 'Paciente não tolera exercício.', 'Não tolera exercício.'],
    ['ef', 'Ao exame: abdome flácido.', 'Abdome flácido.'],
  ] as const
  for (const [place, text, expected] of short) expect(written('telegraphic', place, text)).toBe(expected)
})

test('a sentence that has a verb, denies, begins with a name or a number, or belongs to the plan stays as it is', () => {
  const unchanged = [
    ...['Sem febre.', 'Febre ausente.', 'Febre?', 'Dor abdominal: nega.', 'Ausência de febre.', 'Refere náuseas.'],
    ...['Orientado e colaborativo.', 'Gripado há 2 semanas.', 'Cansado há 3 dias.', 'Provável virose.'],
    ...['Dor no joelho piora ao subir escadas.', 'Dor lombar irradia para a perna esquerda.', 'Vertigem, caiu ontem.'],
    ...['Maria refere dor no peito.', '2 episódios de vômito ontem.', '“Dor que não passa” há 3 dias.'],
    ...['Mãe refere febre de 39 °C.', 'Se febre, procurar pronto-socorro.', 'Relata dor e nega febre.'],
    ...['Paciente, 54 anos, refere tosse.', 'Paciente orientado, refere tontura.', 'Usou dipirona, sem melhora.'],
  ].map((text) => ['hda', text] as const)
  const elsewhere = [
    ['med', 'AAS suspenso no ano passado.'],
    ['med', 'Enalapril 10 mg até 2022.'],
    ['med', 'Nega uso de medicamentos.'],
    ['med', 'Losartana, mas esquece.'],
    ['ale', 'Alergias: nega.'],
    ['ale', 'Dipirona: urticária.'],
    ['hf', 'Avó materna teve AVC.'],
    ['con', 'Losartana 50 mg VO 1x/dia.'],
    ['con', 'Paciente deverá retornar em 10 dias.'],
  ] as const
  for (const [place, text] of [...unchanged, ...elsewhere])
    expect([text, written('sentences', place, text)]).toEqual([text, text])
  for (const [place, text] of elsewhere) expect([text, written('telegraphic', place, text)]).toEqual([text, text])
})

let ids = 0
const knee = `
M: Bom dia. O que aconteceu?
P: Torci o joelho direito jogando bola, faz três dias. Está inchado.
M: Tem febre? Formigamento?
P: Não.
M: Falta de ar, dor no peito?
P: Também não.
M: Toma algum remédio?
P: Losartana de cinquenta, uma vez por dia, para a pressão.
M: Alergia a algum remédio?
P: Dipirona. Fico com o corpo coçando.
M: Joelho com derrame, dor à palpação da interlinha medial. Pressão treze por oito.
M: Isso parece uma lesão do menisco.
M: Vou pedir uma ressonância do joelho direito. Retorno em dez dias com o exame.`
const child = `
M: Bom dia, mãe. O que ele tem?
P: Febre há dois dias, chegou a trinta e nove. E tosse seca à noite.
M: Vomitou? Diarreia?
P: Não.
M: Chiado, falta de ar?
P: Não, nada.
M: Alergia a algum remédio?
P: Amoxicilina, ficou todo empolado.
M: Alguém na família com asma?
P: O pai dele tem asma.
M: Ouvido direito com membrana abaulada e hiperemiada. Temperatura trinta e oito e dois.
M: É uma otite média aguda.
M: Vou passar paracetamol, uma gota por quilo, de seis em seis horas, se febre.`
const sad = `
M: Boa tarde. O que traz a senhora?
P: Estou sem dormir há dois meses, com muita ansiedade.
M: Pensou em morrer ou se machucar?
P: Não, isso não.
M: Ouve vozes?
P: Não.
M: Toma algum remédio?
P: Sertralina de cinquenta, de manhã, há um ano. O clonazepam eu parei em março.
M: Fuma? Bebe?
P: Fumo dez cigarros por dia. Não bebo.
M: Lúcida, orientada, humor ansioso.
M: Vou aumentar a sertralina para cem miligramas pela manhã. Retorno em quatro semanas.`

function record(talk: string, specialty: Specialty, style?: Style) {
  const entries = read(talk)
  const draft = structureByRules({ entries, specialty })
  const grounds = { entries, context: '', specialty }
  const manner = style && { words: [], style }
  return proveRecord(grounds, draft.sections, () => `id${ids++}`, draft.held, manner)
}
const textOf = (sections: readonly Section[]) =>
  sections.filter(({ content }) => content).map(({ title, content }) => `${title}: ${content}`)

test('three records in whole sentences and without repetitions read as a doctor writes them', () => {
  const style: Style = { form: 'sentences', extent: 'concise' }
  const notes = [
    record(knee, 'orthopedics', style),
    record(child, 'pediatrics', style),
    record(sad, 'psychiatry', style),
  ]
  expect(notes.map(({ sections }) => textOf(sections))).toMatchInlineSnapshot(`
    [
      [
        "Queixa Principal: Paciente refere entorse no joelho e edema no joelho há 3 dias.",
        "História da Doença Atual: Paciente nega febre, formigamento, dispneia e dor torácica.",
        "Medicamentos em Uso: Faz uso de losartana 50 mg VO 1x/dia.",
        "Alergias: Refere alergia a dipirona, com prurido.",
        "Exame Físico Geral: Ao exame físico, PA 130x80 mmHg.",
        "Exame Ortopédico: Joelho com derrame, dor à palpação da interlinha medial, pressão 13 por 8.",
        "Hipótese Diagnóstica: Provável lesão meniscal.",
        "Conduta: Solicitada ressonância magnética de joelho direito.",
        "Orientações: Retorno em 10 dias com resultados de exames.",
      ],
      [
        "Informante: Informante: mãe.",
        "Queixa Principal: Refere febre e tosse seca há 2 dias.",
        "História da Doença Atual: Refere febre há 2 dias, de até 39 °C. Nega vômitos, diarreia, chiado e dispneia.",
        "Alergias: Refere alergia a amoxicilina, com urticária. Amoxicilina, ficou todo exantema.",
        "História Familiar: Refere pai com asma.",
        "Exame Físico: Ao exame físico, temperatura 38,2 °C.",
        "Hipótese Diagnóstica: Otite média aguda.",
        "Conduta: Paracetamol 1 gota VO 6/6h, se febre.",
      ],
      [
        "Queixa Principal: Paciente refere insônia e ansiedade há 2 meses.",
        "História da Doença Atual: Paciente nega alucinações.",
        "Avaliação de Risco: Paciente nega ideação suicida.",
        "Medicamentos em Uso: Faz uso de sertralina 50 mg VO pela manhã há 1 ano. Clonazepam suspenso.",
        "Hábitos de Vida e Uso de Substâncias: Tabagista, 10 cigarros/dia; nega etilismo.",
        "Conduta: Aumentar sertralina para 100 mg VO pela manhã.",
        "Orientações: Retorno em 4 semanas.",
      ],
    ]
  `)
})

test('the usual style changes nothing, and no style changes what proves a sentence', () => {
  for (const [talk, specialty] of [
    [knee, 'orthopedics'],
    [child, 'pediatrics'],
    [sad, 'psychiatry'],
  ] as const) {
    const plain = record(talk, specialty)
    const sentencesOf = ({ sections }: typeof plain) => sections.flatMap(({ sentences }) => sentences)
    expect(textOf(record(talk, specialty, { form: 'telegraphic', extent: 'complete' }).sections)).toEqual(
      textOf(plain.sections),
    )
    const full = record(talk, specialty, { form: 'sentences', extent: 'complete' })
    expect(sentencesOf(full).map(({ text: _, ...proof }) => proof)).toEqual(
      sentencesOf(plain).map(({ text: _, ...proof }) => proof),
    )
    expect(sentencesOf(full).map(({ text }) => text)).not.toEqual(sentencesOf(plain).map(({ text }) => text))
    expect(full.omissions).toHaveLength(plain.omissions.length)
  }
})

test('rows and files without a style are read, and a chosen style is in the file', () => {
  const { style: _, ...before } = emptyWriting
  expect(ownWriting.parse(before)).toEqual(before)
  expect(ownWriting.safeParse({ ...before, style: { form: 'verse', extent: 'complete' } }).success).toBe(false)
  const chosen = { ...before, style: { form: 'sentences', extent: 'concise' } as const }
  expect(readWritingFile(writingFile(chosen))).toEqual({ writing: chosen })
  expect(readWritingFile(writingFile(before))).toEqual({ writing: before })
})

test('what is over, of another place or decided upon gets no verb of today', () => {
  const stays = [
    ['med', 'Amoxicilina concluída há 2 semanas.'],
    ['med', 'Clonazepam retirado em março.'],
    ['med', 'Losartana, sem usar há 1 mês.'],
    ['med', 'Fluoxetina na adolescência.'],
    ['hpp', 'Asmático na infância.'],
    ['hpp', 'Hipertensa na gestação.'],
    ['hab', 'Tabagista até 2010.'],
    ['ef', 'PA em casa 150x90 mmHg.'],
    ['hda', 'Dengue descartada.'],
  ] as const
  for (const [place, text] of stays) expect(written('sentences', place, text, true)).toBe(text)
})
