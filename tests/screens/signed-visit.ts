import { needsLook, type StructuredRecord } from '#domain/record/record.ts'
import type { Stage, Visit } from './stage.ts'

/** A structured consultation whose sentences were all seen, signed unless `isSigned` is false. Returns its id. */
export async function reviewedVisit(stage: Stage, visit: Visit, isSigned = true): Promise<string> {
  const { api } = stage
  const id = await stage.structuredVisit(visit)
  const read = async () =>
    (await api<{ structuredData: StructuredRecord }>('GET', `/api/consultations/${id}`)).body.structuredData
  for (const { id: section, sentences } of (await read()).sections) {
    const texts = sentences.filter(needsLook).map(({ text }) => text)
    if (texts.length > 0) await api('POST', `/api/v1/transcription/sections/${section}/seen`, { texts })
  }
  await api('PATCH', '/api/profile', { crm: '123456/SP' })
  const { revision } = await read()
  if (isSigned) await api('POST', `/api/v1/transcription/records/${id}/sign`, { revision })
  return id
}

/** The patient tells an allergy and takes medicines; the doctor orders an exam. */
export const FIRST_VISIT: Visit = {
  patient: 'Rita Moura',
  context: 'Hipertensão. Usa losartana 50 mg.',
  lines: [
    ['doctor', 'O que traz a senhora hoje?'],
    ['patient', 'Estou com dor no joelho direito há duas semanas, pior ao subir escadas.'],
    ['doctor', 'Tem alergia a algum remédio?'],
    ['patient', 'Sim, tenho alergia a dipirona, me dá coceira no corpo todo.'],
    ['doctor', 'Vou pedir uma radiografia do joelho direito.'],
  ],
}
/** The plan gives what the first visit's patient is allergic to; the talk does not mention the allergy. */
export const SECOND_VISIT: Visit = {
  patient: 'Rita Moura',
  lines: [
    ['doctor', 'Como está a senhora?'],
    ['patient', 'O joelho ainda dói um pouco quando subo escadas.'],
    ['doctor', 'Vou receitar dipirona de um grama de seis em seis horas por cinco dias.'],
  ],
}

/** The id of the doctor's newest patient. */
export async function newestPatient({ api }: Stage): Promise<string> {
  const { body } = await api<{ items: { id: string }[] }>('POST', '/api/patients/search', {})
  return body.items[0]?.id ?? ''
}
