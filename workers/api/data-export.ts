import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { countAttempt, returnAttempt } from '#db/queries/attempt.ts'
import { createDataExport, listDataExports, type StoredDataExport } from '#db/queries/data-export.ts'
import { findPatient } from '#db/queries/patient.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { SETTINGS_NAME, settingsFrom } from '#domain/account/settings.ts'
import {
  DATA_EXPORT_ATTEMPTS,
  DATA_EXPORT_KEPT_MS,
  type DataExport,
  dataExportAccepted,
  dataExportReply,
  dataExportsQuery,
  dataExportsReply,
  requestDataExportBody,
} from '#domain/data-export/contract.ts'
import { volumeName } from '#domain/data-export/names.ts'
import { AppError, isErrorCode, messageOf } from '#domain/errors.ts'
import { originOfRequest } from '../audit/audited.ts'
import { forgetDataExport } from '../jobs/data-export-expire.ts'
import { mailDataExport } from '../jobs/data-export-mail.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { jsonBody, pathId, reply, validated } from './body.ts'
import { confirmIdentity } from './confirm.ts'
import type { AppEnv } from './context.ts'

const LISTED = 20
const byId = pathId('data_export_not_found')
const query = validated('query', dataExportsQuery, 'patient_not_found')

const nameOf = ({ patient_id, ready_at, volumes }: StoredDataExport, number: number, timeZone: string) =>
  volumeName({ patient: patient_id !== null, readyAt: ready_at ?? 0, number, count: volumes.length, timeZone })
const zoneOf = (c: Context<AppEnv>) => timeZoneOf(c.get('doctor').profile)

const shown = (stored: StoredDataExport, timeZone: string): DataExport => ({
  ...stored,
  error: stored.status === 'failed' ? messageOf(isErrorCode(stored.error) ? stored.error : 'data_export_failed') : null,
  expires_at: stored.status === 'ready' || stored.status === 'expired' ? stored.expires_at : null,
  volumes: stored.volumes.map(({ number, bytes }) => ({
    number,
    bytes,
    name: nameOf(stored, number, timeZone),
    url: `/api/data-exports/${stored.id}/volumes/${number}/file`,
  })),
})

async function owned(c: Context<AppEnv>, id: string): Promise<StoredDataExport> {
  const [found] = await listDataExports(c.get('db'), c.get('doctor').id, { id }, Date.now(), 1)
  if (!found) throw new AppError('data_export_not_found')
  return found
}

/** Full export of the doctor's or one patient's data. Available on every plan, without a quota. */
export const dataExports = new Hono<AppEnv>()
  .post('/', jsonBody(requestDataExportBody), async (c) => {
    const { patient_id = null, confirmation = { password: null, code: null } } = c.req.valid('json')
    const db = c.get('db')
    const doctorId = c.get('doctor').id
    if (patient_id !== null && !(await findPatient(db, doctorId, patient_id))) throw new AppError('patient_not_found')
    if (patient_id === null) await confirmIdentity(c, confirmation)
    const now = Date.now()
    const counter = `data-export:${doctorId}`
    if (!(await countAttempt(db, counter, { ...DATA_EXPORT_ATTEMPTS, now }))) throw new AppError('too_many_requests')
    const [id, jobId] = [crypto.randomUUID(), crypto.randomUUID()]
    const request = {
      ...{ id, jobId, doctorId, patientId: patient_id, now },
      settings: settingsFrom(getCookie(c, SETTINGS_NAME) ?? null),
      expiresAt: now + DATA_EXPORT_KEPT_MS,
    }
    if (!(await createDataExport(db, request))) {
      await returnAttempt(db, counter)
      throw new AppError('data_export_under_way')
    }
    c.get('audit')('data_export_requested', 'data_export', id)
    await enqueue(c.env, 'data_export', jobId)
    if (patient_id === null) await mailDataExport(c.env, db, { id, doctor_id: doctorId }, 'asked')
    return reply(c, dataExportAccepted, { data_export_id: id }, 202)
  })
  .get('/', query, async (c) => {
    const { patient_id } = c.req.valid('query')
    const which = patient_id === undefined ? {} : { patientId: patient_id === 'none' ? null : patient_id }
    const found = await listDataExports(c.get('db'), c.get('doctor').id, which, Date.now(), LISTED)
    return reply(c, dataExportsReply, { items: found.map((stored) => shown(stored, zoneOf(c))) })
  })
  .get('/:id', byId, async (c) => {
    const stored = await owned(c, c.req.valid('param').id)
    return reply(c, dataExportReply, { data_export: shown(stored, zoneOf(c)) })
  })
  .get('/:id/volumes/:n/file', byId, async (c) => {
    const { id } = c.req.valid('param')
    const stored = await owned(c, id)
    if (stored.status === 'preparing') throw new AppError('data_export_not_ready')
    const volume = stored.volumes.find(({ number }) => String(number) === c.req.param('n'))
    const file = volume && (await c.env.FILES.get(volume.file_key))
    if (!volume || !file) throw new AppError('data_export_not_found')
    c.get('audit')('data_export_downloaded', 'data_export', id)
    return c.body(file.body, 200, {
      'content-type': 'application/zip',
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${nameOf(stored, volume.number, zoneOf(c))}"`,
    })
  })
  .delete('/:id', byId, async (c) => {
    const { id } = c.req.valid('param')
    const auditRow = { action: 'data_export_deleted', requestId: c.get('requestId'), from: originOfRequest(c) } as const
    const one = { id, doctorId: c.get('doctor').id }
    await owned(c, id)
    await forgetDataExport(c.env, c.get('db'), one, auditRow, Date.now())
    return reply(c, dataExportReply, { data_export: shown(await owned(c, id), zoneOf(c)) })
  })
