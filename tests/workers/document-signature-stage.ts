import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { TRUST_KEY } from '#domain/document/signature.ts'
import '#workers/document/signature/verify.ts'
import { makeCertificate, pemOf, type TestKey } from '../testkit/certificates.ts'
import { codeOf, fetchWorker, ORIGIN, type TestDoctor } from './doctor.ts'
import { openStage } from './document-stage.ts'

export const DAY = 86_400_000
export const CPF = '39053344705'

/** Invented: a root, an authority below it, a timestamp authority, and the doctor's certificate. */
export async function authorities() {
  const root = await makeCertificate({ name: 'AC Raiz de Teste', authority: 3 })
  const issuer = await makeCertificate({ name: 'AC Teste v1', issuer: root, authority: 0 })
  const stamps = await makeCertificate({ name: 'ACT Teste', issuer: root, purpose: '1.3.6.1.5.5.7.3.8' })
  const person = { issuer, cpf: CPF, name: `ANA SOUZA DE TESTE:${CPF}` }
  return { root, issuer, stamps, person, doctor: await makeCertificate(person) }
}
export const trust = (...of: TestKey[]) => env.FILES.put(TRUST_KEY, pemOf(...of.map(({ certificate }) => certificate)))

export const upload = (doctor: TestDoctor, id: string, file: Uint8Array, type = 'application/pdf') =>
  fetchWorker(`/api/documents/${id}/signed`, {
    method: 'POST',
    headers: { 'content-type': type, origin: ORIGIN, cookie: doctor.cookie, 'cf-connecting-ip': '10.77.0.1' },
    body: file as Uint8Array<ArrayBuffer>,
  })
export const refused = async (doctor: TestDoctor, id: string, file: Uint8Array) =>
  (await codeOf(await upload(doctor, id, file)))[1]

/** A doctor with a signed record and two documents. */
export async function signing() {
  const stage = await openStage()
  await stage.calls.seeAll()
  await stage.calls.signNow()
  const body = await stage.paper.filled('attendance')
  const [first, second] = [await stage.paper.issue(body), await stage.paper.issue(body)]
  const prepare = async (id: string) => {
    const answer = await stage.doctor.call('GET', `/api/documents/${id}/prepared`)
    expect(answer.status).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }
  return { ...stage, first, second, prepare }
}
