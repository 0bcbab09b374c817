import type { Diagnosis } from './record.ts'

/** The record of the demonstration page. Doctor, patient and consultation are invented. */
export const sampleRecord = {
  doctor: { name: 'Dra. Helena Exemplo', crm: '000000/SP', specialty: 'Clínica Geral' },
  patientName: 'Otávio Exemplo da Silveira',
  /** 12/03/2026, 9:40 in São Paulo. */
  startTime: Date.UTC(2026, 2, 12, 12, 40),
  anamnese: {
    queixa_principal: 'Dor de cabeça na nuca ao acordar, há cerca de três semanas.',
    hda: 'Refere cefaleia occipital em peso, de intensidade moderada, presente ao despertar em três a quatro dias da semana, com melhora espontânea até o meio da manhã. Mediu a pressão na farmácia em duas ocasiões: 15 por 9 e 16 por 10. Nega alteração visual, náusea, vômito, fraqueza ou dormência. Nega dor torácica e falta de ar.',
    hpp: 'Sem internações ou cirurgias. Não faz uso de medicamento contínuo. Usou dipirona em alguns episódios, com alívio. Alergia a penicilina, com placas na pele na infância.',
    hf: 'Pai hipertenso, em tratamento. Mãe com diabetes tipo 2. Nega morte súbita ou infarto precoce em parentes próximos.',
  },
  exame_fisico: {
    sinais_vitais:
      'Pressão arterial de 152 por 96 mmHg no braço direito e 150 por 94 mmHg no esquerdo, sentado, após repouso. Frequência cardíaca de 76 bpm. Saturação de 98% em ar ambiente. Peso de 84 kg, estatura de 1,74 m.',
    geral: 'Bom estado geral, corado, hidratado, orientado. Sem edema de membros inferiores.',
    cardiovascular: 'Bulhas rítmicas em dois tempos, sem sopros. Pulsos periféricos simétricos.',
  },
  diagnostico: { principal: 'Hipertensão essencial (primária)', cid: 'I10' },
  conduta: {
    exames: [
      'creatinina, potássio, glicemia de jejum, perfil lipídico e urina tipo 1',
      'eletrocardiograma de repouso',
      'medida da pressão em casa por sete dias, de manhã e à noite',
    ],
    medicacao: 'Losartana 50 mg por via oral, um comprimido pela manhã.',
    orientacoes:
      'Reduzir o sal e os alimentos industrializados, caminhar trinta minutos cinco vezes por semana. Procurar o pronto-socorro em caso de dor no peito, fraqueza de um lado do corpo ou alteração da fala. Retorno em três semanas com os exames e as medidas.',
  },
} as const

export const sampleDiagnosis: Diagnosis = {
  system: 'CID-10',
  code: sampleRecord.diagnostico.cid,
  text: sampleRecord.diagnostico.principal,
}
