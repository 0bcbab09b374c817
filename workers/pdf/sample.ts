import { sampleDiagnosis, sampleRecord } from '#domain/record/sample.ts'
import { aiUseLine } from '#domain/record/unified-text.ts'
import { TIME_ZONE } from '#domain/time.ts'
import type { RecordDocument } from './document.ts'

/** The demonstration's record as it is printed: a draft, since nobody signs for an invented patient. */
export function sampleDocument(): RecordDocument {
  const { doctor, patientName, startTime, anamnese, exame_fisico: exam, diagnostico, conduta } = sampleRecord
  const sections = [
    ['queixa_principal', 'Queixa Principal', anamnese.queixa_principal],
    ['hda', 'História da Doença Atual', anamnese.hda],
    ['hpp', 'História Patológica Pregressa', anamnese.hpp],
    ['hf', 'História Familiar', anamnese.hf],
    ['exame_fisico', 'Exame Físico', [exam.sinais_vitais, exam.geral, exam.cardiovascular].join('\n')],
    ['hipotese', 'Hipótese Diagnóstica', `${diagnostico.principal}.`],
    ['conduta', 'Conduta', `${conduta.medicacao}\nSolicitados: ${conduta.exames.join('; ')}.`],
    ['orientacoes', 'Orientações', conduta.orientacoes],
  ] as const
  return {
    doctor: { ...doctor, phone: null },
    patientName,
    identification: null,
    consultation: { type: 'presencial', startTime, demonstration: false },
    specialty: 'general',
    sections: sections.map(([canonical, title, content], order) => ({ canonical, title, content, order })),
    diagnoses: [sampleDiagnosis],
    unifiedText: null,
    signature: null,
    addenda: [],
    aiUse: aiUseLine({ name: 'extractive', version: '2' }, startTime, TIME_ZONE),
    consentSince: null,
    consent: 'Documento de exemplo: médica, paciente e consulta são fictícios.',
    printedAt: startTime,
  }
}
