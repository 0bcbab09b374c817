import { Hono } from 'hono'
import { createPatient, findPatient, removePatient, searchPatients, updatePatient } from '#db/queries/patient.ts'
import { AppError } from '#domain/errors.ts'
import {
  createPatientBody,
  deletePatientReply,
  patientReply,
  patientsReply,
  searchPatientsBody,
  updatePatientBody,
} from '#domain/patient/contract.ts'
import { EMPTY_CONTEXT } from '#domain/patient/patient.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'

const byId = pathId('patient_not_found')

export const patients = new Hono<AppEnv>()
  .post('/search', jsonBody(searchPatientsBody), async (c) => {
    const found = await searchPatients(c.get('db'), c.get('doctor').id, c.req.valid('json'))
    c.get('audit')('patients_listed', 'doctor', c.get('doctor').id)
    return reply(c, patientsReply, found)
  })
  .post('/', jsonBody(createPatientBody), async (c) => {
    const { name, clinical_context } = c.req.valid('json')
    const patient = await createPatient(c.get('db'), c.get('doctor').id, {
      id: crypto.randomUUID(),
      name,
      context: clinical_context || EMPTY_CONTEXT,
      now: Date.now(),
    })
    c.get('audit')('patient_created', 'patient', patient.id)
    return reply(c, patientReply, { patient }, 201)
  })
  .get('/:id', byId, async (c) => {
    const patient = await findPatient(c.get('db'), c.get('doctor').id, c.req.valid('param').id)
    if (!patient) throw new AppError('patient_not_found')
    c.get('audit')('patient_read', 'patient', patient.id)
    return reply(c, patientReply, { patient })
  })
  .patch('/:id', byId, jsonBody(updatePatientBody), async (c) => {
    const { name, clinical_context: context } = c.req.valid('json')
    const patient = await updatePatient(
      c.get('db'),
      c.get('doctor').id,
      c.req.valid('param').id,
      { name, context },
      Date.now(),
    )
    if (!patient) throw new AppError('patient_not_found')
    c.get('audit')('patient_updated', 'patient', patient.id)
    return reply(c, patientReply, { patient })
  })
  .delete('/:id', byId, async (c) => {
    const { id } = c.req.valid('param')
    const outcome = await removePatient(c.get('db'), c.get('doctor').id, id, Date.now())
    if (outcome === 'not_found') throw new AppError('patient_not_found')
    if (outcome === 'open_consultation') throw new AppError('patient_has_open_consultation')
    c.get('audit')(outcome === 'archived' ? 'patient_archived' : 'patient_deleted', 'patient', id)
    return reply(c, deletePatientReply, { outcome })
  })
