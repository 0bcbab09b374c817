import type { TestDoctor } from './doctor.ts'
import { type Clinic, callRow, RECORD } from './route-matrix.ts'

/** Signed, with a version and an addendum: each part of a record that can have an id has one. */
export async function signRecord(doctor: TestDoctor, clinic: Clinic): Promise<void> {
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  for (const call of [
    'PUT sections/:id',
    'POST sections/:id/seen',
    'POST records/:id/sign',
    'POST records/:id/addenda',
  ]) {
    const answer = await callRow(doctor, call.replace(' ', ` ${RECORD}/`), clinic)
    if (!answer.ok) throw new Error(`${call}: ${answer.status}`)
  }
}
