import { CODE_BY, sampleDiagnosis, sampleRecord, textOf } from '#domain/demo/sample-record.ts'
import type { RecordDocument } from '#domain/formats/document.ts'
import { TIME_ZONE } from '#domain/time.ts'

/** The demonstration's record as it is printed: a draft, because no doctor signs for an invented patient. */
export function sampleDocument(): RecordDocument {
  const { doctor, patientName, startTime, anamnese, exame_fisico: exam, diagnostico, conduta } = sampleRecord
  const sections = [
    ['queixa_principal', 'Queixa Principal', textOf(anamnese.queixa_principal)],
    ['hda', 'História da Doença Atual', textOf(anamnese.hda)],
    ['hpp', 'História Patológica Pregressa', textOf(anamnese.hpp)],
    ['hf', 'História Familiar', textOf(anamnese.hf)],
    ['exame_fisico', 'Exame Físico', [exam.sinais_vitais, exam.geral, exam.cardiovascular].map(textOf).join('\n')],
    ['hipotese', 'Hipótese Diagnóstica', `${diagnostico.principal.text}.`],
    [
      'conduta',
      'Conduta',
      `${textOf(conduta.medicacao)}\nSolicitados: ${conduta.exames.map(({ text }) => text).join('; ')}.`,
    ],
    ['orientacoes', 'Orientações', textOf(conduta.orientacoes)],
  ] as const
  return {
    doctor: { ...doctor, phone: null },
    patientName,
    identification: null,
    consultation: { type: 'presencial', startTime, demonstration: false },
    specialty: 'general',
    sections: sections.map(([canonical, title, content], order) => ({ canonical, title, content, order })),
    diagnoses: [{ ...sampleDiagnosis, text: `${sampleDiagnosis.text}, ${CODE_BY}` }],
    unifiedText: null,
    signature: null,
    addenda: [],
    // No AI method made this text, so none is named.
    aiUse: 'Documento de exemplo: texto ilustrativo, escrito pela equipe do Relato.',
    consentSince: null,
    consent: 'Nesta demonstração, médica, paciente e consulta são fictícios.',
    printedAt: startTime,
    timeZone: TIME_ZONE,
  }
}
