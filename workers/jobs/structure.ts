import { z } from 'zod/mini'
import { findProfile } from '#db/queries/account.ts'
import { readConsultation } from '#db/queries/consultation.ts'
import { readOwnWriting } from '#db/queries/own-writing.ts'
import { findPatient } from '#db/queries/patient.ts'
import { listedAllergies } from '#db/queries/patient-fact.ts'
import { saveRecord } from '#db/queries/record-structured.ts'
import { AppError } from '#domain/errors.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'
import { withListed } from '#domain/record/safety/on-list.ts'
import { specialty } from '#domain/record/specialty.ts'
import { arrange } from '#domain/record/writing/arrange.ts'
import { measure } from '../metrics/measure.ts'
import { requireConsent } from '../record/require-consent.ts'
import { structure } from '../structuring/structure.ts'
import type { DoctorJobRun } from './job.ts'

export const structureInput = z.object({ specialty })
export type StructureInput = z.infer<typeof structureInput>

/** Turns a transcript into a record. Reads all input from storage; the message only names the job. */
export const runStructure: DoctorJobRun = async ({ env, db, job, startedAt, step }) => {
  const input = structureInput.parse(JSON.parse(job.input))
  await step('reading')
  const [found, profile, { writing }] = await Promise.all([
    readConsultation(db, job.doctor_id, job.subject_id),
    findProfile(db, job.doctor_id),
    readOwnWriting(db, job.doctor_id),
  ])
  if (!found) throw new AppError('consultation_not_found')
  if (found.consultation.status !== 'completed') return 'deferred'
  requireConsent(found.consultation.consent)
  if (found.entries.length === 0) throw new AppError('no_transcript')

  const patient = await findPatient(db, job.doctor_id, found.consultation.patientId)
  const context = usableContext(found.consultation.clinicalContext)
  await step('structuring')
  const structured = await structure(env, {
    jobId: job.id,
    entries: found.entries,
    context,
    specialty: input.specialty,
    style: writing.style,
    names: {
      patient: found.consultation.patientName,
      doctor: profile?.full_name ?? '',
      identification: patient?.identification ?? null,
    },
  })
  if (structured.refusal) throw new AppError(structured.refusal)

  await step('checking')
  const remote = found.consultation.consultationType === 'telemedicina'
  const allergies = await listedAllergies(db, job.doctor_id, found.consultation.patientId)
  const grounds = {
    ...{ entries: found.entries, specialty: input.specialty, remote },
    context: withListed(context, allergies),
    listed: allergies,
  }
  const newId = () => crypto.randomUUID()
  const proven = proveRecord(grounds, structured.sections, newId, structured.held, writing)

  await step('saving')
  const now = Date.now()
  const saved = await saveRecord(db, job, {
    id: crypto.randomUUID(),
    consultationId: job.subject_id,
    doctorId: job.doctor_id,
    specialty: input.specialty,
    ...proven,
    sections: arrange(proven.sections, writing.templates[input.specialty], newId),
    warnings: structured.warnings,
    structurer: structured.structurer,
    processingTimeMs: now - startedAt,
    now,
  })
  const heldCount = proven.judged.filter(({ state }) => state === 'held').length
  measure({ metric: 'sentence', count: proven.judged.length, failed: heldCount })
  if (saved === 'signed') throw new AppError('section_signed')
  return saved === 'saved' ? 'completed' : 'stale'
}
