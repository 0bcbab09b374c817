import { Hono } from 'hono'
import { writeAudit } from '#db/queries/audit.ts'
import { searchPatients } from '#db/queries/find-patients.ts'
import { createPatient, findPatient, removePatient, restorePatient, updatePatient } from '#db/queries/patient.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { AppError } from '#domain/errors.ts'
import { isoDay } from '#domain/local-time.ts'
import { futureProblem } from '#domain/patient/birth-date.ts'
import {
  createPatientBody,
  createPatientReply,
  deletePatientReply,
  patientReply,
  patientsReply,
  searchPatientsBody,
  updatePatientBody,
} from '#domain/patient/contract.ts'
import type { IdentificationChange } from '#domain/patient/identification.ts'
import { EMPTY_CONTEXT } from '#domain/patient/patient.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'

const byId = pathId('patient_not_found')

function requireBorn({ birth_date }: IdentificationChange, timeZone: string): void {
  const problem = futureProblem(birth_date, isoDay(Date.now(), timeZone))
  if (problem) throw new AppError('invalid_body', { 'identification.birth_date': problem })
}

export const patients = new Hono<AppEnv>()
  .post('/search', jsonBody(searchPatientsBody), async (c) => {
    const { id } = c.get('doctor')
    const [found] = await Promise.all([
      searchPatients(c.get('db'), id, c.req.valid('json')),
      writeAudit(c.get('db'), [c.get('auditRow')('patients_listed', 'doctor', id)]),
    ])
    return reply(c, patientsReply, found)
  })
  .post('/', jsonBody(createPatientBody), async (c) => {
    const { name, clinical_context, identification = {} } = c.req.valid('json')
    requireBorn(identification, timeZoneOf(c.get('doctor').profile))
    const created = await createPatient(c.get('db'), c.get('doctor').id, {
      id: crypto.randomUUID(),
      name,
      context: clinical_context || EMPTY_CONTEXT,
      identification,
      now: Date.now(),
    })
    c.get('audit')('patient_created', 'patient', created.patient.id)
    return reply(c, createPatientReply, created, 201)
  })
  .get('/:id', byId, async (c) => {
    const patient = await findPatient(c.get('db'), c.get('doctor').id, c.req.valid('param').id)
    if (!patient) throw new AppError('patient_not_found')
    c.get('audit')('patient_read', 'patient', patient.id)
    return reply(c, patientReply, { patient })
  })
  .patch('/:id', byId, jsonBody(updatePatientBody), async (c) => {
    const { name, clinical_context: context, identification = {} } = c.req.valid('json')
    const { id } = c.req.valid('param')
    requireBorn(identification, timeZoneOf(c.get('doctor').profile))
    const change = { name, context, identification }
    const patient = await updatePatient(c.get('db'), c.get('doctor').id, id, change, Date.now())
    if (!patient)
      throw new AppError(
        (await findPatient(c.get('db'), c.get('doctor').id, id)) ? 'patient_archived' : 'patient_not_found',
      )
    c.get('audit')('patient_updated', 'patient', patient.id)
    return reply(c, patientReply, { patient })
  })
  .post('/:id/restore', byId, async (c) => {
    const found = await restorePatient(c.get('db'), c.get('doctor').id, c.req.valid('param').id)
    if (!found) throw new AppError('patient_not_found')
    c.get('audit')(found.restored ? 'patient_restored' : 'patient_read', 'patient', found.patient.id)
    return reply(c, patientReply, { patient: found.patient })
  })
  .delete('/:id', byId, async (c) => {
    const { id } = c.req.valid('param')
    const outcome = await removePatient(c.get('db'), c.get('doctor').id, id, Date.now())
    if (outcome === 'not_found') throw new AppError('patient_not_found')
    if (outcome === 'open_consultation') throw new AppError('patient_has_open_consultation')
    c.get('audit')(outcome === 'archived' ? 'patient_archived' : 'patient_deleted', 'patient', id)
    return reply(c, deletePatientReply, { outcome })
  })
