import type { LineTime } from '#domain/demo/consultation.ts'
import type { Diagnosis } from '../record/record.ts'

/** A sentence of the record, and the lines of the conversation that prove it. */
export type Proved = { text: string; at: readonly LineTime[] }
const prove = (text: string, ...at: LineTime[]): Proved => ({ text, at })

/** The record of the demonstration page. Doctor, patient and consultation are invented. */
export const sampleRecord = {
  doctor: { name: 'Dra. Helena Exemplo', crm: '000000/SP', specialty: 'Clínica Geral' },
  patientName: 'Otávio Exemplo da Silveira',
  /** 12/03/2026, 9:40 in São Paulo. */
  startTime: Date.UTC(2026, 2, 12, 12, 40),
  anamnese: {
    queixa_principal: [prove('Dor de cabeça na nuca ao acordar, há cerca de três semanas.', '00:06')],
    hda: [
      prove(
        'Refere dor em peso, moderada, três a quatro dias por semana, que melhora sozinha até o meio da manhã.',
        '00:18',
      ),
      prove('Mediu a pressão na farmácia duas vezes: 15 por 9 e 16 por 10.', '00:30', '00:33'),
      prove(
        'Nega alteração na visão, náusea, vômito, fraqueza, dormência, dor no peito e falta de ar.',
        '00:42',
        '00:51',
      ),
    ],
    hpp: [
      prove('Nunca foi internado nem operado.', '01:01'),
      prove('Não toma nenhum remédio todo dia.', '01:01'),
      prove('Tomou dipirona algumas vezes para a dor, com alívio.', '01:01'),
      prove('Alergia a penicilina: placas na pele quando criança.', '01:14', '01:17'),
    ],
    hf: [
      prove('Pai com pressão alta, em tratamento.', '01:32'),
      prove('Mãe com diabetes tipo 2.', '01:32'),
      prove('Nega infarto precoce e morte súbita na família.', '01:25', '01:32'),
    ],
  },
  exame_fisico: {
    sinais_vitais: [
      prove(
        'Pressão arterial de 152 por 96 mmHg no braço direito e 150 por 94 mmHg no esquerdo, sentado, após repouso.',
        '03:12',
      ),
      prove('Frequência cardíaca de 76 bpm.', '03:40'),
      prove('Saturação de 98% em ar ambiente.', '03:40'),
      prove('Peso de 84 kg, estatura de 1,74 m.', '03:40'),
    ],
    geral: [prove('Bom estado geral, corado, hidratado, orientado, sem edema de membros inferiores.', '04:21')],
    cardiovascular: [
      prove('Bulhas rítmicas em dois tempos, sem sopros.', '04:21'),
      prove('Pulsos periféricos simétricos.', '04:21'),
    ],
  },
  diagnostico: { principal: prove('Hipertensão essencial (primária)', '04:41'), cid: 'I10' },
  conduta: {
    exames: [
      prove('creatinina, potássio, glicemia de jejum, perfil lipídico e urina tipo 1', '04:49'),
      prove('eletrocardiograma de repouso', '04:49'),
      prove('medida da pressão em casa por sete dias, de manhã e à noite', '04:49'),
    ],
    medicacao: [prove('Losartana 50 mg por via oral, um comprimido pela manhã.', '05:10')],
    orientacoes: [
      prove('Reduzir o sal e os alimentos industrializados, caminhar trinta minutos cinco vezes por semana.', '05:18'),
      prove(
        'Procurar o pronto-socorro em caso de dor no peito, fraqueza de um lado do corpo ou alteração da fala.',
        '05:18',
      ),
      prove('Retorno em três semanas com os exames e as medidas.', '05:39'),
    ],
  },
}

export const textOf = (sentences: readonly Proved[]): string => sentences.map(({ text }) => text).join(' ')

export const sampleSentences: readonly Proved[] = [
  ...Object.values(sampleRecord.anamnese).flat(),
  ...Object.values(sampleRecord.exame_fisico).flat(),
  sampleRecord.diagnostico.principal,
  ...Object.values(sampleRecord.conduta).flat(),
]

/** The doctor enters the code: no one says it in the conversation. */
export const CODE_BY = 'código informado pela médica'

export const sampleDiagnosis: Diagnosis = {
  system: 'CID-10',
  code: sampleRecord.diagnostico.cid,
  text: sampleRecord.diagnostico.principal.text,
}
