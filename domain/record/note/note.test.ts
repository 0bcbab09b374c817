import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDialogue, type SpokenLine } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { hourLong } from '#tests/testkit/long-consultation.ts'
import { readFrames } from '../frames/read.ts'
import { withoutAddress } from '../voice/third-person.ts'
import { candidatesOf } from './candidates.ts'
import { statementsOf } from './statement.ts'
import { structureByRules } from './structure.ts'
import { writeNote } from './write.ts'

const noteOf = (lines: readonly SpokenLine[]) => writeNote(readFrames(readDialogue(lines)))
const sections = (lines: readonly SpokenLine[]) =>
  noteOf(lines).map(({ part, text, evidence }) => `${part} | ${text} | ${evidence.join(' ')}`)

const burning = read(`
M: Bom dia, dona Célia. O que aconteceu?
P: Bom dia. Arde quando eu faço xixi, já faz quatro dias.
M: Tem febre, corrimento?
P: Febre não. Corrimento também não.
M: Sangue na urina?
P: Tenho não.
M: Dói onde?
P: Dói aqui no pé da barriga, mais de noite.
M: Tem pressão alta ou diabetes?
P: Pressão alta eu tenho há dez anos, tomo losartana de cinquenta, duas vezes por dia.
M: Alergia a algum remédio?
P: Sulfa. Fiquei toda empolada.
M: Alguém na família com diabetes?
P: Minha mãe.
M: A senhora fuma?
P: Parei faz cinco anos.
M: Pressão treze por oito, temperatura trinta e seis e oito. Barriga mole, sem dor.
M: Isso parece uma infecção urinária.
M: Vou pedir urina tipo um e urocultura. Não precisa de ultrassom agora.
M: Vou passar nitrofurantoína de cem, de seis em seis horas, por sete dias.
M: Beber bastante água. Se tiver febre ou dor nas costas, corre pro pronto-socorro.
M: Retorno em dez dias com os exames.`)

test('a consultation becomes a note: one wording for each kind of fact, with the lines of every slot', () => {
  expect(sections(burning)).toMatchInlineSnapshot(`
    [
      "qp | Disúria há 4 dias. | e2",
      "hda | Dor em baixo ventre, à noite. | e8",
      "hda | Nega febre e corrimento vaginal. | e3 e4",
      "hda | Nega hematúria. | e5 e6",
      "hpp | Hipertensão arterial há 10 anos. | e10",
      "hf | Mãe com diabetes. | e13 e14",
      "hab | Ex-tabagista, parou há 5 anos. | e15 e16",
      "med | Losartana 50 mg VO 2x/dia. | e10",
      "ale | Alergia a sulfa, com urticária. | e11 e12",
      "con | Nitrofurantoína 100 mg VO de 6/6 h por 7 dias. | e20",
      "ef | PA 130x80 mmHg, temperatura 36,8 °C. | e17",
      "ef | Abdome flácido, sem dor. | e17",
      "hip | Provável infecção urinária. | e18",
      "con | Solicitadas urina tipo 1 e urocultura. | e19",
      "con | Não indicada ultrassonografia. | e19",
      "ori | Beber bastante água. | e21",
      "ori | Retorno em 10 dias com resultados de exames. | e22",
      "ori | Se febre ou dor nas costas, ir ao pronto-socorro. | e21",
    ]
  `)
})

test('without punctuation the same facts are found', () => {
  const bare = burning.map((line) => ({ ...line, text: line.text.toLowerCase().replace(/[.,?!]/g, '') }))
  const texts = noteOf(bare).map(({ text }) => text)
  expect(texts).toMatchInlineSnapshot(`
    [
      "Disúria há 4 dias.",
      "Dor em baixo ventre, à noite.",
      "Nega febre e corrimento vaginal.",
      "Nega hematúria.",
      "Hipertensão arterial há 10 anos.",
      "Mãe com diabetes.",
      "Ex-tabagista, parou há 5 anos.",
      "Losartana 50 mg VO 2x/dia.",
      "Alergia a sulfa, com urticária.",
      "Nitrofurantoína 100 mg VO de 6/6 h por 7 dias.",
      "PA 130x80 mmHg, temperatura 36,8 °C.",
      "Abdome flácido, indolor.",
      "Provável infecção urinária.",
      "Solicitadas urina tipo 1 e urocultura.",
      "Não indicada ultrassonografia.",
      "Retorno em 10 dias com resultados de exames.",
      "Se febre ou dor nas costas, ir ao pronto-socorro.",
    ]
  `)
})

test('what is weighed and left, taken back, or of somebody else is not written', () => {
  const note = noteOf(
    read(`
M: O que sente?
P: Dor de cabeça há três dias. Meu marido tem enxaqueca e me deu o Sumax dele.
M: Eu ia pedir uma tomografia, mas não precisa.
M: Vou passar dipirona de um grama.
P: Dipirona eu não posso, sou alérgica a dipirona.
M: Então cancela. Vou passar paracetamol de setecentos e cinquenta, de seis em seis horas, se dor.
M: Pensei em internar, mas não.`),
  )
    .map(({ text }) => text)
    .join('\n')
  expect(note).toMatch(/Cefaleia há 3 dias/)
  expect(note).toMatch(/Alergia a dipirona/)
  expect(note).toMatch(/Paracetamol 750 mg VO de 6\/6 h, se dor/)
  expect(note).not.toMatch(/Enxaqueca|Em uso de Sumax|Solicito tomografia|^Dipirona|Internação/m)
})

test('lines in any order, cut anywhere, cause no exception, and every drug and number is in its own lines', () => {
  const seed = Number(process.env.FUZZ_SEED || Date.now() % 2 ** 31)
  const shuffled = fc
    .tuple(fc.shuffledSubarray(burning, { minLength: 1 }), fc.integer({ min: 1, max: 200 }))
    .map(([lines, cut]) => lines.map((line) => ({ ...line, text: line.text.slice(0, cut) || 'é' })))
  fc.assert(
    fc.property(shuffled, (lines) => {
      const texts = new Map(lines.map(({ id, text }) => [id, text.toLowerCase()]))
      for (const { text, evidence } of noteOf(lines)) {
        const own = evidence.map((id) => texts.get(id) ?? '').join(' ')
        for (const drug of ['losartana', 'nitrofurantoína', 'sulfa'])
          if (text.toLowerCase().includes(drug)) expect([text, own.includes(drug.slice(0, 4))]).toEqual([text, true])
        expect(evidence.every((id) => texts.has(id))).toBe(true)
      }
    }),
    { seed, numRuns: 300 },
  )
})

test('the chosen note says each line once, in the words of its frames, and talk only for what no frame holds', () => {
  const { sections, held } = structureByRules({ entries: burning, specialty: 'general' })
  const texts = (list: typeof held) => list.flatMap(({ sentences }) => sentences.map(({ text }) => text))
  const written = texts(sections)
  for (const { text } of noteOf(burning).filter(({ part }) => part !== 'hda')) expect(written).toContain(text)
  // The pressure and the medicine are one line of talk, and two sentences.
  expect(written.filter((text) => /hipertens|press[ãa]o alta|losartana/i.test(text))).toHaveLength(2)
  expect(written.filter((text) => /pronto-socorro/.test(text))).toHaveLength(1)
  expect(written.filter((text) => /alerg/i.test(text))).toEqual(['Alergia a sulfa, com urticária.'])
  // One sentence for the denials of two questions, with the lines of both.
  const denied = sections.flatMap(({ sentences }) => sentences).filter(({ text }) => /^Nega/.test(text))
  expect(denied).toMatchObject([
    { text: 'Nega febre, corrimento vaginal e hematúria.', evidence: ['e3', 'e4', 'e5', 'e6'] },
  ])
  // 'Dor no peito' is 'dor torácica', though its lines name the site.
  const chest = read(`
M: Boa tarde, dona Marina. O que traz a senhora hoje?
P: Boa tarde, doutora. Vim ver a pressão, que anda alta, e uma dor de cabeça na nuca faz duas semanas.
M: Tontura, alteração na visão?
P: Não, nada disso.
M: Dor no peito ou falta de ar?
P: Não.
M: Como a senhora está tomando a losartana?
P: Losartana de cinquenta miligramas, uma vez, de manhã.
M: Minha impressão é de hipertensão não controlada, pelo esquecimento do remédio.`)
  const again = structureByRules({ entries: chest, specialty: 'general' }).sections
  expect(texts(again).filter((text) => /torácica|peito|dispneia|falta de ar/.test(text))).toHaveLength(1)
})

test('an hour of talk makes a note of 60 sentences at most, and the others wait', () => {
  const { sections: written, held } = structureByRules({ entries: hourLong(), specialty: 'general' })
  const count = (some: typeof written) => some.reduce((sum, { sentences }) => sum + sentences.length, 0)
  expect(count(written.filter(({ key }) => key !== 'informante'))).toBe(60)
  expect(count(held)).toBeGreaterThan(0)
})

test('who the patient is and where they live is no sentence of the note', () => {
  const entries = read(`
    M: Você pode confirmar o seu nome e a primeira linha do seu endereço?
    P: Sou a Valéria. E o endereço é, rua das Acácias, sessenta e quatro, na zona norte.
    M: Obrigada. E o telefone?
    P: Nove oito sete, sete, seis, cinco.
    M: E o que a senhora está sentindo?
    P: Uma dor de ouvido há dois dias.`)
  const texts = candidatesOf(readDialogue(entries)).map(({ text }) => text)
  expect(texts.join(' ')).not.toMatch(/Valéria|Acácias|zona norte|64|987/)
  expect(texts.join(' ')).toMatch(/otalgia|ouvido/i)
})

test('what a doctor says to the patient is written in the voice of a note, and talk without content is not', () => {
  const entries = read(`
    M: Alguém na família tem diabetes?
    P: Não.
    M: E o senhor dorme bem?
    P: Sim. Perdi o apetite, há cinco dias.
    P: Só, só fico sentado na mesa o dia todo.
    M: Você tem tido um pouco de dor no seu joelho, né.
    M: O senhor evite subir escada com o seu joelho desse jeito.
    M: Se você sentir febre, liga para a gente.`)
  const texts = candidatesOf(readDialogue(entries)).map(({ text }) => text)
  expect(texts).toContain('Nega familiares com diabetes.')
  expect(texts.filter((text) => /^(Sim|Só)\b|\b(você|senhor|seu|a gente)\b/i.test(text))).toEqual([])
  expect(withoutAddress('se você tiver febre, o seu braço e a mão do senhor')).toBe(
    'se tiver febre, o braço e a mão do paciente',
  )
  for (const text of texts) expect(text).not.toMatch(/^(Há|Faz) [^ ]+ (dias|anos)\.$/)
})

test('what the doctor refuses, keeps or only grades is not turned into its reverse', () => {
  const entries = read(`
    P: Eu tomo prednisona, cinco miligramas, todo dia de manhã.
    P: Caí e ficou roxo o joelho, doutor.
    M: De zero a dez, quanto dói?
    P: Seis.
    M: A prednisona, não pare.
    M: Zolpidem de jeito nenhum, é trocar um problema por outro.`)
  const texts = candidatesOf(readDialogue(entries)).map(({ text }) => text)
  expect(texts.join('\n')).not.toMatch(/^Suspender prednisona|^Zolpidem\.$|^Equimoses.*6\/10/m)
})

test('a sentence loses the article of its noun and keeps the a of a phrase', () => {
  const wholeOf = (text: string) =>
    readDialogue([{ id: 's', speaker: 'patient', text }]).flatMap((clause) =>
      statementsOf(clause, []).map((one) => one.text),
    )
  expect(wholeOf('A queixa começou ontem de manhã.')).toEqual(['Queixa começou ontem de manhã.'])
  expect(wholeOf('A não ser que piore a dor.')).toEqual(['A não ser que piore a dor.'])
  expect(wholeOf('A depender da glicemia, insulina.')).toEqual(['A depender da glicemia, insulina.'])
})
