import { env } from 'cloudflare:workers'
import { textBase } from '#domain/record/text/text-base.ts'
import { OMISSION } from './clinic.ts'
import type { Clinic, Row } from './route-matrix.ts'

/** Reviews the record as the rows before have left it. */
const looked = (clinic: Clinic) =>
  env.DB.prepare('SELECT revision FROM records WHERE consultation_id = ?').bind(clinic.consultation).first()
async function textBaseOf(clinic: Clinic): Promise<string> {
  const record = await env.DB.prepare('SELECT id, created_at, unified_text FROM records WHERE consultation_id = ?')
    .bind(clinic.consultation)
    .first<{ id: string; created_at: number; unified_text: string | null }>()
  if (!record) throw new Error('no record')
  const sections = await env.DB.prepare(
    'SELECT title, content, position AS "order" FROM record_sections WHERE record_id = ?',
  )
    .bind(record.id)
    .all<{ title: string; content: string; order: number }>()
  return textBase({ ...record, sections: sections.results })
}
const ofRecord = (rest: string) => (clinic: Clinic) => `/api/v1/transcription/records/${clinic.consultation}/${rest}`

/** The rows of a record and what is made of it, in the order in which they can be called. */
export const recordRows: Record<string, Row> = {
  'PUT /api/v1/transcription/sections/:id': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/sections/${c.section}`,
    body: () => ({ content: 'Trocado.' }),
    owner: 200,
    audit: 'section_updated',
  },
  // A new structuring replaces the sections, and a signature freezes them: what is done to them comes first.
  'POST /api/v1/transcription/sections/:id/seen': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/sections/${c.section}/seen`,
    body: () => ({ texts: ['Trocado.'] }),
    owner: 200,
    audit: 'sentences_seen',
  },
  'POST /api/v1/transcription/records/:id/omissions': {
    access: 'foreign',
    path: ofRecord('omissions'),
    body: () => ({ omission_id: OMISSION }),
    owner: 200,
    audit: 'omission_inserted',
  },
  'PUT /api/v1/transcription/records/:id/text': {
    access: 'foreign',
    path: ofRecord('text'),
    body: async (clinic) => ({ text: 'Trocado.', base: await textBaseOf(clinic) }),
    owner: 200,
    audit: 'record_text_updated',
  },
  'POST /api/v1/transcription/records/:id/text/seen': {
    access: 'foreign',
    path: ofRecord('text/seen'),
    body: () => ({ messages: ['Nada disso.'] }),
    owner: 409,
  },
  'PUT /api/v1/transcription/records/:id/diagnoses': {
    access: 'foreign',
    path: ofRecord('diagnoses'),
    body: () => ({ diagnoses: [{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }] }),
    owner: 200,
    audit: 'diagnoses_updated',
  },
  'POST /api/v1/transcription/cid10/search': { access: 'own', body: () => ({ query: 'bronquite' }), owner: 200 },
  'GET /api/v1/transcription/records/:id/versions': {
    access: 'foreign',
    path: ofRecord('versions'),
    owner: 200,
    audit: 'versions_listed',
  },
  'GET /api/v1/transcription/records/:id/versions/:version': {
    access: 'foreign',
    path: ofRecord('versions/1'),
    owner: 200,
    audit: 'version_read',
  },
  'POST /api/v1/transcription/validate': {
    access: 'foreign',
    path: () => '/api/v1/transcription/validate',
    body: (c) => ({ specialty: 'general', sections: [{ id: c.section, content: 'Texto.' }] }),
    owner: 200,
    audit: 'record_validated',
  },
  'POST /api/v1/transcription/structure': {
    access: 'foreign',
    path: () => '/api/v1/transcription/structure',
    body: (c) => ({ consultation_id: c.consultation, specialty: 'general' }),
    owner: 200,
    audit: 'structuring_requested',
  },
  'GET /api/v1/transcription/structure/:id': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/structure/${c.job}`,
    owner: 200,
    audit: 'record_read',
  },
  'POST /api/v1/transcription/records/:id/save': {
    access: 'foreign',
    path: ofRecord('save'),
    body: looked,
    owner: 200,
    audit: 'record_saved',
  },
  'POST /api/v1/transcription/records/:id/sign': {
    access: 'foreign',
    path: ofRecord('sign'),
    body: looked,
    owner: 200,
    audit: 'record_signed',
  },
  'POST /api/v1/transcription/records/:id/addenda': {
    access: 'foreign',
    path: ofRecord('addenda'),
    body: () => ({ text: 'Acrescentado.' }),
    owner: 201,
    audit: 'addendum_created',
  },
  'POST /api/v1/transcription/export/pdf': {
    access: 'foreign',
    path: () => '/api/v1/transcription/export/pdf',
    body: (c) => ({ consultation_id: c.consultation }),
    owner: 202,
    audit: 'export_requested',
  },
  'GET /api/v1/transcription/export/pdf/:id': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/export/pdf/${c.export}`,
    owner: 200,
    audit: 'export_read',
  },
  'GET /api/v1/transcription/export/pdf/:id/file': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/export/pdf/${c.export}/file`,
    owner: 200,
    audit: 'export_downloaded',
  },
}
