import { currentNotice } from '#domain/consent/notice.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'

/** The demonstration doctor's session, over HTTP as a browser has it. */
export type Doctor = {
  cookie: string
  call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
}

export async function signIn(url: string): Promise<Doctor> {
  const headers = { 'content-type': 'application/json', origin: url }
  const credentials = JSON.stringify({ email: DEMO_EMAIL, password: DEMO_PASSWORD })
  const response = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body: credentials })
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  if (!response.ok || !cookie) throw new Error(`sign-in failed: ${response.status} ${await response.text()}`)
  return {
    cookie,
    async call<T>(method: string, path: string, body?: unknown) {
      const init = {
        method,
        headers: { ...headers, cookie },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      const answer = await fetch(`${url}${path}`, init)
      const isJson = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, body: (await (isJson ? answer.json() : answer.text())) as T }
    },
  }
}

/** A consultation whose patient has accepted. */
export async function startConsultation(doctor: Doctor, clinicalContext = ''): Promise<string> {
  const { body: created } = await doctor.call<{ patient: { id: string } }>('POST', '/api/patients', {
    name: 'Rita Moura',
  })
  const started = await doctor.call<{ consultation: { id: string } }>('POST', '/api/consultations', {
    patientId: created.patient.id,
    clinicalContext,
  })
  const { id } = started.body.consultation
  const answer = { notice_version: currentNotice.version, answers: { ai: 'accepted', recording: 'accepted' } }
  const { status } = await doctor.call('POST', `/api/consultations/${id}/consents`, answer)
  if (status !== 201) throw new Error(`the consent was answered with ${status}`)
  return id
}
