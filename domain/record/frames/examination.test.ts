import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { writeExamination } from '../note/examination.ts'
import { readExamination } from './examination.ts'
import { Frames } from './frame.ts'

const noteOf = (...texts: string[]): string[] => {
  const frames = new Frames()
  // The tagger reads a clause among others: the doctor says that the examination begins.
  const spoken = ['Deita aqui na maca que eu vou examinar o senhor.', ...texts]
  readExamination(frames, readDialogue(spoken.map((text, index) => ({ id: `e${index}`, speaker: 'doctor', text }))))
  return writeExamination(frames).map(({ text }) => text)
}

test('vital signs said in one breath are one sentence, each number with its own sign', () => {
  expect(noteOf('Pressão treze por oito, pulso noventa e dois, saturação noventa e cinco.')).toEqual([
    'PA 130x80 mmHg, FC 92 bpm, SpO2 95%.',
  ])
  expect(noteOf('temperatura trinta e oito e nove pulso cento e oito pressão onze por sete')).toEqual([
    'Temperatura 38,9 °C, FC 108 bpm, PA 110x70 mmHg.',
  ])
  // A percentage before a pulse is no pressure.
  expect(noteOf('Saturação noventa e oito por cento e oitenta e dois batimentos.')).toEqual(['SpO2 98%, FC 82 bpm.'])
  // The second name counts: 'frequência respiratória' is no pulse.
  expect(noteOf('Pressão doze por oito, frequência respiratória dezoito.')).toEqual(['PA 120x80 mmHg, FR 18 irpm.'])
})

test('a corrected value replaces the first; pressures at two places both stay', () => {
  expect(noteOf('Pressão doze por oito, pulso oitenta e cinco... não, cinquenta e oito.')).toEqual([
    'PA 120x80 mmHg, FC 58 bpm.',
  ])
  expect(
    noteOf('Pressão deitado, cento e quatro por sessenta e dois, em pé, oitenta e oito por cinquenta e seis.'),
  ).toEqual(['PA 104x62 mmHg deitado e 88x56 mmHg em pé.'])
})

test('dictated findings are reworded; what is denied stays denied and keeps its place', () => {
  expect(noteOf('Pulmão limpinho, barriga mole, perna não tá inchada.')).toEqual([
    'Pulmões limpos, abdome flácido, perna sem edema.',
  ])
  expect(noteOf('Chiado dos dois lados, crepitação não tem.')).toEqual(['Sibilos bilaterais, sem crepitações.'])
  expect(noteOf('Mucosa descorada, duas cruzes, sem gânglio no pescoço.')).toEqual([
    'Mucosas hipocoradas 2+/4+, sem linfonodos cervicais palpáveis.',
  ])
  expect(noteOf('Garganta vermelha sem placa, pescoço sem íngua.')).toEqual([
    'Orofaringe hiperemiada, sem placas, sem linfonodos cervicais palpáveis.',
  ])
  // Talk without marks: each denial belongs to the finding beside it.
  expect(noteOf('barriga mole sem dor olho não tá amarelo perna seca')).toEqual([
    'Abdome flácido, indolor, olho sem icterícia, pernas sem edema.',
  ])
  // A place that was named before its finding leads it.
  expect(noteOf('No tornozelo esquerdo, uma mancha acastanhada, sem ferida.')).toEqual([
    'Tornozelo esquerdo: mancha acastanhada, sem ferida.',
  ])
  // A correction changes the side right before it and no other.
  expect(noteOf('Pulmão direito limpo, crepitação no lobo direito, não, esquerdo.')).toEqual([
    'Pulmão direito limpo, crepitações no lobo esquerdo.',
  ])
  // The note skips the denial of a finding that cannot be absent: 'não está corada' is no lack of pallor.
  expect(noteOf('O coração agora eu não ouço.')).toEqual([])
  // Orders to the patient are no findings.
  expect(noteOf('Leva o dedo no nariz.', 'Dê um tapinha de leve nas costas.')).toEqual([])
  expect(noteOf('Respira fundo pela boca.', 'Deita de barriga pra cima.')).toEqual([])
})

test('a number that is taken back, a dose and a rate are told apart', () => {
  expect(noteOf('Pressão cento e setenta por cento e dez, pulso noventa irregular.')).toEqual([
    'PA 170x110 mmHg, FC 90 bpm, irregular.',
  ])
  expect(noteOf('Pulso cento e dezoito... vinte e oito, cento e vinte e oito.')).toEqual(['FC 128 bpm.'])
  expect(noteOf('Os exames: ureia trinta creatinina um e um ácido úrico nove e dois perdão oito e dois')).toEqual([
    'Ureia 30 mg/dL, creatinina 1,1 mg/dL, ácido úrico 8,2 mg/dL.',
  ])
  expect(noteOf('Ferro trinta miligramas por dia, por três meses.')).toEqual([])
})

test('results have their units, and the exam that is read keeps what it shows', () => {
  expect(noteOf('Os exames: creatinina um vírgula dois, potássio quatro e seis, LDL cento e cinquenta e um.')).toEqual([
    'Creatinina 1,2 mg/dL, potássio 4,6 mEq/L, LDL 151 mg/dL.',
  ])
  // 'Casa' is no fall from one value to the next.
  expect(noteOf('A glicada em casa sete, oito.')).toEqual(['HbA1c 7%.'])
  expect(noteOf('A glicada deu nove vírgula quatro. Há seis meses era oito vírgula um.')).toEqual([
    'HbA1c 9,4% (antes 8,1% há 6 meses).',
  ])
})
