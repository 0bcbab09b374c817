import type { Page, Route } from '@playwright/test'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import type { ConsultationType } from '#domain/consultation/contract.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { APP_URL } from '../e2e/stack.ts'
import { finishRoom, type Line, writeLines } from './room.ts'
import { change, fillConsultations, fillPatients } from './rows.ts'
import type { Who } from './state.ts'

type Answer<T> = { status: number; body: T }
export type Visit = {
  patient: string
  /** The id of an existing patient; without it the visit makes one of this name. */
  of?: string
  type?: ConsultationType
  context?: string
  lines?: readonly Line[]
  /** 'unasked': the patient has not answered the notice yet. */
  consent?: 'accepted' | 'unasked'
}
/** How a call goes wrong: a status of the server, no network at all, or no answer for ever. */
export type Failure = number | 'offline' | 'never'
/** `message` is the server's sentence, null none that can be read. */
type FailureDetails = { method?: string; message?: string | null; code?: ErrorCode }
/** Tools to produce a state: the page's doctor, and the real API as this doctor calls it. */
export type Stage = ReturnType<typeof stageOf>

const HELENA = { name: 'Dra. Helena Prado', email: DEMO_EMAIL, password: DEMO_PASSWORD }
let doctors = 0
function newDoctor(): typeof HELENA {
  doctors += 1
  return { name: 'Dr. Caio Nóbrega', email: `caio.${process.pid}.${doctors}@relato.example`, password: 'Segredo123!' }
}

/**
 * Signs the page's doctor in. A doctor of the state's own signs up first, and a row instead of the mail confirms the
 * address; a visitor does neither.
 */
export async function enterStage(page: Page, who: Who): Promise<Stage> {
  const stage = stageOf(page, who === 'helena' ? HELENA : newDoctor())
  const { api, doctor } = stage
  if (who === 'visitor') return stage
  if (who === 'new') {
    well(await api('POST', '/api/auth/sign-up/email', doctor))
    change('UPDATE user SET email_verified = 1 WHERE email = :email', { email: doctor.email })
  }
  const { email, password } = doctor
  well(await api('POST', '/api/auth/sign-in/email', { email, password }))
  return stage
}

/** The body of an answer that must not be a refusal. */
function well<T>({ status, body }: Answer<T>): T {
  if (status >= 400) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

function stageOf(page: Page, doctor: typeof HELENA) {
  async function api<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const data = body === undefined ? {} : { data: body }
    const answer = await page.request.fetch(`${APP_URL}${path}`, { method, ...data, headers: { origin: APP_URL } })
    const text = await answer.text()
    if (answer.status() === 500) throw new Error(`${method} ${path} answered 500: ${text}`)
    return { status: answer.status(), body: (text.startsWith('{') ? JSON.parse(text) : null) as T }
  }
  const ownId = async () => well(await api<{ user: { id: string } }>('GET', '/api/session')).user.id
  /**
   * Makes calls to matching paths fail. Returns a function that ends it. Chromium lets a request of the next
   * milliseconds through: call this before the steps that lead to the request.
   */
  async function fail(path: RegExp, how: Failure, details: FailureDetails = {}): Promise<() => Promise<void>> {
    const { method, message = 'Algo deu errado. Tente novamente.', code = 'internal' } = details
    const matches = (url: URL) => path.test(url.pathname)
    const answer = async (route: Route) => {
      if (method && route.request().method() !== method) return route.fallback()
      if (how === 'never') return
      if (how === 'offline') return route.abort('internetdisconnected')
      const text = message === null ? { body: '' } : { json: { code, error: message } }
      await route.fulfill({ status: how, ...text })
    }
    await page.route(matches, answer)
    return () => page.unroute(matches, answer)
  }
  return {
    url: APP_URL,
    doctor,
    api,
    ownId,
    fail,
    /** The device loses its network, or gets it back. */
    offline: (isOffline: boolean): Promise<void> => page.context().setOffline(isOffline),
    /** Rows by SQL, for long lists. */
    manyPatients: async (count: number): Promise<void> => fillPatients(await ownId(), count),
    manyVisits: async (count: number): Promise<void> => fillConsultations(await ownId(), count),
    ...visitsOf(page, api),
  }
}

type Api = <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>
function visitsOf(page: Page, api: Api) {
  const door = async (consultationId: string) => {
    const cookies = (await page.context().cookies(APP_URL)).map(({ name, value }) => `${name}=${value}`).join('; ')
    const url = `${APP_URL.replace('http', 'ws')}/api/consultations/${consultationId}/room`
    return { url, origin: APP_URL, cookies }
  }
  /** A new patient; the id. */
  async function patient(name: string, context?: string): Promise<string> {
    const about = { name, ...(context !== undefined && { clinical_context: context }) }
    return well(await api<{ patient: { id: string } }>('POST', '/api/patients', about)).patient.id
  }
  /** An open consultation of a new patient who accepted all, with these lines typed; the consultation's id. */
  async function openVisit(visit: Visit): Promise<string> {
    const { patient: name, of, type = 'presencial', context = '', lines = [], consent = 'accepted' } = visit
    const start = { patientId: of ?? (await patient(name, context)), consultationType: type, clinicalContext: context }
    const { id } = well(await api<{ consultation: { id: string } }>('POST', '/api/consultations', start)).consultation
    // The lines are as old as they say, so the consultation began before anybody was in its room.
    const earlier = Math.max(0, ...lines.map(([, , secondsAgo = 0]) => secondsAgo))
    const ms = (earlier + 20) * 1_000
    if (earlier > 0) change('UPDATE consultations SET start_time = start_time - :ms WHERE id = :id', { ms, id })
    const answer = { notice_version: currentNotice.version, answers: answersFor(type) }
    if (consent === 'accepted') well(await api('POST', `/api/consultations/${id}/consents`, answer))
    if (lines.length > 0) await write(id, lines)
    return id
  }
  /** Types these lines into an open consultation. */
  const write = async (id: string, lines: readonly Line[]) => writeLines(await door(id), lines)
  /** Finishes it from another screen. */
  const finish = async (id: string) => finishRoom(await door(id))
  async function finishedVisit(visit: Visit): Promise<string> {
    const id = await openVisit(visit)
    await finish(id)
    return id
  }
  /** Structured by the rules: a record that waits for its signature. */
  async function structuredVisit(visit: Visit, specialty: Specialty = 'general'): Promise<string> {
    const id = await finishedVisit(visit)
    well(await api('POST', '/api/v1/transcription/structure', { consultation_id: id, specialty }))
    return id
  }
  return { patient, openVisit, write, finish, finishedVisit, structuredVisit }
}
