import { expect } from 'vitest'
import type { SecondFactorBegun } from '#domain/account/second-factor.ts'
import { codeShown } from '#tests/testkit/authenticator.ts'
import { cookiesOf, fetchWorker, newDoctor, PASSWORD, post, refusalOf, type TestDoctor } from './doctor.ts'
import { countRows, selectAll } from './sql.ts'

export const enter = (email: string, password = PASSWORD) => post('/api/auth/sign-in/email', { email, password })
export const giveCode = (cookie: string, code: string) => post('/api/auth/second-step', { code }, { cookie })
export const isIn = async (cookie: string, headers: Record<string, string> = {}) =>
  (await fetchWorker('/api/session', { headers: { cookie, 'cf-connecting-ip': '10.21.1.1', ...headers } })).status ===
  200

/** The first step; the cookie that waits for the code. */
export async function firstStep(email: string, password = PASSWORD): Promise<string> {
  const answer = await enter(email, password)
  expect(await refusalOf(answer.clone())).toEqual([403, 'second_step_needed'])
  return cookiesOf(answer)
}

export const confirming = (code: string | null, password: string | null = PASSWORD) => ({
  confirmation: { password, code },
})
export async function begin(doctor: TestDoctor, password: string | null = PASSWORD): Promise<SecondFactorBegun> {
  const answer = await doctor.call('POST', '/api/second-factor', confirming(null, password))
  expect(answer.status).toBe(200)
  return answer.json()
}
export async function switchOn(doctor: TestDoctor, password: string | null = PASSWORD) {
  const { secret } = await begin(doctor, password)
  const app = (steps?: number) => codeShown(secret, steps)
  const answer = await doctor.call('PUT', '/api/second-factor', { code: app() })
  expect(answer.status).toBe(200)
  const { recovery_codes: codes } = await answer.json<{ recovery_codes: string[] }>()
  return { app, codes }
}
export async function guardedDoctor(name?: string) {
  const doctor = await newDoctor(name)
  return { doctor, email: doctor.email, ...(await switchOn(doctor)) }
}

export const mailsOf = async (id: string) => {
  const sql = "SELECT subject FROM mails WHERE doctor_id = ? AND kind = 'security' ORDER BY created_at, rowid"
  return (await selectAll<{ subject: string }>(sql, id)).map(({ subject }) => subject)
}
export const sessionsOf = (id: string) => countRows('session WHERE user_id = ?', id)
