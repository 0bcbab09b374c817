import { expect } from 'vitest'
import '#workers/pdf/fonts.ts'
import '#workers/pdf/paper-render.ts'
import type { DocumentDraft, IssuedDocument } from '#domain/document/contract.ts'
import type { DocumentKind } from '#domain/document/kind.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import type { TestDoctor } from './doctor.ts'
import { openRecordStage } from './record-stage.ts'

const PLAN = 'Amoxicilina 500 mg, 1 cápsula VO de 8/8 h por 7 dias. Solicito hemograma. Afastamento por 3 dias.'

/** A doctor with a full profile, and a signed record whose plan prescribes, orders and certifies. */
export async function openStage(plan = PLAN) {
  const stage = await openRecordStage()
  const { doctor, patient, calls, consultation } = stage
  const profile = { specialty: 'Clínica Geral', rqe: '4321', address: 'Rua das Acácias, 10, Bauru, SP' }
  expect((await doctor.call('PATCH', '/api/profile', { ...profile, phone: '(11) 91234-5678' })).status).toBe(200)
  const identification = { birth_date: '1980-03-12', sex: 'masculino', cpf: '529.982.247-25' }
  expect((await doctor.call('PATCH', `/api/patients/${patient}`, { identification })).status).toBe(200)
  await calls.edit((await calls.section('conduta')).id, plan)
  await calls.edit((await calls.section('hipotese')).id, 'Bronquite aguda.')
  await calls.edit((await calls.section('orientacoes')).id, 'Procurar o PS se tiver dispneia.')
  return { ...stage, paper: paperCalls(doctor, consultation) }
}

/** The calls of a document's page. */
export function paperCalls(doctor: TestDoctor, consultation: string) {
  const base = `/api/consultations/${consultation}/documents`
  const draft = async (kind: DocumentKind) =>
    (await doctor.call('POST', `${base}/draft`, { kind })).json<DocumentDraft>()
  const send = (body: object) => doctor.call('POST', base, { id: crypto.randomUUID(), ...body })
  return {
    draft,
    send,
    /** The body that a page sends when the doctor changes only `change`. */
    async filled(kind: DocumentKind, change: Record<string, string> = {}, medicine: object = {}) {
      const { content } = await draft(kind)
      const texts = Object.entries(content.fields).map(([name, { text }]) => [name, change[name] ?? text])
      const medicines = content.medicines.map(({ sources: _, ...parts }) => ({ ...parts, ...medicine }))
      return { kind, fields: Object.fromEntries(texts), medicines, cid_authorised: false }
    },
    async issue(body: object): Promise<IssuedDocument> {
      const answer = await send(body)
      expect([answer.status]).toEqual([201])
      return (await answer.json<{ document: IssuedDocument }>()).document
    },
    list: async () => (await (await doctor.call('GET', base)).json<{ documents: IssuedDocument[] }>()).documents,
    cancel: (id: string, reason = 'Data errada.') => doctor.call('POST', `/api/documents/${id}/cancel`, { reason }),
    async print(id: string): Promise<string[]> {
      const answer = await doctor.call('GET', `/api/documents/${id}/pdf`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text
    },
  }
}
